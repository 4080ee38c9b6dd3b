/// A list that grows by whole pieces of memory. An array is copied as a whole each time it outgrows its memory, which
/// takes milliseconds for a million elements.
package struct PieceList<Element: Equatable & Sendable>: Equatable, Sendable {
  private static var pieceSize: Int { 16 << 10 }

  /// All pieces but the last are full.
  private var pieces: [[Element]] = []
  /// The number of elements.
  package private(set) var count = 0

  /// An empty list.
  package init() {}

  /// Adds an element at the end.
  package mutating func append(_ element: Element) {
    if count % Self.pieceSize == 0 { pieces.append([]) }
    pieces[pieces.count - 1].append(element)
    count += 1
  }

  /// The element at an index, from 0.
  package subscript(index: Int) -> Element {
    get { pieces[index / Self.pieceSize][index % Self.pieceSize] }
    set { pieces[index / Self.pieceSize][index % Self.pieceSize] = newValue }
  }
}
