import Speech
package import Vocabulary

/// The pages on which a client shows a text, and which of them it shows. Pure.
///
/// Places are counted in whatever unit the pages were given in.
package struct PageTurner: Equatable {
  /// What the pages are counted in.
  package let unit: CountingUnit
  /// What the client calls these pages.
  package let layout: UInt32
  private let starts: [UInt32]
  /// `nil` while that is not known.
  private var shown: Int?

  /// - Parameters:
  ///   - starts: the places at which the pages begin, in order.
  ///   - place: the place of the reading, whose page the client shows already.
  package init(_ starts: [UInt32], unit: CountingUnit, layout: UInt32, at place: UInt32?) {
    self.unit = unit
    self.layout = layout
    self.starts = starts
    shown = place.map(page)
  }

  /// A word begins to be heard.
  ///
  /// - Parameter next: where the word or sentence behind it begins; `nil` behind the last one, or while that is not known.
  /// - Returns: the page to be shown from now on, where that is another one.
  package mutating func heard(_ word: UInt32, next: UInt32?) -> UInt32? {
    // The eye is at the end of the page when the last word of it begins: whoever reads along turns it then.
    let page = max(page(word), next.map(page) ?? 0)
    guard page != shown else { return nil }
    shown = page
    return UInt32(page)
  }

  /// The last page that begins at or before a place; the first one before that.
  private func page(_ place: UInt32) -> Int {
    max(0, starts.partitioningIndex { $0 > place } - 1)
  }
}
