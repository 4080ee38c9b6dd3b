import Documents

// The beginnings of printed pages.
extension ContentReader {
  func beginPageBreak(_ frame: inout Frame, _ attributes: MarkupAttributes) {
    frame.pageBreak = true
    pageCollector = TextCollector()
    // The page list has named this page already.
    if let id = attributes["id"], pageLabels[id] != nil { return }
    if let label = attributes["title"] ?? attributes["aria-label"] { addPage(label) }
  }

  func endPageBreak(_ frame: Frame) {
    let text = pageCollector.take()
    guard !text.isEmpty else { return }
    if pages.last?.offset != collector.count { addPage(String(decoding: text, as: UTF8.self)) }
    // A number that stands by itself is shown in the text; within a sentence it would only disturb.
    guard frame.isBlock, collector.count == 0 else { return }
    collector.append(text, preserving: false)
    hasOwnText = true
  }

  func addPage(_ label: String) { pages.append(Block.Page(label: label, offset: collector.count)) }
}
