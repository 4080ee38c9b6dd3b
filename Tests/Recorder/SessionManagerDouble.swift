import BusValues
import DBusKit
import EventLoop
import Glibc
import PipeWireKit
import Playback

/// A client of PipeWire with WirePlumber's name that calls `Pause` of a player, as WirePlumber does from 0.5.11 on when
/// a sink goes. Prints `ready`, and `called` after each call.
@Core
final class SessionManagerDouble {
  private let output: AudioOutput
  private let bus: BusConnection
  private let player: BusName
  private var input: EventSource?
  private var calls: [AnyObject] = []

  init?(player: String) {
    guard let player = BusName(player), let bus = try? BusConnection.session() else { return nil }
    (self.player, self.bus) = (player, bus)
    let configuration = AudioOutput.Configuration(applicationName: "WirePlumber", applicationID: "session-manager")
    output = AudioOutput(configuration: configuration, scheduler: Core.loop) { notice in
      if case .state(.ready) = notice { say("ready") }
    }
    output.open()
    input = Core.loop.watch(STDIN_FILENO, for: .readable) { [weak self] _ in self?.read() }
  }

  /// A line is a call.
  private func read() {
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = Glibc.read(STDIN_FILENO, &bytes, bytes.count)
    guard count > 0 else {
      Core.loop.stop(exitCode: 0)
      return
    }
    for _ in bytes.prefix(count).filter({ $0 == UInt8(ascii: "\n") }) {
      let call = BusCall(player, "/org/mpris/MediaPlayer2", "org.mpris.MediaPlayer2.Player", "Pause")
      calls.append(bus.call(call, timeout: .seconds(45)) { say("called \($0)") })
    }
  }
}
