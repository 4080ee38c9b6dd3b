import AloudAPI
import BusValues
import DBusKit
import EventLoop
import MPRIS
import Playback
import Reading
import Speech
import Vocabulary

/// Page turns: each client's own, for the pages on which it shows a text.
extension Subscriptions {
  /// Names the pages of a track for a client.
  ///
  /// - Parameter place: where the reading of the track stands, which the client shows already.
  func set(
    _ pages: [UnitSpan], _ unit: CountingUnit, layout: UInt32, of track: TrackID, for client: BusName,
    at place: TextPlace?
  ) throws(APIError) {
    guard subscribers[client]?.kinds.contains(.page) == true else {
      throw APIError(.invalidOption, "page turns go to subscribers: Subscribe to page first")
    }
    let turner = PageTurner(pages.map(\.start), unit: unit, layout: layout, at: place?.counted(in: unit))
    subscribers[client]!.pages.set(pages.isEmpty ? nil : turner, of: track)
  }

  /// A word of a track begins to be heard; `next` is where the one behind it begins.
  func turnPages(at word: TextPlace, next: TextPlace?, in track: TrackID) {
    for client in subscribers.keys {
      guard let turn = subscribers[client]!.pages.heard(word, next: next, in: track) else { continue }
      send(PageTurnSignal(track: track.objectPath, page: turn.page, layout: turn.layout), to: client)
    }
  }

  /// A track has left the queue.
  func forgetPages(of track: TrackID) {
    for client in subscribers.keys { subscribers[client]!.pages.set(nil, of: track) }
  }
}
