package import AloudAPI
package import BusValues
package import EventLoop
import Vocabulary

/// The picture of the current recording: asked for until it is complete, and again when a mark may have changed.
@Core
package final class FollowedWaveform {
  /// The time between two questions while it is made.
  private static let interval = Duration.seconds(1)

  private let service: ServiceConnection
  /// The picture; `nil` for a text.
  package private(set) var entry: WaveformEntry?
  private var track: ObjectPath?
  private var timer: TimerToken?
  private var isDue = false

  private let due: @Core () -> Void

  /// A model without a picture.
  ///
  /// - Parameter due: called when it is time for ``goOn()``.
  package init(_ service: ServiceConnection, due: @escaping @Core () -> Void) {
    (self.service, self.due) = (service, due)
  }

  /// The picture of this track is wanted.
  package func load(_ track: ObjectPath?) async throws(ClientFailure) {
    if track != self.track { entry = nil }
    self.track = track
    try await ask()
  }

  /// Asks again if it is time for that. To be called when it is due, or more often.
  package func goOn() async throws(ClientFailure) { if isDue { try await ask() } }

  /// Asks again: a mark may have changed.
  package func refresh() async throws(ClientFailure) { if entry != nil { try await ask() } }

  private func ask() async throws(ClientFailure) {
    isDue = false
    if let timer { Core.loop.cancel(timer) }
    timer = nil
    guard let track else { return }
    do throws(ClientFailure) {
      let answer = try await service.callIfRunning(.getWaveform(track), task: "show the picture")
      guard self.track == track else { return }
      entry = answer.flatMap { WaveformEntry(arguments: $0) }
    } catch {
      // A text has no picture, an earlier service knows none, and a locked screen shows none.
      guard !error.isWithoutService else { throw error }
      if self.track == track { entry = nil }
    }
    guard let entry, !entry.isComplete, timer == nil else { return }
    timer = Core.loop.schedule(after: Self.interval) { [weak self] in
      guard let self else { return }
      timer = nil
      isDue = true
      due()
    }
  }
}
