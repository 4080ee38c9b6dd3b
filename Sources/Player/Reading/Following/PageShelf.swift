package import Playback
package import Speech
package import Vocabulary

/// The pages of one client, for a few tracks.
package struct PageShelf {
  /// The pages that were set last are at the end.
  private var turners: [(track: TrackID, turner: PageTurner)] = []

  /// The most tracks whose pages are kept.
  private let limit: Int

  /// An empty shelf for the pages of `limit` tracks.
  package init(limit: Int) { self.limit = limit }

  /// Sets the pages of a track, in place of earlier ones; `nil` removes them.
  package mutating func set(_ turner: PageTurner?, of track: TrackID) {
    turners.removeAll { $0.track == track }
    guard let turner else { return }
    turners.append((track, turner))
    if turners.count > limit { turners.removeFirst() }
  }

  /// A word of a track begins to be heard; `next` is the start of the word after it.
  ///
  /// - Returns: the page to show from now on, and the client's number of the pages; `nil` if it is already shown.
  package mutating func heard(_ word: TextPlace, next: TextPlace?, in track: TrackID) -> (page: UInt32, layout: UInt32)?
  {
    guard let index = turners.firstIndex(where: { $0.track == track }) else { return nil }
    let unit = turners[index].turner.unit
    guard let page = turners[index].turner.heard(word.counted(in: unit), next: next?.counted(in: unit)) else {
      return nil
    }
    return (page, turners[index].turner.layout)
  }
}

extension TextPlace {
  /// The place in a client's unit.
  package func counted(in unit: CountingUnit) -> UInt32 {
    switch unit {
    case .scalars: UInt32(clamping: scalars)
    case .utf8: UInt32(clamping: utf8)
    case .utf16: UInt32(clamping: utf16)
    }
  }
}
