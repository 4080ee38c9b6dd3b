import AloudAPI
import EventLoop
import Playback
import Reading

/// Speaks errors to a listener who may not see them: as a text of its own, which leaves the queue after it was heard.
@Core
final class SpokenNotice {
  private let transport: Transport
  private var session: Session { transport.session }
  /// The notices being spoken, with the last error to restore after each.
  private var said: [TrackID: String] = [:]

  init(_ transport: Transport) { self.transport = transport }

  /// A chapter cannot be read.
  func tell(_ error: ReadingError) {
    // The reason in brackets is only for reading.
    let sentence = error.message.prefix { $0 != "(" }.filter { $0 != "'" }
    let text = "Reading has stopped. " + sentence.prefix(1).uppercased() + sentence.dropFirst()
    let options = SpeakOptions(language: "en", chapters: false, title: "Reading has stopped")
    guard let source = try? TextSource(text) else { return }
    source.isKept = false
    // An earlier notice that was put off for another attempt is obsolete.
    session.send(.remove(Array(said.keys)))
    transport.open(source, options, at: .exactly(.now)) { [weak self] result in
      if case .success(let id) = result { self?.said[id] = error.message }
    }
  }

  /// True if a track is such a notice.
  func isSaying(_ id: TrackID) -> Bool { said[id] != nil }

  /// An utterance has started or ended.
  func heard(_ event: Player.UtteranceEvent, _ id: TrackID) {
    guard let error = said[id] else { return }
    session.lastError = error
    switch event {
    case .finished, .cancelled:
      said[id] = nil
      session.send(.remove([id]))
    case .started, .paused, .resumed: break
    }
  }
}
