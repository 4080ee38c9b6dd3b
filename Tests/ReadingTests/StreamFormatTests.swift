import EventLoop
import Playback
import Speech
import Testing
import Vocabulary

@testable import Reading
@testable import ReadingSupport

/// Speech in a stream of another rate with two channels, as the service has it.
@Suite(.timeLimit(.minutes(1)))
struct StreamFormatTests {
  private static let stereo = FrameFormat(sampleRate: 48_000, channels: 2)
  /// A length of letters whose ends are between two frames of the stream.
  private static let framesPerLetter = 2203
  private static let text = "One two. Three ab. Four."

  /// The frame of the stream with which a media frame begins.
  private static func stream(_ media: Int) -> Int { (media * 320 + 146) / 147 }

  /// One channel of the sound that was taken.
  @Core private static func channel(_ channel: Int, of hand: ManualSession) -> [Float] {
    stride(from: channel, to: hand.output.taken.count, by: 2).map { hand.output.taken[$0] }
  }

  @Test func theWordsAreHeardAtTheSameMomentsInBothChannels() async {
    func told(_ format: FrameFormat) async -> [String] {
      var told: [String] = []
      await ManualSession.play(to: format) { hand in
        hand.read(Self.text)
        hand.pass(10_000)
        told = hand.told
        if format.channels == 2 { #expect(Self.channel(0, of: hand) == Self.channel(1, of: hand)) }
      }
      return told
    }
    let inSpeechFormat = await told(FrameFormat(sampleRate: 22_050, channels: 1))
    #expect(inSpeechFormat.count == 7)
    #expect(await told(Self.stereo) == inSpeechFormat)
  }

  @Test func sentencesAndGapsBeginAtTheirExactFrames() async {
    await ManualSession.play(to: Self.stereo) { hand in
      hand.voice.framesPerLetter = Self.framesPerLetter
      hand.read(Self.text)
      hand.pass(10_000)
      let sound = Self.channel(0, of: hand)
      var media = 0
      for (index, letters) in [8, 9, 5].enumerated() {
        let (start, end) = (media, media + letters * Self.framesPerLetter)
        // The first and the last samples of a sentence are small, but not 0.
        #expect(sound[Self.stream(start)..<Self.stream(end)].filter { $0 != 0 }.count > (end - start) * 2)
        #expect(abs(sound[Self.stream(start) + 1]) > 0.1 && abs(sound[Self.stream(end) - 3]) > 0.05)
        media = end + 2205
        if index < 2 { #expect(sound[Self.stream(end)..<Self.stream(media)].allSatisfy { $0 == 0 }) }
      }
      #expect(sound.count == Self.stream(media - 2205))
    }
  }

  @Test(arguments: [1, 333, 900, 1001, 1777, 2150]) func afterASeekTheSamplesAreTheSame(milliseconds: Int64) async {
    var whole: [Float] = []
    await ManualSession.play(to: Self.stereo) { hand in
      hand.voice.framesPerLetter = Self.framesPerLetter
      hand.read(Self.text)
      hand.pass(10_000)
      whole = hand.output.taken
    }
    await ManualSession.play(to: Self.stereo) { hand in
      hand.voice.framesPerLetter = Self.framesPerLetter
      hand.read(Self.text, playing: false)
      hand.pass(100)
      hand.seek(to: milliseconds)
      hand.play()
      hand.pass(10_000)
      let media = Frame(microseconds: Microseconds(milliseconds * 1000), at: .usual)
      #expect(hand.output.taken == Array(whole[(2 * Self.stream(Int(media)))...]))
    }
  }

  /// The server goes away, and comes back with another rate: the word that was interrupted is heard at that rate, and
  /// all that follows.
  @Test(arguments: [1, 333, 900, 1001, 1777]) func atAnotherRateTheSoundGoesOnAtItsWord(milliseconds: Int) async {
    func words(_ told: some Sequence<String>) -> [String] {
      told.map { String($0.drop { $0 != " " }) }.filter { !$0.hasPrefix(" at ") }
    }
    var (whole, told): ([Float], [String]) = ([], [])
    await ManualSession.play(to: FrameFormat(sampleRate: 44_100, channels: 2)) { hand in
      hand.voice.framesPerLetter = Self.framesPerLetter
      hand.read(Self.text)
      hand.pass(10_000)
      (whole, told) = (hand.output.taken, words(hand.told))
    }
    await ManualSession.play(to: Self.stereo) { hand in
      hand.voice.framesPerLetter = Self.framesPerLetter
      hand.read(Self.text)
      hand.pass(milliseconds)
      hand.output.become(.serverMissing)
      let before = hand.output.taken.count
      #expect(before == 2 * 48 * milliseconds)
      hand.pass(500)
      hand.output.comeBack(at: 44_100)
      hand.pass(10_000)
      let after = Array(hand.output.taken[before...])
      #expect(after == Array(whole.suffix(after.count)))
      let place = (whole.count - after.count) / 2
      #expect((441 * milliseconds / 10 - 22_050...441 * milliseconds / 10).contains(place))
      let rest = words(hand.told.split { $0.hasSuffix(" resumed") }.last ?? [])
      #expect(hand.told.count > rest.count && rest.count > 1 && rest == Array(told.suffix(rest.count)))
    }
  }

  @Test func thePositionIsThatOfTheHeardFrame() async {
    await ManualSession.play(to: Self.stereo) { hand in
      hand.voice.framesPerLetter = Self.framesPerLetter
      hand.read(Self.text)
      for moment in stride(from: Int64(10), to: 2400, by: 37) {
        hand.pass(Int(moment - hand.milliseconds))
        #expect(abs(hand.session.position.count - moment * 1000) <= 46, "at \(moment)")
      }
    }
  }

  @Test(arguments: [0.25, 0.7, 1.5, 3, 6]) func anotherRateKeepsTimeInTheStream(rate: Double) async {
    await ManualSession.play(to: Self.stereo) { hand in
      hand.send(.setRate(rate))
      hand.read(String(repeating: Self.text + " ", count: 20))
      var before = Int64(0)
      while hand.status == .playing, hand.milliseconds < 300_000 {
        hand.pass(100)
        guard hand.status == .playing else { break }
        #expect(hand.session.position.count >= before)
        before = hand.session.position.count
      }
      // 20 times 2.2 s of letters, and the gaps of 0.1 s between 60 sentences.
      let exact = (20 * 2.2 + 59 * 0.1) / rate
      let heard = Double(hand.output.taken.count / 2) / 48_000
      #expect(abs(heard - exact) < exact * 0.06, "\(heard) s for \(exact) s")
    }
  }

  /// A letter takes a tenth of a second in any voice.
  @Test(arguments: [16_000, 24_000, 48_000]) func aVoiceOfAnotherRateIsHeardAtTheSameMoments(hertz: Int) async {
    func told(_ rate: SampleRate, _ format: FrameFormat) async -> (told: [String], length: Microseconds?) {
      var result: (told: [String], length: Microseconds?) = ([], nil)
      await ManualSession.play(to: format) { hand in
        let track = hand.track(Self.text, at: rate)
        #expect(track.timeline.sampleRate == rate && track.silences == Silences(ManualSession.gaps, at: .usual))
        let entry = hand.add(track)
        hand.pass(10_000)
        result = (hand.told, hand.session.player.entry(entry)?.length?.microseconds)
      }
      return result
    }
    let usual = await told(.usual, .usual)
    for format in [FrameFormat.usual, Self.stereo, FrameFormat(sampleRate: hertz, channels: 1)] {
      let other = await told(SampleRate(hertz: hertz), format)
      #expect(other.told.count == 7 && other.told == usual.told, "\(format)")
      #expect(other.length == usual.length, "\(format)")
    }
  }
}
