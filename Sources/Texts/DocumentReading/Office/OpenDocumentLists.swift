/// The numbers of the lists' items in an OpenDocument text.
struct OpenDocumentLists {
  private struct List {
    var id: String
    var style: String
    /// The number of the next item; `nil` if its items have none.
    var next: Int?
  }

  /// The open lists, from the outermost to the innermost.
  private var open: [List] = []
  /// The next numbers of ended lists, by identifier, and by level and style.
  private var ended: [String: Int] = [:]
  private static let mostEnded = 10_000
  /// The number of the open item until its first paragraph takes it.
  private var waiting = 0

  mutating func begin(_ attributes: MarkupAttributes, _ styles: OpenDocumentStyles) {
    let style = attributes.local("style-name") ?? open.last?.style ?? ""
    var next = styles.firstNumber(ofList: style, level: open.count + 1)
    if next != nil {
      var former = attributes.local("continue-list").flatMap { ended["#\($0)"] }
      if attributes.local("continue-numbering") == "true" { former = former ?? ended["\(open.count + 1) \(style)"] }
      next = former ?? next
    }
    open.append(List(id: attributes.local("id") ?? "", style: style, next: next))
  }

  mutating func beginItem(_ attributes: MarkupAttributes) {
    waiting = 0
    guard let list = open.last, let next = list.next else { return }
    let number = attributes.local("start-value").flatMap { Int($0) } ?? next
    // The display has no room for larger numbers.
    guard (0...9999).contains(number) else { return }
    waiting = number
    open[open.count - 1].next = number + 1
  }

  mutating func end() {
    guard let list = open.popLast(), let next = list.next, ended.count < Self.mostEnded else { return }
    ended["\(open.count + 1) \(list.style)"] = next
    if !list.id.isEmpty { ended["#\(list.id)"] = next }
  }

  /// Returns the number of the item that begins with the next paragraph; 0 for none.
  mutating func takeNumber() -> Int {
    defer { waiting = 0 }
    return waiting
  }
}
