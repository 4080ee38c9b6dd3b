import Documents
import EventLoop
import Playback
import Speech
import Store
import Testing
import Vocabulary

@testable import AloudService
@testable import Reading
@testable import ReadingSupport

/// The event loop that `@Core` runs on.
private let loop: Void = Core.loop.startThread()

/// The lengths of a text that an earlier run measured.
@Suite(.timeLimit(.minutes(1)))
struct LengthSearchTests {
  private static let count = 5000
  private static let sentence = Array("One two. ".utf8)

  private func run(_ body: @Core () throws -> Void) async rethrows {
    loop
    try await Self.onLoop(body)
  }

  @Core
  private static func onLoop(_ body: @Core () throws -> Void) rethrows { try body() }

  @Core
  private static func track(_ count: Int = count, by voice: VoiceID = "counting") -> Track {
    let track = Track(
      id: TrackID(1), voice: VoiceConfiguration(voice: voice), gain: 1, gaps: Silences())
    var records: [SentenceRecord] = []
    for index in 0..<count {
      track.passage.append(text: sentence)
      let start = index * sentence.count
      records.append(SentenceRecord(span: TextSpan(start..<start + sentence.count - 1)))
    }
    track.append(sentences: records)
    track.complete(.complete)
    return track
  }

  @Core
  @discardableResult
  private static func search(
    _ track: Track, engine: String = "counting 1", finding blob: @escaping @Core (LengthKey) -> [UInt8]?
  ) -> [LengthKey] {
    let search = LengthSearch(track, engines: EngineNames(["espeak-ng": engine]))
    search.lookUp = blob
    for step in search.steps { while step() {} }
    return search.keys
  }

  /// The key is a promise: the lengths of earlier versions are found by it.
  @Test func theKeyIsThatOfTheWholeTextAndAllSentences() async {
    await run {
      let track = Self.track()
      var cut = TextFingerprint(byteCount: Self.count * 8)
      for index in 0..<Self.count {
        let start = UInt64(index * Self.sentence.count)
        cut.add(word: start | (start + UInt64(Self.sentence.count) - 1) << 32)
      }
      let text = TextFingerprint.of(Array(repeatElement(Self.sentence, count: Self.count).joined()))
      let key = LengthKey(text: text, cut: cut.value, voice: track.voice, engine: "counting 1")
      #expect(Self.search(track, finding: { _ in nil }) == [key])
      #expect(!track.timeline.isExact)
    }
  }

  /// The kept lengths of a voice that may say a text otherwise each time are estimates.
  @Test(arguments: [false, true]) func keptLengthsOfADoubtfulVoiceAreEstimates(isDoubted: Bool) async {
    await run {
      let track = Self.track(3)
      let search = LengthSearch(track, engines: EngineNames(["espeak-ng": "counting 1"]))
      var blob: [UInt8] = []
      for length in [20_000, 30_000, nil] as [Frame?] { FrameList.append(length, to: &blob) }
      search.lookUp = { _ in blob }
      search.isDoubted = { $0 == track.voice && isDoubted }
      for step in search.steps { while step() {} }
      #expect((0..<3).map { track.speech(of: $0) } == (isDoubted ? [nil, nil, nil] : [20_000, 30_000, nil]))
      #expect(track.measuring.former == (isDoubted ? [0: 20_000, 1: 30_000] : [:]))
      if isDoubted {
        let ratio = Double(track.timeline.estimatedSpeech(of: 1)) / Double(track.timeline.estimatedSpeech(of: 0))
        #expect(abs(ratio - 1.5) < 0.2, "\(ratio)")
      }
    }
  }

  /// The rules for a language change the lengths of its voices, and of nothing else.
  @Test func theKeyKnowsTheRulesOfItsLanguagesAlone() async {
    await run {
      let track = Self.track()
      let plain = Self.search(track, finding: { _ in nil })
      let rules = "counting 1; ja 1 ipadic; zh 1"
      #expect(Self.search(track, engine: rules, finding: { _ in nil }) == plain)
      let other = Self.search(track, engine: "counting 1; counting 1", finding: { _ in nil })
      #expect(other.count == plain.count && other != plain)
      let japanese = Self.track(by: "jpx/ja")
      let key = Self.search(japanese, engine: rules, finding: { _ in nil })
      #expect(key != Self.search(japanese, finding: { _ in nil }))
      #expect(key == Self.search(japanese, engine: "counting 1; ja 1 ipadic", finding: { _ in nil }))
    }
  }

