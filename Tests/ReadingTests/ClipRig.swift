import Documents
import EventLoop
import Playback
import Recordings
import Speech
import Vocabulary

@testable import Reading
@testable import ReadingSupport

/// A session that hears texts and clips as one utterance.
@Core
final class ClipRig {
  /// A part of an utterance; a clip by its name.
  enum Part {
    case text(String)
    case clip(String)
  }

  let hand: ManualSession
  let recordings: ManualRecordings
  private let openings: OpeningQueue
  private var clips: [String: Clip] = [:]
  private(set) var errors: [String] = []

  /// Plays `body` with a session of its own, whose output has the format of such utterances unless a test wants
  /// another.
  nonisolated static func play(
    to format: FrameFormat = .parts, _ body: @Core (ClipRig) throws -> Void
  ) async rethrows {
    try await ManualSession.play(to: format) { hand in
      // The queue of openings lives as long as this.
      let rig = ClipRig(hand)
      try body(rig)
    }
  }

  init(_ hand: ManualSession) {
    self.hand = hand
    recordings = ManualRecordings(scheduler: hand.clock)
    openings = OpeningQueue(
      session: hand.session, reader: ScriptedReader(scheduler: hand.clock), recordings: recordings,
      admission: AnyText.shared, covers: ManualCovers(), scheduler: hand.clock)
  }

  /// Makes a clip of noise: loud enough that its loudness changes its samples.
  func make(_ name: String, frames: Frame, rate: Int = 48_000, channels: Int = 2, breaksAt: Frame? = nil) {
    var script = RecordingScript(seconds: 1, rate: rate, channels: channels)
    (script.frames, script.description.frames, script.breaksAt) = (frames, frames, breaksAt)
    let seed = name.unicodeScalars.reduce(0) { $0 + Int($1.value) }
    script.sound = { Self.noise(seed, $0, $1) }
    put(name, script)
  }

  func put(_ name: String, _ script: RecordingScript) {
    clips[name] = Clip(ScriptedFile(Script(script, name: name), path: "/clips/\(name).oga"))
  }

  func clip(_ name: String) -> Clip { clips[name]! }

  /// The sample of a clip before its gain: one of 16 bits, and never 0.
  nonisolated static func noise(_ seed: Int, _ frame: Frame, _ channel: Int) -> Float {
    var state = UInt64(truncatingIfNeeded: (Int(frame) * 2 + channel + 1) * 2_654_435_761 + seed * 40_503)
    state ^= state >> 15
    state = state &* 0x2545_F491_4F6C_DD1D
    return Float(Int(state >> 50) - 8192) / 32_768 + 0.5 / 32_768
  }

  /// The samples of a clip in the utterance.
  func sound(of name: String) -> [Float] {
    let (clip, seed) = (clip(name), name.unicodeScalars.reduce(0) { $0 + Int($1.value) })
    return (0..<clip.frames).flatMap { frame in
      (0..<2).map { channel in
        (Self.noise(seed, frame, channel) * clip.gain * 32_768).rounded() / 32_768
      }
    }
  }

  /// Says texts and clips as one utterance.
  @discardableResult
  func say(_ parts: Part..., playing: Bool = true) -> TrackID? {
    var utterance = UtteranceParts()
    for part in parts {
      switch part {
      case .text(let text): utterance.append(text)
      case .clip(let name): utterance.append(clip(name))
      }
    }
    let file = ScriptedFile(Script(utterance.text), isLive: false)
    var request = OpeningRequest(
      source: TextSource(unnamed: file, isString: true), format: .text,
      voices: VoiceChoice(VoiceConfiguration(voice: "counting"), from: nil),
      gaps: Silences(ManualSession.gaps, at: .usual),
      placement: .last)
    request.parts = utterance
    request.isPlaying = playing
    request.isSaid = true
    var id: TrackID?
    openings.open(request) { [weak self] result in
      switch result {
      case .success(let track): id = track
      case .failure(let error): self?.errors.append(error.message)
      }
    }
    hand.pass(0)
    hand.pass(1)
    return id
  }

  /// The speech of a text at the rate of the utterance, with both channels.
  func speech(_ text: String) -> [Float] {
    let samples = text.utf8.flatMap { letter in
      [Float](repeating: Float(CountingVoice.sample(letter)) / 32_768, count: hand.voice.framesPerLetter)
    }
    var conversion = FrameConversion(from: .usual, to: FrameFormat(sampleRate: 48_000, channels: 1))
    conversion.beginRun()
    var converted: ArraySlice<Float> = []
    conversion.process(samples[...], into: &converted)
    conversion.endRun(frames: Self.frames(samples.count) - converted.count, into: &converted)
    return converted.flatMap { sample in
      let rounded = max(-1, min((sample * 32_768).rounded(), 32_767) / 32_768)
      return [rounded, rounded]
    }
  }

  /// The frames of an utterance that frames of speech take.
  static func frames(_ frames: Int) -> Int { (frames * 320 + 146) / 147 }
}

/// Lets every text in.
@Core
private final class AnyText: Admission {
  static let shared = AnyText()
  let room = Int.max
  func grow(_ track: TrackID, to bytes: Int) -> Bool { true }
}
