import AloudAPI
import MPRIS
import Playback
import Speech

/// The pages that one client has named, of a few tracks.
struct PageShelf {
  /// The ones that were named last at the end.
  private var turners: [(track: TrackID, turner: PageTurner)] = []

  /// Names the pages of a track anew; `nil`: it has none.
  mutating func set(_ turner: PageTurner?, of track: TrackID) {
    turners.removeAll { $0.track == track }
    guard let turner else { return }
    turners.append((track, turner))
    if turners.count > AloudBus.maximumPagedTracks { turners.removeFirst() }
  }

  /// A word of a track begins to be heard; `next` is where the one behind it begins.
  ///
  /// - Returns: what the client is to be told.
  mutating func heard(_ word: TextPlace, next: TextPlace?, in track: TrackID) -> PageTurnSignal? {
    guard let index = turners.firstIndex(where: { $0.track == track }) else { return nil }
    let unit = turners[index].turner.unit
    guard let page = turners[index].turner.heard(word.counted(in: unit), next: next?.counted(in: unit)) else {
      return nil
    }
    return PageTurnSignal(track: track.objectPath, page: page, layout: turners[index].turner.layout)
  }
}

extension TextPlace {
  /// The place as a client counts it.
  func counted(in unit: CountingUnit) -> UInt32 {
    switch unit {
    case .scalars: UInt32(clamping: scalars)
    case .utf8: UInt32(clamping: utf8)
    case .utf16: UInt32(clamping: utf16)
    }
  }
}
