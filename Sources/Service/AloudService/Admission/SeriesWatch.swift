import BusValues
import DBusKit
import EventLoop
import Playback
import Reading
import Vocabulary

/// Watches the programs that bring texts one by one: of a program that ends, no further text comes.
@Core
final class SeriesWatch {
  private let session: Session
  private let bus: LastingBus
  private var watches: [TrackID: MatchToken] = [:]

  init(session: Session, bus: LastingBus) {
    self.session = session
    self.bus = bus
  }

  /// A client has brought a text and will bring the next one.
  func begin(_ track: TrackID, of client: BusName) {
    guard let connection = bus.connection else { return }
    watches[track]?.cancel()
    watches[track] = connection.watchOwner(of: client) { [weak self] _, new in
      guard new == nil, let self else { return }
      forget(track)
      session.endSeries(track, ReadingError(.notAnswering, "the next chapter does not come: its program has ended"))
    }
  }

  /// A track has left the queue.
  func forget(_ track: TrackID) { watches.removeValue(forKey: track)?.cancel() }
}
