import AloudAPI
import EventLoop
import Playback
import Reading

/// Says what the listener has to know and may not see: a text of its own, which leaves the queue when it was heard.
@Core
final class SpokenNotice {
  private let transport: Transport
  private var session: Session { transport.session }
  /// What is being said, and what the last problem is again when that is over.
  private var said: [TrackID: String] = [:]

  init(_ transport: Transport) { self.transport = transport }

  /// A chapter cannot be read.
  func tell(_ error: ReadingError) {
    // The reason in brackets is for the eye.
    let sentence = error.message.prefix { $0 != "(" }.filter { $0 != "'" }
    let text = "Reading has stopped. " + sentence.prefix(1).uppercased() + sentence.dropFirst()
    let options = SpeakOptions(language: "en", chapters: false, title: "Reading has stopped")
    guard let source = try? TextSource(text) else { return }
    source.isKept = false
    // One that was put off for another try at the same text has nothing to say any more.
    session.send(.remove(Array(said.keys)))
    transport.open(source, options, at: .exactly(.now)) { [weak self] result in
      if case .success(let id) = result { self?.said[id] = error.message }
    }
  }

  /// Whether a track is such a text.
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
