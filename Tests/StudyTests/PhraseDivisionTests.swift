import DesktopSupport
import Recordings
import Study
import Testing
import Vocabulary

/// The division of a recording into phrases, by the levels of its sound.
@Suite(.timeLimit(.minutes(1)))
struct PhraseDivisionTests {
  private func voices(_ phrases: [Phrase]) -> [Range<Int>] {
    phrases.map { hundredths($0.voiceStart)..<hundredths($0.voiceEnd) }
  }

  @Test(arguments: [0, 60, 100, 140])
  func aPauseOf350MillisecondsDividesAndOneOf200DoesNot(noise: Int) {
    var made = MadeLevels(noise: noise)
    made.silence(50)
    for (voice, pause) in [(80, 35), (60, 20), (90, 35), (40, 120), (150, 20), (30, 50)] {
      made.voice(voice)
      made.silence(pause)
    }
    let phrases = made.phrases()
    let gold = made.voices
    #expect(
      voices(phrases) == [
        gold[0], gold[1].lowerBound..<gold[2].upperBound, gold[3], gold[4].lowerBound..<gold[5].upperBound,
      ])
  }

  @Test func aPhraseKeepsLittleOfTheSilenceAroundItAndTheLastOneAsMuchAsTheOthers_S2_18() {
    var made = MadeLevels()
    made.silence(100)
    for pause in [400, 35, 60, 3000] {
      made.voice(100)
      made.silence(pause)
    }
    let phrases = made.phrases()
    #expect(phrases.map { hundredths($0.voiceStart) - hundredths($0.start) } == [15, 15, 12, 15])
    // A long silence makes no phrase longer, in its middle and at the end of the file.
    #expect(phrases.map { hundredths($0.end) - hundredths($0.voiceEnd) } == [30, 23, 30, 30])
    #expect(phrases.map(\.voiced) == [1_000_000, 1_000_000, 1_000_000, 1_000_000])
    // A recording that ends with its voice: silence is added.
    var cut = MadeLevels()
    for _ in 0..<3 {
      cut.silence(50)
      cut.voice(100)
    }
    #expect(cut.phrases().map { hundredths($0.end) - hundredths($0.voiceEnd) } == [30, 30, 30])
  }

  @Test func otherEdgesAreGivenFromTheSameLevels() {
    var made = MadeLevels()
    for _ in 0..<4 {
      made.silence(200)
      made.voice(100)
    }
    made.silence(200)
    var settings = PhraseSettings()
    settings.tail = 1_000_000
    settings.lead = 0
    #expect(made.phrases(settings).map { hundredths($0.end) - hundredths($0.voiceEnd) } == [100, 100, 100, 100])
    #expect(made.phrases(settings).allSatisfy { $0.start == $0.voiceStart })
    settings.silence = 2_100_000
    #expect(made.phrases(settings).count == 1)
  }

  @Test func aRecordingWithoutPausesIsDividedWhereItIsQuietest() {
    var made = MadeLevels()
    for index in 0..<10 {
      made.sound(990, level: 200)
      if index < 9 { made.sound(10, level: 194) }
    }
    let phrases = made.phrases()
    #expect(phrases.map { hundredths($0.start) }.dropFirst().allSatisfy { (990...1000).contains($0 % 1000) })
    #expect(zip(phrases, phrases.dropFirst()).allSatisfy { $0.end == $1.start }, "\(phrases)")
    #expect(phrases.first?.start == 0 && hundredths(phrases.last?.voiceEnd ?? 0) == made.count)
    #expect(phrases.allSatisfy { $0.voiced <= PhraseSettings().longest })
    // A short silence is better than the middle of a sound.
    var sentence = MadeLevels()
    sentence.silence(100)
    for pause in [20, 10, 20, 12] {
      sentence.voice(600)
      sentence.silence(pause)
    }
    sentence.voice(100)
    sentence.silence(100)
    let gold = sentence.voices
    #expect(
      voices(sentence.phrases()) == [
        gold[0], gold[1].lowerBound..<gold[2].upperBound, gold[3].lowerBound..<gold[4].upperBound,
      ])
    // None of the parts is a splinter, whatever there is to choose from.
    var steady = MadeLevels()
    steady.sound(1600, level: 200)
    #expect(voices(steady.phrases()) == [0..<800, 800..<1600])
  }

  @Test func theBorderOfAChapterIsThatOfAPhrase() {
    var made = MadeLevels()
    made.silence(100)
    made.voice(300)
    made.silence(100)
    made.voice(200)
    made.silence(100)
    // In a voice, and near the end of a silence.
    let phrases = made.phrases(borders: [0, 2_500_000, 4_950_000, 99_000_000])
    #expect(voices(phrases) == [100..<250, 250..<400, 500..<700])
    #expect(hundredths(phrases[0].end) == 250 && hundredths(phrases[1].start) == 250)
    #expect(hundredths(phrases[1].end) == 430 && hundredths(phrases[2].start) == 495)
  }

  @Test func aClickIsNoPhraseAndAShortWordIsOne() {
    var made = MadeLevels()
    made.silence(200)
    made.voice(100)
    made.silence(300)
    made.sound(3, level: 200)
    made.silence(300)
    made.voice(15)
    made.silence(300)
    made.voice(15)
    made.silence(40)
    made.voice(100)
    made.silence(200)
    let gold = made.voices
    #expect(voices(made.phrases()) == [gold[0], gold[1], gold[2].lowerBound..<gold[3].upperBound])
  }

  @Test func noiseMusicAndNothingAreNoVoices() {
    var silent = MadeLevels(noise: 20)
    silent.silence(6000)
    #expect(silent.phrases().isEmpty)
    #expect(MadeLevels().phrases().isEmpty)
    // Something to be heard without a pause is divided by its length.
    var noise = MadeLevels(noise: 180, spread: 3)
    noise.silence(6000)
    let parts = noise.phrases()
    #expect((4...12).contains(parts.count) && hundredths(parts.last?.voiceEnd ?? 0) == 6000, "\(parts)")
  }

  @Test func sentencesWithTimesAreThePhrases() {
    let times: [Range<Microseconds>] = [
      1_000_000..<2_000_000, 2_100_000..<3_000_000, 2_900_000..<4_000_000, 3_000_000..<3_500_000,
      10_000_000..<12_000_000,
    ]
    let found = PhraseDivision.phrases(ofSentences: times, borders: [0, 2_500_000, 9_950_000])
    // One that lies in the time of another has none of its own.
    #expect(found.map(\.sentence) == [0, 1, 2, 4])
    #expect(found.map { hundredths($0.phrase.voiceStart) } == [100, 210, 300, 1000])
    #expect(found.map { hundredths($0.phrase.voiceEnd) } == [200, 300, 400, 1200])
    #expect(found.map { hundredths($0.phrase.start) } == [85, 210, 300, 995])
    #expect(found.map { hundredths($0.phrase.end) } == [210, 300, 430, 1230])
    #expect(PhraseDivision.phrases(ofSentences: [.min ..< .max]).count == 1)
    #expect(PhraseDivision.phrases(ofSentences: []).isEmpty)
  }

  @Test func numbersFromOutsideAreBounded() {
    var settings = PhraseSettings()
    settings.threshold = .nan
    #expect(settings.threshold == PhraseSettings.thresholds.lowerBound)
    settings.threshold = .infinity
    #expect(settings.threshold == 60)
    settings.tail = .max
    settings.lead = .min
    settings.silence = 0
    settings.longest = 0
    #expect(settings.tail == 5_000_000 && settings.lead == 0 && settings.silence == 50_000)
    #expect(settings.longest == 1_000_000)
  }

  /// Whatever the levels and the numbers are: the phrases are in order, do not overlap, and no voice is cut.
  @Test(arguments: 0..<200) func noVoiceIsCutAndNoPhraseOverlapsAnother(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var made = MadeLevels(
      noise: .random(in: 0...130, using: &random), spread: .random(in: 0...3, using: &random), random)
    for _ in 0..<Int.random(in: 1...40, using: &random) {
      made.silence(.random(in: 1...300, using: &random))
      made.voice(.random(in: 25...400, using: &random))
    }
    var settings = PhraseSettings()
    settings.tail = Microseconds(.random(in: 0...2_000_000, using: &random))
    settings.lead = Microseconds(.random(in: 0...500_000, using: &random))
    settings.silence = Microseconds(.random(in: 50_000...2_000_000, using: &random))
    let borders = (0..<Int.random(in: 0...4, using: &random)).map { _ in
      Microseconds(Int64.random(in: 0...Int64(made.count) * 10_000, using: &random))
    }
    let phrases = made.phrases(settings, borders: borders)
    #expect(
      phrases.allSatisfy {
        $0.start >= 0 && $0.start <= $0.voiceStart && $0.voiceStart < $0.voiceEnd && $0.voiceEnd <= $0.end
      })
    #expect(zip(phrases, phrases.dropFirst()).allSatisfy { $0.end <= $1.start })
    for border in borders {
      let hundredth = (border.count + 5000) / 10_000
      #expect(!phrases.contains { hundredths($0.start) < hundredth && hundredth < hundredths($0.end) })
    }
    // Each voiced hundredth is in one phrase.
    var index = 0
    for voice in made.voices {
      for place in voice {
        while index < phrases.count, hundredths(phrases[index].end) <= place { index += 1 }
        #expect(index < phrases.count && hundredths(phrases[index].start) <= place, "\(place) of \(voice) is lost")
      }
    }
  }
}
