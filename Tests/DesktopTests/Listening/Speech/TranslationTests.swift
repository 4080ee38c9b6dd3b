import AloudAPI
import BusValues
import DesktopSupport
import EventLoop
import Testing
import Vocabulary

extension ListeningTests.StudyTests {
  /// A text and its translation, one sentence after another.
  struct Translations {
    private typealias Lesson = ListeningTests.StudyTests
    private static let text = """
      The station is behind the park. Thank you very much.

      Have a good day. I will see you tomorrow. Good night.

      This is the end of it.
      """
    private static let translation = """
      Der Bahnhof liegt hinter dem Park. Vielen herzlichen Dank.

      Einen guten Tag noch. Wir sehen uns morgen, gute Nacht.
      """

    @Core
    private func aloud(_ scene: Scene, _ arguments: String...) async throws -> CommandResult {
      try await scene.desktop.start([Project.program("aloud")] + arguments).waitForEnd(within: watchdog)
    }

    /// The sentences of the current text, with those of another voice in brackets.
    @Core
    private func sentences(_ remote: Remote) async throws -> [String] {
      let call = AloudCall.listSentences("/", first: 0, count: 99, fromCurrent: false)
      let list = SentenceList(arguments: try await remote(call))
      return list?.sentences.map { $0.voice == nil ? $0.text : "(\($0.text))" } ?? []
    }

    @Test func eachPhraseIsFollowedByItsTranslationWhichIsHeardOnce_S2_41() async throws {
      try await Scene.with { scene in
        let remote = scene.remote
        let phrases = Signals(of: PhraseSignal.member, on: remote)
        try await remote(.subscribe([.phrase, .utterance]))
        let (text, other) = (
          try scene.file("en.txt", Array(Self.text.utf8)), try scene.file("de.txt", Array(Self.translation.utf8))
        )
        let learnt = try await aloud(scene, "learn", text, "--with", other, "--speeds", "2,3", "--gap", "100ms")
        #expect(learnt.succeeded && learnt.errors.contains("paragraphs 2\n"), "\(learnt)")
        #expect(learnt.errors.contains("since 'de.txt' ends earlier: last paragraph"), "\(learnt)")
        try await eventually("all phrases are heard") { phrases.arguments.count >= 16 }
        let told = phrases.arguments.compactMap { PhraseSignal(arguments: $0) }
        let order = told.map { Int($0.index) * 10 + Int($0.repetition) }
        // The second, fourth, eighth and ninth sentences are translations.
        #expect(order == [0, 1, 10, 20, 21, 30, 40, 41, 50, 51, 60, 61, 70, 80, 90, 91], "\(order)")
        let speeds = told.map { $0.details[PhraseSignal.Key.speed]?.asDouble ?? 0 }
        #expect(speeds == [2, 3, 1, 2, 3, 1, 2, 3, 2, 3, 2, 3, 1, 1, 2, 3])
        let gaps = told.compactMap { $0.details[PhraseSignal.Key.gap]?.asInt64 }
        #expect(gaps.allSatisfy { abs($0 - 100_000) < 50 || abs($0 - 500_000) < 50 }, "\(gaps)")
      }
    }

    @Test func stepsLeadToPhrasesAndTheOtherOrderIsPossible() async throws {
      try await Scene.with { scene in
        let remote = scene.remote
        let (text, other) = (
          try scene.file("en.txt", Array(Self.text.utf8)), try scene.file("de.txt", Array(Self.translation.utf8))
        )
        #expect(try await aloud(scene, "learn", text, "--with", other, "--with-first").succeeded)
        try await remote(.pause(.immediate))
        try await Lesson.awaitPhrases(remote)
        try await eventually("all of it is read") { try await sentences(remote).count == 10 }
        #expect(
          try await sentences(remote) == [
            "(Der Bahnhof liegt hinter dem Park.)", "The station is behind the park.", "(Vielen herzlichen Dank.)",
            "Thank you very much.", "(Einen guten Tag noch.)", "(Wir sehen uns morgen, gute Nacht.)",
            "Have a good day.", "I will see you tomorrow.", "Good night.", "This is the end of it.",
          ])
        func phrase() async throws -> UInt32? { try await Lesson.study(remote)["phrase"]?.asUInt32 }
        for index in [2, 4, 5, 7, 8, 9] as [UInt32] {
          try await remote(.next(.sentence))
          try await eventually("phrase \(index)") { try await phrase() == index }
        }
        #expect(try await Lesson.study(remote)["translation"] == nil)
        try await remote(.previous(.sentence))
        try await eventually("the one before") { try await phrase() == 8 }
      }
    }

    @Test func whatCannotBeJoinedIsRefused() async throws {
      try await Scene.with { scene in
        let text = try scene.file("en.txt", Array(Self.text.utf8))
        let recording = try scene.file("lesson.wav", Lesson.lesson())
        let empty = try scene.file("empty.txt", Array(" \n".utf8))
        let wrong: [([String], String)] = [
          ([text, "--with", text], "both texts are in one language"),
          ([recording, "--with", text], "it has no times"), ([text, "--with", recording], "is a recording"),
          ([text, "--with", text + ".none"], "there is no such file"),
          ([text, "--with", empty, "--with-lang", "de"], "cannot learn"), (["--with", text], "--with needs a text"),
          ([text, "--with", text, "-v", "en"], "each language has its own voice"),
          ([text, "--with-first"], "there is no translation"), ([text, "--with", text, "--list"], "--with needs"),
        ]
        for (arguments, reason) in wrong {
          let command = [Project.program("aloud"), "learn"] + arguments
          let result = try await scene.desktop.start(command).waitForEnd(within: watchdog)
          #expect(!result.succeeded && result.errors.contains(reason), "\(result)")
        }
        #expect(try await scene.remote.get(.queueLength) == .uint32(0))
      }
    }
  }
}
