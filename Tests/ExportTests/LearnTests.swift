import DesktopSupport
import Foundation
import Testing

/// `aloud learn --list`: the phrases of recordings, whose places are known.
@Suite(.timeLimit(.minutes(3)))
struct LearnTests {
  /// The answer of `aloud learn --list --json`, in seconds.
  private struct Answer: Decodable {
    struct Phrase: Decodable {
      var start, end, voiceStart, voiceEnd: Double
    }
    var version: Int
    var file: String
    var phrases: [Phrase]
  }

  private func learn(_ exports: Exports, _ arguments: String) async throws -> CommandResult {
    try await exports.shell("cd '\(exports.folder)' && '\(Project.program("aloud"))' learn \(arguments)")
  }

  private func phrases(_ exports: Exports, _ arguments: String) async throws -> [Answer.Phrase] {
    let result = try await learn(exports, "--list --json \(arguments)")
    try #require(result.succeeded, "\(result)")
    let answer = try JSONDecoder().decode(Answer.self, from: Data(result.output.utf8))
    #expect(answer.version == 1)
    return answer.phrases
  }

  /// Compares phrases with the lesson: one to one, none cut, and their edges within 50 ms.
  private func check(_ phrases: [Answer.Phrase], _ lesson: Lesson, _ what: String) throws {
    try #require(phrases.count == lesson.gold.count, "\(what): \(phrases.count) of \(lesson.gold.count)")
    var near = 0
    for (phrase, gold) in zip(phrases, lesson.gold) {
      #expect(
        phrase.start <= gold.start + 0.001 && phrase.end >= gold.end - 0.001, "\(what): \(gold) is cut by \(phrase)")
      near += abs(phrase.voiceStart - gold.start) <= 0.05 ? 1 : 0
      near += abs(phrase.voiceEnd - gold.end) <= 0.05 ? 1 : 0
      #expect(
        0...0.3 ~= phrase.voiceStart - phrase.start && 0.1...0.6 ~= phrase.end - phrase.voiceEnd, "\(what): \(phrase)")
    }
    // One edge of so few is a twenty-sixth: another version of the voice may end a word more softly.
    #expect(Double(near + 1) >= 0.95 * Double(2 * phrases.count), "\(what): \(near) edges of \(2 * phrases.count)")
    #expect(zip(phrases, phrases.dropFirst()).allSatisfy { $0.end <= $1.start }, "\(what)")
  }

  @Test(arguments: Lesson.Ground.allCases)
  func phrasesAreThoseOfTheLesson_S2_18(ground: Lesson.Ground) async throws {
    try await Exports.with { exports in
      let lesson = try await Lesson(exports, ground: ground)
      try lesson.write(exports.file("lesson.wav"))
      try check(try await phrases(exports, "lesson.wav"), lesson, "\(ground)")
      try await exports.ffmpeg("-i lesson.wav -b:a 64k lesson.mp3")
      try check(try await phrases(exports, "lesson.mp3"), lesson, "\(ground), MP3")
    }
  }

  @Test func aQuietOneAStereoOneAndALongSilenceAtTheEndAreDividedAlike() async throws {
    try await Exports.with { exports in
      let quiet = try await Lesson(exports, ground: .nothing, loudness: 0.02)
      try quiet.write(exports.file("quiet.wav"))
      try check(try await phrases(exports, "quiet.wav"), quiet, "quiet")
      let lesson = try await Lesson(exports, ground: .noise, silence: 20, seed: 2)
      try lesson.write(exports.file("stereo.wav"), channels: 2)
      try check(try await phrases(exports, "stereo.wav"), lesson, "stereo")
    }
  }

  @Test func itTellsPeopleAndRefusesWhatItCannotDivide() async throws {
    try await Exports.with { exports in
      let lesson = try await Lesson(exports, ground: .nothing)
      try lesson.write(exports.file("lesson.wav"))
      let shown = try await learn(exports, "--list lesson.wav")
      #expect(shown.succeeded && shown.output.split(separator: "\n").count == lesson.gold.count, "\(shown)")
      #expect(shown.output.hasPrefix(" 1  0:00."), "\(shown.output)")
      let tail = try await phrases(exports, "--tail 100ms --lead 0 lesson.wav")
      #expect(tail.allSatisfy { abs($0.end - $0.voiceEnd - 0.1) < 0.001 && $0.start == $0.voiceStart })
      #expect(try await phrases(exports, "--silence 3s --longest 10m lesson.wav").count == 1)
      // Two files: one answer on a line each.
      let both = try await learn(exports, "--list --json lesson.wav lesson.wav")
      #expect(both.output.split(separator: "\n").count == 2, "\(both)")
      try exports.write("A text.", "text.txt")
      try await exports.ffmpeg("-f lavfi -i anullsrc=d=3 silent.wav")
      for (wrong, code, reason) in [
        ("--list --silence 1s text.txt", 2, "the phrases of a text are its sentences"),
        ("--list -v en-us lesson.wav", 2, "which no voice reads"), ("--list missing.wav", 2, "there is no such file"),
        ("--list silent.wav", 6, "nothing is to be heard"),
        ("--list --tail 1e9 lesson.wav", 2, "'1e9' is no time for --tail"),
        ("--list --silence nan lesson.wav", 2, "no time for --silence"),
        ("--list --threshold 900 lesson.wav", 2, "no level above the noise"),
      ] {
        let refused = try await learn(exports, wrong)
        #expect(refused.exitCode == code && refused.errors.contains(reason), "\(wrong): \(refused)")
        #expect(refused.errors.split(separator: "\n").count <= 2, "\(refused)")
      }
    }
  }

  /// The phrases of a text are at the places of its sentences in an export, to the millisecond.
  @Test func thePhrasesOfATextAreItsSentences() async throws {
    try await Exports.with { exports in
      struct Texts: Decodable {
        struct Phrase: Decodable {
          var start, end, voiceStart, voiceEnd: Double
          var text: String
        }
        var phrases: [Phrase]
      }
      struct Cues: Decodable {
        struct Sentence: Decodable {
          var start, end: Double
          var text: String
        }
        var sentences: [Sentence]
      }
      let listed = try await learn(exports, "--list --json book.epub")
      let made = try await exports.export("-q --json book.epub -o book.wav")
      #expect(listed.succeeded && made.succeeded, "\(listed) \(made)")
      let phrases = try JSONDecoder().decode(Texts.self, from: Data(listed.output.utf8)).phrases
      let cues = try JSONDecoder().decode(Cues.self, from: exports.bytes("book.json")).sentences
      #expect(phrases.map(\.text) == cues.map(\.text))
      for (phrase, cue) in zip(phrases, cues) {
        #expect(abs(phrase.start - cue.start) < 0.0011 && abs(phrase.end - cue.end) < 0.0011, "\(phrase) \(cue)")
        #expect(phrase.start == phrase.voiceStart && phrase.end == phrase.voiceEnd)
      }
      let shown = try await learn(exports, "--list book.epub")
      #expect(shown.output.contains("It rains."), "\(shown)")
    }
  }

  @Test func theTextBesideARecordingDividesItWhereItIsAsked() async throws {
    try await Exports.with { exports in
      try await Lesson(exports, ground: .noise).write(exports.file("lesson.wav"))
      let missing = try await learn(exports, "--list --by text lesson.wav")
      #expect(missing.exitCode == 2 && missing.errors.contains("no text beside it"), "\(missing)")
      #expect(missing.errors.contains("without --by text"), "\(missing)")
      let cues = ["0:00:01,000 --> 0:00:02,500\nOne, two.", "0:00:04,000 --> 0:00:05,250\nThree."]
      try exports.write(
        cues.enumerated().map { "\($0 + 1)\n\($1)\n\n" }.joined().replacing("0:00:", with: "00:00:"), "lesson.srt")
      let found = try await phrases(exports, "--by text lesson.wav")
      #expect(found.map(\.voiceStart) == [1, 4] && found.map(\.voiceEnd) == [2.5, 5.25])
      #expect(found.map(\.start) == [0.85, 3.85] && found.map(\.end) == [2.8, 5.55])
      let shown = try await learn(exports, "--list --by text lesson.wav")
      #expect(shown.output.contains("One, two."), "\(shown)")
      let wrong = try await learn(exports, "--list --by text --silence 1s lesson.wav")
      #expect(wrong.exitCode == 2 && wrong.errors.contains("by its sentences"), "\(wrong)")
      #expect(try await learn(exports, "--list --by ear lesson.wav").exitCode == 2)
      let made = try await exports.export("-q --learn --by text --gap 2s lesson.wav -o learn.wav")
      #expect(made.succeeded, "\(made)")
      let seconds = Double(try await exports.samples("learn.wav").count) / 2 / 22_050
      #expect(abs(seconds - (1.95 + 2 + 1.7 + 2)) < 0.001, "\(seconds)")
    }
  }

  /// A file that was cut in its middle has the phrases that are there.
  @Test func aBrokenRecordingHasThePhrasesThatAreThere() async throws {
    try await Exports.with { exports in
      let lesson = try await Lesson(exports, ground: .nothing)
      try lesson.write(exports.file("lesson.wav"))
      try await exports.ffmpeg("-i lesson.wav -c:a flac lesson.flac")
      let bytes = try exports.bytes("lesson.flac")
      try bytes.prefix(bytes.count / 2).write(to: URL(fileURLWithPath: exports.file("half.flac")))
      let half = try await learn(exports, "--list --json half.flac")
      let answer = try JSONDecoder().decode(Answer.self, from: Data(half.output.utf8))
      #expect((2..<lesson.gold.count).contains(answer.phrases.count), "\(half)")
      #expect(zip(answer.phrases, lesson.gold).dropLast().allSatisfy { abs($0.voiceStart - $1.start) <= 0.05 })
    }
  }
}