  /// Another voice within a sentence makes another length, so it makes another key, and only then.
  @Test func theKeyKnowsThePartsThatOtherVoicesSpeak() async {
    await run {
      @Core func key(_ voices: [(sentence: Int, utf8: Range<Int>, tag: String)]) -> LengthKey? {
        let track = Track(
          id: TrackID(1), voice: VoiceConfiguration(voice: "gmw/en"), gain: 1, gaps: Silences())
        let catalogue = VoiceCatalogue(
          ["en", "de", "fr"].map {
            Voice(VoiceID("gmw/\($0)"), name: $0, languages: [.init(tag: $0, priority: 5)])
          })
        let records = (0..<3).map { index in
          let start = index * Self.sentence.count
          return SentenceRecord(
            span: TextSpan(start..<start + Self.sentence.count - 1),
            runs: voices.filter { $0.sentence == index }.map { LanguageSpan(utf8: $0.utf8, tag: $0.tag) })
        }
        for _ in records { track.passage.append(text: Self.sentence) }
        track.append(sentences: records, choice: VoiceChoice(track.voice, from: catalogue))
        track.complete(.complete)
        return Self.search(track, finding: { _ in nil }).first
      }
      let plain = key([])
      #expect(key([(1, 0..<3, "en")]) == plain && key([(1, 0..<3, "tlh")]) == plain)
      let keys = [
        plain, key([(1, 0..<3, "de")]), key([(2, 0..<3, "de")]), key([(1, 0..<3, "fr")]), key([(1, 0..<2, "de")]),
        key([(1, 0..<3, "de"), (2, 0..<3, "fr")]), key([(1, 0..<3, "fr"), (2, 0..<3, "fr")]),
      ]
      #expect(Set(keys).count == keys.count)
    }
  }

  @Test func knownLengthsAreEnteredAndMeasuredOnesStay() async {
    await run {
      let track = Self.track()
      track.timeline.setSpeech(7, of: 3)
      let lengths = (0..<Self.count).map { $0 % 10 == 9 ? nil : Frame($0 + 100) }
      Self.search(track) { _ in FrameList.encode(lengths) }
      for index in 0..<Self.count {
        #expect(track.timeline.speech(of: index) == (index == 3 ? 7 : lengths[index]))
      }
    }
  }

  @Test(arguments: [-1, 1]) func aListOfAnotherLengthEntersNothing(more: Int) async {
    await run {
      let track = Self.track()
      Self.search(track) { _ in FrameList.encode([Frame?](repeating: 5, count: Self.count + more)) }
      #expect(track.timeline.speech(of: 0) == nil)
    }
  }

  // MARK: Long texts

  /// The lengths of a text of three parts.
  private static let many = (0..<2 * LengthKey.partSize + 100).map { $0 % 10 == 9 ? nil : Frame($0 % 1000 + 100) }

  /// The parts of `many`, as they are collected for the store.
  @Core
  private static func parts(of key: LengthKey) -> [LengthKey: [UInt8]] {
    var (parts, part) = ([:] as [LengthKey: [UInt8]], LengthPart(key))
    for length in many {
      part.append(length)
      guard part.isFull else { continue }
      parts[part.key] = part.blob
      part.beginNext()
    }
    parts[part.key] = part.blob
    return parts
  }

  @Core
  private static func key(of track: Track) -> LengthKey { search(track) { _ in nil }[0] }

  @Test func theLengthsOfALongTextComeInParts() async {
    await run {
      let track = Self.track(Self.many.count)
      let parts = Self.parts(of: Self.key(of: track))
      #expect(Set(parts.keys.map(\.part)) == [0, 1, 2])
      Self.search(track) { parts[$0] }
      #expect((0..<Self.many.count).map { track.timeline.speech(of: $0) } == Self.many)
    }
  }

  @Test(arguments: [0, 1, 2]) func aPartThatIsMissingOrDamagedCostsNoOther(part: Int) async {
    await run {
      for damage in [[], [0x80], [5]] as [[UInt8]] {
        let track = Self.track(Self.many.count)
        let parts = Self.parts(of: Self.key(of: track))
        Self.search(track) { $0.part == part ? damage.isEmpty ? nil : parts[$0]! + damage : parts[$0] }
        let lost = part * LengthKey.partSize..<min((part + 1) * LengthKey.partSize, Self.many.count)
        #expect(
          (0..<Self.many.count).map { track.timeline.speech(of: $0) }
            == Self.many.indices.map { lost.contains($0) ? nil : Self.many[$0] })
      }
    }
  }

  @Test func theOneListOfAnEarlierBuildIsFound() async {
    await run {
      let track = Self.track(Self.many.count)
      Self.search(track) { $0.part == 0 ? FrameList.encode(Self.many) : nil }
      #expect((0..<Self.many.count).map { track.timeline.speech(of: $0) } == Self.many)
    }
  }
}
