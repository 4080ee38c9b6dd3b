import Documents
import EventLoop
import Playback
import Recordings
import Speech
import Vocabulary

@testable import Reading
@testable import ReadingSupport

/// A session that plays recordings from files of the test.
@Core
final class RecordingRig: KeptTexts, VoiceDirectory, PairedFiles {
  let hand: ManualSession
  let recordings: ManualRecordings
  private let openings: OpeningQueue
  private var reopening: Reopening!
  private var files: [String: ScriptedFile] = [:]
  private var pairedTexts: PairedTextReading!
  /// The texts beside recordings, by the paths of these.
  var texts: [String: Script] = [:]
  /// The recordings whose texts were asked for, in order.
  private(set) var askedTexts: [String] = []
  /// The sentences and words that were heard, each with the millisecond of the recording.
  private(set) var lit: [String] = []
  /// The results of the requests: the error's message, or an empty text.
  private(set) var answers: [String] = []

  /// Plays `body` with a session of its own, whose output has the format of the recordings unless a test wants another.
  nonisolated static func play(
    to format: FrameFormat = .usual, _ body: @Core (RecordingRig) throws -> Void
  ) async rethrows {
    try await ManualSession.play(to: format) { hand in
      let rig = RecordingRig(hand)
      try body(rig)
    }
  }

  init(_ hand: ManualSession) {
    self.hand = hand
    recordings = ManualRecordings(scheduler: hand.clock)
    let reader = ScriptedReader(scheduler: hand.clock)
    openings = OpeningQueue(
      session: hand.session, reader: reader, recordings: recordings,
      admission: EveryText.shared, covers: ManualCovers(), scheduler: hand.clock)
    reopening = Reopening(session: hand.session, openings: openings, texts: self, voices: self)
    pairedTexts = PairedTextReading(
      session: hand.session, files: self, reader: reader, voices: self, admission: EveryText.shared,
      scheduler: hand.clock)
    hand.watch = { [unowned self] notice in
      switch notice {
      case .textNeeded(let track): pairedTexts.read(track)
      case .heard(.sentence(let plan), let time): note(plan.span, plan.track, time)
      case .heard(.word(let plan, let word), let time): note(word.span.shifted(by: plan.span), plan.track, time)
      case .needed(let track): reopening.open(track)
      case .left(let id):
        openings.forget(id)
        pairedTexts.forget(id)
      case .lost(let track, let error): _ = hand.session.lost(track, error)
      default: break
      }
    }
  }

  func withCatalogue(_ body: @escaping @Core (VoiceCatalogue?) -> Void) { body(nil) }

  func open(
    _ track: TrackID, from origin: TextOrigin?, done: @escaping @Core (Result<TextSource, ReadingError>) -> Void
  ) {
    guard let path = origin?.path, let file = files[path] else {
      return done(.failure(ReadingError(.noSuchFile, "there is no such file")))
    }
    done(.success(TextSource(file, name: path.fileName)))
  }

  func open(
    _ text: PairedText, of recording: String, language: String,
    done: @escaping @Core (Result<TextSource?, ReadingError>) -> Void
  ) {
    askedTexts.append(recording)
    let script = texts[recording]
    hand.clock.schedule(after: .zero) {
      done(.success(script.map { TextSource(ScriptedFile($0, path: recording + ".srt"), name: "talk.srt") }))
    }
  }

  private func note(_ span: TextSpan, _ id: TrackID, _ time: Microseconds) {
    guard let track = hand.session.track(id), track.isRecording else { return }
    lit.append("\((time.count + 500) / 1000) \(String(decoding: track.text.bytes(span.utf8), as: UTF8.self))")
  }

  /// The sentence that clients are shown as the present one; empty if there is none.
  var shown: String {
    guard let place = hand.session.textPlace, let track = hand.current.flatMap({ hand.session.track($0) }) else {
      return ""
    }
    return String(decoding: track.text(of: place.sentence), as: UTF8.self)
  }

  /// Another file takes the place of one.
  func replace(_ path: String, with recording: RecordingScript) {
    files[path] = ScriptedFile(Script(recording, name: path), path: path, version: 2)
  }

  /// The file of a recording is gone.
  func remove(_ path: String) { files[path] = nil }

  /// Adds a recording after the others, and waits until it is there.
  @discardableResult
  func add(_ recording: RecordingScript, at path: String = "/music/talk.wav", playing: Bool = true) -> TrackID? {
    var id: TrackID?
    ask(for: recording, at: path, playing: playing) { id = $0 }
    hand.pass(0)
    hand.pass(1)
    return id
  }

  /// Asks for a recording after the others.
  func ask(
    for recording: RecordingScript, at path: String, playing: Bool = true,
    known: @escaping @Core (TrackID) -> Void = { _ in }
  ) {
    let file = ScriptedFile(Script(recording, name: path), path: path)
    files[path] = file
    var request = OpeningRequest(
      source: TextSource(file, name: path.fileName), isDivided: true, name: path.fileName,
      voices: VoiceChoice(VoiceConfiguration(voice: "counting"), from: nil), placement: .last)
    request.isPlaying = playing
    openings.open(request) { [weak self] result in
      switch result {
      case .success(let track):
        known(track)
        self?.answers.append("")
      case .failure(let error): self?.answers.append(error.message)
      }
    }
  }

  /// The frames of the recording in the order in which the device took them; `nil` for silence. For an output in the
  /// recording's own format.
  var frames: [Frame?] {
    stride(from: 0, to: hand.output.taken.count, by: hand.output.frameFormat.channels).map {
      RecordingScript.frame(hand.output.taken[$0])
    }
  }

  /// The runs of successive frames that the device took, without silence.
  var runs: [ClosedRange<Frame>] {
    var runs: [ClosedRange<Frame>] = []
    for frame in frames.compactMap(\.self) {
      if let last = runs.last, last.upperBound + 1 == frame {
        runs[runs.count - 1] = last.lowerBound...frame
      } else {
        runs.append(frame...frame)
      }
    }
    return runs
  }

  /// The frames that are missing between two runs; those that were heard again are negative.
  var jumps: [Frame] { zip(runs, runs.dropFirst()).map { $1.lowerBound - $0.upperBound - 1 } }
}

/// Lets every text in.
@Core
private final class EveryText: Admission {
  static let shared = EveryText()
  let room = Int.max
  func grow(_ track: TrackID, to bytes: Int) -> Bool { true }
}
