import AloudAPI
import BusValues
import CommandOutput
import EventLoop
import Vocabulary

/// The picture of the current recording: asked for until it is complete, and again when a mark may have changed.
@Core
final class FollowedWaveform {
  /// The time between two questions while it is made.
  private static let interval = Duration.seconds(1)

  private let service: Service
  /// The picture; `nil` for a text.
  private(set) var entry: WaveformEntry?
  private var track: ObjectPath?
  private var timer: TimerToken?
  private var isDue = false

  init(_ service: Service) { self.service = service }

  /// The picture of this track is wanted.
  func load(_ track: ObjectPath?) async throws(Failure) {
    if track != self.track { entry = nil }
    self.track = track
    try await ask()
  }

  /// Asks again if it is time for that. To be called at each notice.
  func goOn() async throws(Failure) { if isDue { try await ask() } }

  /// Asks again: a mark may have changed.
  func refresh() async throws(Failure) { if entry != nil { try await ask() } }

  private func ask() async throws(Failure) {
    isDue = false
    if let timer { Core.loop.cancel(timer) }
    timer = nil
    guard let track else { return }
    do throws(Failure) {
      let answer = try await service.callIfRunning(.getWaveform(track), task: "show the picture")
      guard self.track == track else { return }
      entry = answer.flatMap { WaveformEntry(arguments: $0) }
    } catch {
      // A text has no picture, an earlier service knows none, and a locked screen shows none.
      guard error.status != .noService else { throw error }
      if self.track == track { entry = nil }
    }
    guard let entry, !entry.isComplete, timer == nil else { return }
    timer = Core.loop.schedule(after: Self.interval) { [weak self] in
      guard let self else { return }
      timer = nil
      isDue = true
      service.post(.elapsed)
    }
  }
}
