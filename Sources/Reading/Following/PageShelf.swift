package import Playback
package import Speech
package import Vocabulary

/// The pages that one client has named, of a few tracks.
package struct PageShelf {
  /// The ones that were named last at the end.
  private var turners: [(track: TrackID, turner: PageTurner)] = []

  /// The most tracks whose pages are kept.
  private let limit: Int

  /// An empty shelf for the pages of `limit` tracks.
  package init(limit: Int) { self.limit = limit }

  /// Names the pages of a track anew; `nil`: it has none.
  package mutating func set(_ turner: PageTurner?, of track: TrackID) {
    turners.removeAll { $0.track == track }
    guard let turner else { return }
    turners.append((track, turner))
    if turners.count > limit { turners.removeFirst() }
  }

  /// A word of a track begins to be heard; `next` is where the one behind it begins.
  ///
  /// - Returns: the page that is to be shown from now on, and the name of the pages; `nil` if it is shown already.
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
  /// The place as a client counts it.
  package func counted(in unit: CountingUnit) -> UInt32 {
    switch unit {
    case .scalars: UInt32(clamping: scalars)
    case .utf8: UInt32(clamping: utf8)
    case .utf16: UInt32(clamping: utf16)
    }
  }
}
