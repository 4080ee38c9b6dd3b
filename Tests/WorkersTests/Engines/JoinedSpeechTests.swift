import DesktopSupport
import EventLoop
import Speech
import Testing
import Vocabulary

@testable import Workers

/// The join of parts, with engines that fail at any moment, and events that come in any order.
@Suite(.timeLimit(.minutes(1)))
struct JoinedSpeechTests {
  init() { TestLoop.start() }

  private static let words = ["one ", "two ", "three ", "four ", "five ", "six"]

  /// A stand-in for an engine: it says the words of a text, each with as many frames as it has bytes. The marks of the
  /// text stand before words.
  private static func events(_ text: [UInt8], _ runs: [TextRun] = [], wordsFirst: Bool) -> [SpeechEvent] {
    var (events, frame): ([SpeechEvent], Int) = ([], 0)
    let marks = text.split(separator: 0x20).map { word in
      SpeechEvent.mark(
        WordMark(
          frame: word.startIndex,
          span: TextSpan(
            scalars: word.indices, utf8: word.indices, utf16: word.indices)))
    }
    func reached(at place: Int) -> [SpeechEvent] {
      runs.compactMap { run in
        run.utf8.lowerBound == place ? run.attributes.mark.map { .reached(mark: $0, frame: place) } : nil
      }
    }
    if wordsFirst { events = text.indices.flatMap { reached(at: $0) } + marks }
    for (index, word) in text.split(separator: 0x20).enumerated() {
      if !wordsFirst { events += reached(at: word.startIndex) + [marks[index]] }
      let end = min(word.endIndex + 1, text.count)
      for samples in [frame..<frame + 1, frame + 1..<end] where !samples.isEmpty {
        events.append(.samples(firstFrame: samples.lowerBound, samples.map { Int16(text[$0]) }))
      }
      frame = end
    }
    return events + [.done(frames: Frame(text.count))]
  }

  /// No failure at any moment matters: frames have no hole, no word is lost, and each is told once, as is each mark.
  @Test(arguments: 0..<2000) @Core func noFailureCostsAWord(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let others = [1, 3, 4].filter { _ in Bool.random(using: &random) }
    let marked = Self.words.indices.filter { _ in Bool.random(using: &random) }
    let runs = Self.words.indices.map { index in
      let start = Self.words[..<index].reduce(0) { $0 + $1.utf8.count }
      return TextRun(
        utf8: start..<start + Self.words[index].utf8.count,
        RunAttributes(
          voice: others.contains(index) ? VoiceID("e\(index):v") : nil,
          mark: marked.contains(index) ? Self.words[index] : nil))
    }
    let text = Array(Self.words.joined().utf8)
    let parts = JoinedSpeech.parts(text, VoiceConfiguration(voice: "v"), runs)
    var spoken = Spoken()
    let joined = JoinedSpeech(parts) { spoken.take($0) }
    var waiting = parts.map { Self.events($0.text, $0.runs, wordsFirst: Bool.random(using: &random))[...] }
    let texts = parts.map(\.text)
    var rests: Set<Int> = []
    joined.recover = { part, _ in
      guard rests.insert(part).inserted else { return false }
      let rest = joined.restart(part)
      let text = Array(texts[part][rest.start...])
      waiting[part] = Self.events(text, rest.runs(of: parts[part]), wordsFirst: false)[...]
      return true
    }
    while let part = waiting.indices.filter({ !waiting[$0].isEmpty }).randomElement(using: &random) {
      if !rests.contains(part), Int.random(in: 0..<8, using: &random) == 0 {
        joined.take(.failed(Trouble(.broken)), of: part)
      } else if let event = waiting[part].popFirst() {
        joined.take(event, of: part)
      }
    }
    #expect(spoken.faults.isEmpty && spoken.error == nil && spoken.otherVoices == rests.count)
    #expect(spoken.words(of: String(decoding: text, as: UTF8.self)) == Self.words.map { $0.filter { $0 != " " } })
    #expect(spoken.frames == spoken.samples.count && spoken.samples.count >= text.count)
    for mark in spoken.marks {
      #expect(spoken.samples[mark.frame] == Int16(text[mark.span.utf8.lowerBound]), "the word is heard at its mark")
    }
    #expect(spoken.reached.map { $0.filter { !$0.isNumber } } == marked.map { Self.words[$0] + " " })
    for reached in spoken.reached {
      let (name, frame) = (reached.utf8.first, reached.split(separator: " ").last.flatMap { Int($0) })
      #expect(name.map { Int16($0) } == frame.map { spoken.samples[$0] }, "what is behind a mark is heard at it")
    }
    if rests.isEmpty { #expect(spoken.samples == text.map { Int16($0) }) }
  }

  @Test @Core func theSoundOfAFailedEngineEndsWithoutAClick() {
    let parts = JoinedSpeech.parts(Array("one two".utf8), VoiceConfiguration(voice: "v"), [])
    var (samples, joints): ([Int16], [Int]) = ([], [])
    let joined = JoinedSpeech(parts) { event in
      switch event {
      case .samples(let first, let new):
        #expect(first == samples.count)
        samples += new
      case .otherVoice: joints.append(samples.count)
      default: break
      }
    }
    joined.recover = { part, _ in joined.restart(part).start == 0 }
    joined.take(.samples(firstFrame: 0, [0, -6000, -12000]), of: 0)
    joined.take(.failed(Trouble(.died)), of: 0)
    joined.take(.samples(firstFrame: 0, [0, 5]), of: 0)
    joined.take(.failed(Trouble(.died)), of: 0)
    #expect(joints.allSatisfy { samples[$0 - 1] == 0 } && joints.count == 2)
    let fall = zip(samples[2...], samples[3...]).map { abs(Int($0) - Int($1)) }
    #expect((fall.max() ?? 0) <= 12000 / 64 + 1)
  }

  @Test @Core func aFailureThatNobodyMendsEndsTheText() {
    let parts = JoinedSpeech.parts(
      Array("one two".utf8), VoiceConfiguration(voice: "v"), [TextRun(utf8: 4..<7, voice: "hum:h")])
    var spoken = Spoken()
    let joined = JoinedSpeech(parts) { spoken.take($0) }
    joined.take(.failed(Trouble(.broken)), of: 1)
    #expect(spoken == Spoken(), "the parts before it are heard first")
    for event in Self.events(parts[0].text, wordsFirst: true) { joined.take(event, of: 0) }
    #expect(spoken.error?.code == .broken && spoken.samples.count == 4 && spoken.marks.count == 1)
    joined.take(.samples(firstFrame: 0, [1]), of: 1)
    #expect(spoken.faults.isEmpty)
  }
}
