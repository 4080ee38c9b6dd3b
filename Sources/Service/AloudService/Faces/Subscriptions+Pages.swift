import AloudAPI
import BusValues
import DBusKit
import EventLoop
import MPRIS
import Playback
import Reading
import Speech
import Vocabulary

/// Page turns for each client's own pages.
extension Subscriptions {
  /// Sets the pages of a track for a client.
  ///
  /// - Parameter place: the place of the reading in the track, which the client shows already.
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

  /// A word of a track begins to be heard; `next` is the start of the word after it.
  func turnPages(at word: TextPlace, next: TextPlace?, in track: TrackID) {
    for client in subscribers.keys {
      guard let turn = subscribers[client]!.pages.heard(word, next: next, in: track) else { continue }
      send(PageTurnSignal(track: track.objectPath, page: turn.page, layout: turn.layout), to: client)
    }
  }

  /// Forgets the pages of a track that has left the queue.
  func forgetPages(of track: TrackID) {
    for client in subscribers.keys { subscribers[client]!.pages.set(nil, of: track) }
  }
}
