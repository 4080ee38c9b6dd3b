import Documents
import EventLoop
import Playback
import Speech
import Vocabulary

@testable import Reading

/// The event loop that `@Core` runs on.
private let loop: Void = Core.loop.startThread()

/// A session whose clock, output and voice are moved by hand, and what it tells.
@Core
final class ManualSession {
  /// A tenth of a second after each sentence, two after each paragraph.
  static let gaps = Timeline.Gaps(sentence: 2205, paragraph: 4410)

  let clock = ManualScheduler()
  let machine = ManualClock()
  let output: ManualOutput
  let voice: CountingVoice
  let session: Session
  /// The notices, each with the milliseconds that had passed.
  private(set) var told: [String] = []
  /// The number of changes that clients are told of.
  private(set) var changes = 0
  /// Gets every notice.
  var watch: (@Core (SessionNotice) -> Void)?

  /// Plays `body` with a session of its own.
  nonisolated static func play(
    to format: FrameFormat = FrameFormat(sampleRate: 22_050, channels: 1),
    _ body: @Core (ManualSession) throws -> Void
  ) async rethrows {
    loop
    try await run(format, body)
  }

  private static func run(_ format: FrameFormat, _ body: @Core (ManualSession) throws -> Void) rethrows {
    try body(ManualSession(format: format))
  }

  /// Returns the result of `body` with a session of its own.
  nonisolated static func value<Value: Sendable>(_ body: @Core () -> Value) async -> Value {
    loop
    return await make(body)
  }

  private static func make<Value: Sendable>(_ body: @Core () -> Value) -> Value { body() }

  init(seed: UInt64 = 1, format: FrameFormat = FrameFormat(sampleRate: 22_050, channels: 1)) {
    let events = Relay<SoundEvent>()
    output = ManualOutput(scheduler: clock, events: events, format: format)
    voice = CountingVoice(scheduler: clock)
    session = Session(
      engine: voice,
      output: OutputDriver(
        output, events: events, linger: .seconds(3), releaseAfter: .seconds(180), scheduler: clock),
      scheduler: clock, clock: machine, seed: seed)
    session.notify = { [unowned self] in take($0) }
  }

  private func take(_ notice: SessionNotice) {
    watch?(notice)
    switch notice {
    case .changed: changes += 1
    case .utterance(.started, _): note("started")
    case .utterance(.finished, _): note("finished")
    case .utterance(.cancelled(let reason), _): note("cancelled (\(reason.rawValue))")
    case .utterance(.paused(let reason), _): note("paused (\(reason))")
    case .utterance(.resumed, _): note("resumed")
    case .heard(.word(let plan, let word), _):
      let bytes = session.track(plan.track)?.text(of: plan.sentence) ?? []
      note(String(decoding: bytes[word.span.utf8], as: UTF8.self))
    case .seeked(let microseconds): note("at \((microseconds.count + 500) / 1000)")
    case .failed(_, let error): note("failed: \(error.message)")
    default: break
    }
  }

  private func note(_ text: String) { told.append("\(milliseconds) \(text)") }

  /// Forgets what was told.
  func forget() { told = [] }

  // MARK: Time

  var milliseconds: Int64 { clock.now.nanoseconds / 1_000_000 }

  func pass(_ milliseconds: Int) { clock.advance(by: .milliseconds(milliseconds)) }

  // MARK: Texts

  /// A text of ASCII. Each line is a paragraph, and one that begins with `#` a heading; a sentence ends with a dot and
  /// a space, and a page begins with each `|`.
  func track(
    _ text: String, gaps: Timeline.Gaps = ManualSession.gaps, at sampleRate: SampleRate = .usual, isSaid: Bool = false,
    goesOn: Bool = false, with voice: VoiceID = VoiceID("counting")
  ) -> Track {
    let track = openTrack(gaps: gaps, at: sampleRate, isSaid: isSaid, with: voice)
    write(text, to: track)
    track.complete(.complete, goesOn: goesOn)
    return track
  }

  /// A track without a text.
  ///
  /// - Parameter sampleRate: that of its voice; the gaps are frames of the usual one.
  func openTrack(
    gaps: Timeline.Gaps = ManualSession.gaps, at sampleRate: SampleRate = .usual, isSaid: Bool = false,
    isLive: Bool = false, with voice: VoiceID = VoiceID("counting")
  ) -> Track {
    let track = Track(
      id: session.makeTrackID(), voice: VoiceConfiguration(voice: voice), gain: 1,
      gaps: Silences(gaps, at: .usual), sampleRate: sampleRate)
    track.isSaid = isSaid
    if case .text(let text) = track.content { text.isLive = isLive }
    return track
  }

