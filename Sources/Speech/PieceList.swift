/// A list that grows by whole pieces of memory. An array is copied as a whole each time it outgrows its memory, which
/// takes milliseconds for a million elements.
struct PieceList<Element: Equatable & Sendable>: Equatable, Sendable {
  private static var pieceSize: Int { 16 << 10 }

  /// All pieces but the last are full.
  private var pieces: [[Element]] = []
  private(set) var count = 0

  init() {}

  mutating func append(_ element: Element) {
    if count % Self.pieceSize == 0 { pieces.append([]) }
    pieces[pieces.count - 1].append(element)
    count += 1
  }

  subscript(index: Int) -> Element {
    get { pieces[index / Self.pieceSize][index % Self.pieceSize] }
    set { pieces[index / Self.pieceSize][index % Self.pieceSize] = newValue }
  }
}
