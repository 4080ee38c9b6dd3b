import DesktopSupport
import Foundation
import Speech
import Study
import Testing
import Vocabulary

/// `aloud export --learn`: the exercise as a sound file.
@Suite(.timeLimit(.minutes(3)))
struct ExerciseExportTests {
  private struct Answer: Decodable {
    struct Phrase: Decodable {
      var start, end, voiceStart, voiceEnd: Double

      var phrase: Study.Phrase {
        func time(_ seconds: Double) -> Microseconds { Microseconds(Int64((seconds * 1_000_000).rounded())) }
        return Study.Phrase(
          start: time(start), voiceStart: time(voiceStart), voiceEnd: time(voiceEnd), end: time(end))
      }
    }
    var phrases: [Phrase]
  }

  private func aloud(_ exports: Exports, _ arguments: String) async throws -> CommandResult {
    try await exports.shell("cd '\(exports.folder)' && '\(Project.program("aloud"))' \(arguments)")
  }

  private func samples(_ exports: Exports, _ name: String) async throws -> [Int16] {
    try await exports.samples(name).withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
  }

  private func frames(_ seconds: Double) -> Int { Int((seconds * 22_050).rounded(.down)) }

  @Test func eachPhraseIsHeardWholeAtItsSpeedsAndEachGapHasItsLength() async throws {
    try await Exports.with { exports in
      try await Lesson(exports, ground: .nothing).write(exports.file("lesson.wav"))
      let list = try await aloud(exports, "learn --list --json lesson.wav")
      let phrases = try JSONDecoder().decode(Answer.self, from: Data(list.output.utf8)).phrases
      let made = try await aloud(exports, "export -q --learn --speeds 1,0.5 --gap 1.5x lesson.wav -o learn.wav")
      #expect(made.succeeded, "\(made)")
      let (source, sound) = (try await samples(exports, "lesson.wav"), try await samples(exports, "learn.wav"))
      var settings = ExerciseSettings()
      settings.speeds = [1, 0.5]
      settings.gap = .factor(1.5)
      let exercise = Exercise(phrases.map(\.phrase), settings, at: SampleRate(hertz: 22_050))
      try #require(sound.count == exercise.length)
      for index in 0..<exercise.turnCount {
        let (turn, place) = (exercise.turn(index), Int(exercise.start(of: index)))
        let heard = sound[place..<place + Int(turn.length)]
        let original = source[Int(turn.source.lowerBound)..<min(source.count, Int(turn.source.upperBound))]
        if turn.speed == 1 {
          // As it is, but for the first and the last 4 ms, which are silent.
          let isWhole = zip(original, heard).allSatisfy { abs(Int($0) - Int($1)) <= 1 }
          #expect(isWhole, "\(turn)")
        } else {
          // At half of the speed: the same energy in twice the time.
          let energy = { (part: ArraySlice<Int16>) in part.reduce(0.0) { $0 + Double($1) * Double($1) } }
          #expect((1.6...2.4).contains(energy(heard) / max(1, energy(original))), "\(turn)")
        }
        #expect(sound[place + Int(turn.length)..<Int(exercise.start(of: index + 1))].allSatisfy { $0 == 0 }, "\(turn)")
        let voiced = exercise.phrases[turn.phrase].voiced
        #expect(abs(turn.gap - Frame(Double(voiced) * 22_050 / 1_000_000 / turn.speed * 1.5)) <= 3)
      }
      let again = try await aloud(exports, "export -q --learn --speeds 1,0.5 --gap 1.5x lesson.wav -o again.wav")
      #expect(try again.succeeded && exports.bytes("again.wav") == exports.bytes("learn.wav"))
    }
  }

  @Test func thePhrasesOfATextAreItsSentences() async throws {
    try await Exports.with { exports in
      try exports.write("It rains. We leave at once.\n\nThe end.", "text.txt")
      let plain = try await aloud(exports, "export -q --json -l en text.txt -o plain.wav")
      let made = try await aloud(exports, "export -q --learn --repeat 2 -l en text.txt -o learn.wav")
      #expect(plain.succeeded && made.succeeded, "\(plain) \(made)")
      let (source, sound) = (try await samples(exports, "plain.wav"), try await samples(exports, "learn.wav"))
      struct Cues: Decodable {
        struct Sentence: Decodable {
          var start, end: Double
        }
        var sentences: [Sentence]
      }
      let cues = try JSONDecoder().decode(Cues.self, from: exports.bytes("plain.json")).sentences
      #expect(cues.count == 3)
      var place = 0
      for sentence in cues {
        let original = source[frames(sentence.start)..<min(source.count, frames(sentence.end))]
        for _ in 0..<2 {
          // Near its place: each length is rounded to a frame, and each time to a millisecond.
          let heard = sound[place..<min(sound.count, place + original.count)]
          let loud = { (part: ArraySlice<Int16>) in part.reduce(0.0) { $0 + Double($1) * Double($1) } }
          #expect((0.9...1.1).contains(loud(heard) / loud(original)), "\(sentence)")
          place += 2 * original.count
        }
      }
      #expect(abs(place - sound.count) <= 400, "\(place) of \(sound.count)")
    }
  }

  @Test func everyTenthPhraseBeginsAChapterAndTheNameSaysWhatItIs() async throws {
    try await Exports.with { exports in
      try await Lesson(exports, ground: .nothing).write(exports.file("lesson.wav"))
      let made = try await aloud(exports, "export -q --learn lesson.wav")
      #expect(made.succeeded && exports.exists("lesson-learn.mp3"), "\(made)")
      let chapters = try await exports.probe("lesson-learn.mp3").chapters
      #expect(chapters.map { $0.tags?["title"] } == ["1–10", "11–13"], "\(chapters)")
      for (wrong, code, reason) in [
        ("--learn lesson.wav", 2, "exists"), ("--learn --srt lesson.wav -o a.mp3", 2, "one sound without a text"),
        ("--gap 2s lesson.wav -o a.mp3", 2, "those of an exercise"),
        ("--learn --gap 1e9 lesson.wav -o a.mp3", 2, "'1e9' is no gap"),
        ("--learn --gap nan lesson.wav -o a.mp3", 2, "is no gap"),
        ("--learn --speeds '' lesson.wav -o a.mp3", 2, "is no list of speeds"),
        ("--learn --speeds 1,9 lesson.wav -o a.mp3", 2, "is no list of speeds"),
        ("--learn --repeat 0 lesson.wav -o a.mp3", 2, "no number of repetitions"),
        ("--learn --repeat 2 --speeds 1 lesson.wav -o a.mp3", 2, "how often"),
        ("--learn --rate 6 lesson.wav -o a.mp3", 2, "a speed that none may have"),
      ] {
        let refused = try await aloud(exports, "export -q \(wrong)")
        #expect(refused.exitCode == code && refused.errors.contains(reason), "\(wrong): \(refused)")
        #expect(!exports.exists("a.mp3"))
      }
    }
  }
}