  /// More of the text of a track.
  func write(_ text: String, to track: Track) {
    for line in text.split(separator: "\n") {
      let isHeading = line.hasPrefix("#")
      let sentences = line.drop { $0 == "#" || $0 == " " }.replacing(". ", with: ".\n").split(separator: "\n")
      for (index, sentence) in sentences.enumerated() {
        if track.text.count > 0 { track.passage.append(text: [UInt8(ascii: " ")]) }
        let start = track.text.count
        if let page = sentence.utf8.firstIndex(of: UInt8(ascii: "|")) {
          let offset = start + sentence.utf8.distance(from: sentence.utf8.startIndex, to: page)
          track.passage.append(
            PageMark(
              label: "\(track.passage.pages.count + 1)", start: TextPlace(scalars: offset, utf8: offset, utf16: offset))
          )
        }
        let bytes = sentence.utf8.filter { $0 != UInt8(ascii: "|") }
        track.passage.append(text: bytes)
        let record = SentenceRecord(
          span: TextSpan(start..<start + bytes.count), flags: index + 1 == sentences.count ? .endsParagraph : [],
          block: isHeading ? .heading : .paragraph)
        track.append(sentences: [record])
      }
    }
  }

  /// Puts a track into the queue.
  @discardableResult
  func add(_ track: Track, _ placement: Placement = .last, playing: Bool = true) -> TrackID {
    let title = String(decoding: track.sentenceCount > 0 ? track.text(of: 0) : [], as: UTF8.self)
    session.add([(track, TrackMetadata(title: title))], placement, playing: playing)
    return track.id
  }

  /// Reads a text after the others.
  @discardableResult
  func read(_ text: String, gaps: Timeline.Gaps = ManualSession.gaps, playing: Bool = true) -> TrackID {
    add(track(text, gaps: gaps), playing: playing)
  }

  /// Says a text, as the verb `say` does.
  @discardableResult
  func say(_ text: String) -> TrackID { add(track(text, isSaid: true), .inTurn) }

  /// Reads a document of chapters. They are all there at once.
  @discardableResult
  func readBook(_ chapters: [String], playing: Bool = true) -> [Track] {
    let document = OpenDocument(
      TextSource(unnamed: ScriptedFile(Script("a book"), isLive: false), isString: true), origin: nil, format: .epub,
      voices: VoiceChoice(VoiceConfiguration(voice: "counting"), from: nil),
      name: "book", uri: nil)
    var tracks: [Track] = []
    for (index, text) in chapters.enumerated() {
      document.begin(Chapter(index: index, title: "Chapter \(index + 1)"))
      let chapter = track(text, goesOn: index + 1 < chapters.count)
      chapter.join(document, chapter: index)
      document.add(chapter.id)
      tracks.append(chapter)
    }
    document.end()
    document.stopReading()
    session.add(
      tracks.map { ($0, TrackMetadata(title: "Chapter \($0.chapter + 1)", album: "book")) }, .last, playing: playing)
    return tracks
  }

  // MARK: The listener and the desktop

  func send(_ event: Player.Event) { session.send(event) }
  func play() { send(.play) }
  func pause() { send(.pause(.user)) }
  /// Goes to a place in milliseconds.
  func seek(to milliseconds: Int64) { send(.seek(to: Microseconds(milliseconds * 1000))) }
  func call() { send(.holdBegan(.call(application: "phone"))) }
  func endCall() { send(.holdEnded(.call(application: "phone"))) }

  var status: PlaybackStatus { session.snapshot.status }
  /// The reason for the silence; empty without one.
  var reason: String { session.snapshot.pauseReason?.description ?? "" }
  /// The heard position, to the nearest millisecond.
  var position: Int64 { (session.position.count + 500) / 1000 }
  var current: TrackID? { session.player.current }

  /// The letters whose sound the device has taken: a stroke for each silence, and each letter once for its length.
  var heard: String { Self.text(of: output.taken[...], framesPerLetter: voice.framesPerLetter) }

  /// The text of some sound at the rate 1.
  static func text(of sound: ArraySlice<Float>, framesPerLetter: Int) -> String {
    var text = ""
    var index = sound.startIndex
    while index < sound.endIndex {
      let sample = sound[index]
      var end = index
      while end < sound.endIndex, sound[end] == sample, sample == 0 || end - index < framesPerLetter { end += 1 }
      let letter = UInt8(clamping: Int(sample * 256))
      text += sample == 0 ? "|" : String(UnicodeScalar(letter))
      index = end
    }
    return text
  }
}

extension FrameFormat {
  /// That of the usual voices.
  static let usual = FrameFormat(sampleRate: SampleRate.usual.hertz, channels: 1)
}
