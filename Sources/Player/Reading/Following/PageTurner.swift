import Speech
package import Vocabulary

/// The pages on which a client shows a text, and the page that it shows. Pure.
///
/// Places are counted in the unit of the pages.
package struct PageTurner: Equatable {
  /// The unit of the pages.
  package let unit: CountingUnit
  /// The client's number for these pages.
  package let layout: UInt32
  private let starts: [UInt32]
  /// `nil` while it is unknown.
  private var shown: Int?

  /// - Parameters:
  ///   - starts: the places at which the pages begin, in order.
  ///   - place: the place of the reading; the client already shows its page.
  package init(_ starts: [UInt32], unit: CountingUnit, layout: UInt32, at place: UInt32?) {
    self.unit = unit
    self.layout = layout
    self.starts = starts
    shown = place.map(page)
  }

  /// A word begins to be heard.
  ///
  /// - Parameter next: the start of the next word or sentence; `nil` after the last one, or while it is unknown.
  /// - Returns: the page to show from now on; `nil` if it is the same.
  package mutating func heard(_ word: UInt32, next: UInt32?) -> UInt32? {
    // The reader's eye is at the end of the page when the last word of it begins: a reader turns the page then.
    let page = max(page(word), next.map(page) ?? 0)
    guard page != shown else { return nil }
    shown = page
    return UInt32(page)
  }

  /// The last page that begins at or before a place; the first page for an earlier place.
  private func page(_ place: UInt32) -> Int {
    max(0, starts.partitioningIndex { $0 > place } - 1)
  }
}
