import AloudAPI
import Documents
import EventLoop
import Playback
import Speech

@testable import AloudService

/// A session with a manual clock, output and voice, and a record of its notices.
@Core
final class HandSession {
  let clock = ManualScheduler()
  let output: ManualOutput
  let voice: CountingVoice
  let session: Session
  /// The notices, each with the time in milliseconds.
  private(set) var told: [String] = []

  init() {
    let events = Relay<SoundEvent>()
    output = ManualOutput(scheduler: clock, events: events)
    voice = CountingVoice(scheduler: clock)
    session = Session(
      engine: voice,
      output: OutputDriver(output, events: events, releaseAfter: .seconds(180), scheduler: clock), scheduler: clock,
      seed: 1)
    session.notify = { [unowned self] in take($0) }
  }

  private func take(_ notice: SessionNotice) {
    switch notice {
    case .utterance(.started, _): note("started")
    case .utterance(.finished, _): note("finished")
    case .utterance(.paused(let reason), _): note("paused (\(reason))")
    case .utterance(.resumed, _): note("resumed")
    case .heard(.word(let plan, let word), _):
      let bytes = session.track(plan.track)?.text(of: plan.sentence) ?? []
      note(String(decoding: bytes[word.span.utf8], as: UTF8.self))
    case .failed(_, let error): note("failed: \(error.message)")
    default: break
    }
  }

  private func note(_ text: String) { told.append("\(milliseconds) \(text)") }

  var milliseconds: Int64 { clock.now.nanoseconds / 1_000_000 }

  /// Reads ASCII sentences as one paragraph, with a tenth of a second of silence after each but the last.
  @discardableResult
  func read(_ sentences: [String]) -> TrackID {
    let track = SpokenTrack(
      id: session.makeTrackID(), voice: VoiceConfiguration(voice: "counting"), gain: 1,
      gaps: Timeline.Gaps(sentence: 2205))
    track.append(text: Array(sentences.joined(separator: " ").utf8))
    var start = 0
    var records: [SentenceRecord] = []
    for sentence in sentences {
      records.append(SentenceRecord(span: TextSpan(start..<start + sentence.utf8.count)))
      start += sentence.utf8.count + 1
    }
    records[records.count - 1].flags = .endsParagraph
    track.append(sentences: records)
    track.complete(.complete)
    session.add([(track, TrackMetadata(title: sentences[0]))], .last, playing: true)
    return track.id
  }

  func pass(_ milliseconds: Int) { clock.advance(by: .milliseconds(milliseconds)) }
}
