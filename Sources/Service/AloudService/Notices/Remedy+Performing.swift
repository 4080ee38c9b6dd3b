import AloudAPI
import BusValues
import DBusKit
import EventLoop
import Playback
import Reading

// The choice of a remedy, and its effect.
extension Remedy {
  /// The remedy for a reading that has stopped; `nil` if there is none.
  @Core
  init?(for session: Session) {
    guard let current = session.player.current else { return nil }
    if session.track(current)?.blockage == nil {
      self = .tryAgain
    } else if session.player.following(current) != nil {
      self = .readOn(after: current)
    } else {
      return nil
    }
  }

  /// Does what the button says.
  @Core
  func perform(_ session: Session, _ bus: LastingBus) {
    switch self {
    case .readOn(let track):
      guard let target = session.player.following(track) else { return }
      session.send(.goTo(target))
      session.send(.play)
    case .tryAgain: session.send(.play)
    case .showFile(let uri):
      let name: BusName = "org.freedesktop.FileManager1"
      try? bus.connection?.send(
        BusCall(
          name, "/org/freedesktop/FileManager1", "org.freedesktop.FileManager1", "ShowItems",
          [.strings([uri]), .string("")]))
    }
  }
}
