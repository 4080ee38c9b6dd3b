import AloudAPI
import BusValues
import DesktopSupport
import EventLoop
import Testing
import Vocabulary

extension ListeningTests {
  /// `aloud follow` while phrases are studied.
  struct FollowStudyTests {
    private typealias Lesson = ListeningTests.StudyTests
    private static let command = [Project.program("aloud"), "follow"]
    private static let sentences = [
      "Where is the station?", "It is behind the park.", "Thank you.", "Have a good day.",
    ]

    /// The text of the lesson, each sentence at its time.
    private static var subtitles: String {
      var time = 600
      return sentences.enumerated().map { index, sentence in
        defer { time += Lesson.voices[index] + 600 }
        func clock(_ time: Int) -> String {
          "00:00:0\(time / 1000),\(String(1000 + time % 1000).dropFirst())"
        }
        return "\(index + 1)\n\(clock(time)) --> \(clock(time + Lesson.voices[index]))\n\(sentence)\n"
      }.joined(separator: "\n")
    }

    /// All that the screen shows, a row after another.
    private func shown(_ screen: TerminalScreen) -> String { screen.text { _ in true } }

    /// A lesson in its second phrase, paused.
    @Core
    private func study(_ scene: Scene, text: Bool = true) async throws -> Remote {
      let remote = scene.remote
      if text { _ = try scene.file("lesson.srt", Array(Self.subtitles.utf8)) }
      var options = Lesson.options
      options.learn?.speeds = [1, 1]
      try await remote(.open(uris: ["file://" + (try scene.file("lesson.wav", Lesson.lesson()))], options))
      try await Lesson.awaitPhrases(remote)
      try await remote(.next(.sentence))
      try await eventually("the second phrase is heard") {
        try await Lesson.study(remote)["phrase"] == .uint32(1)
      }
      try await remote(.pause(.immediate))
      try await remote.wait(.playbackStatus, "Paused")
      return remote
    }

    @Test func theTextOfAPhraseIsHiddenUntilItIsAskedFor_S2_42() async throws {
      try await Scene.with { scene in
        let remote = try await study(scene)
        let terminal = try scene.desktop.startInTerminal(Self.command, columns: 100, rows: 24)
        try await terminal.wait(forText: "phrase 2/4 · 1/2")
        try await terminal.wait(forText: "━")
        #expect(!Self.sentences.contains { shown(terminal.screen).contains($0) }, "\(shown(terminal.screen))")
        terminal.type("t")
        try await terminal.wait(forText: Self.sentences[1])
        // Nothing of the others is shown with it.
        #expect(
          !shown(terminal.screen).contains(Self.sentences[0]) && !shown(terminal.screen).contains(Self.sentences[2]))
        terminal.type("t")
        try await terminal.wait(for: "it is hidden") { shown($0).contains(Self.sentences[1]) ? nil : () }
        terminal.type("t")
        try await terminal.wait(forText: Self.sentences[1])
        // Another phrase hides its own.
        try await remote(.next(.sentence))
        try await terminal.wait(for: "the third phrase, hidden") { screen in
          shown(screen).contains("phrase 3/4") && !Self.sentences.contains { shown(screen).contains($0) } ? () : nil
        }
        try await remote(.play)
        try await terminal.wait(forText: "your turn")
        try await terminal.wait(forText: "2/2")
        #expect(terminal.screen.overflows == 0)
        terminal.type("q")
        #expect(try await terminal.waitForEnd() == .exited(0))
      }
    }

    /// The phrases of a text are hidden, too, and a display by lines tells their numbers alone.
    @Test func aTextAndADisplayByLinesHideAsWell_S2_42() async throws {
      try await Scene.with { scene in
        var options = Lesson.options
        options.paused = true
        options.title = "A lesson"
        try await scene.remote(.speak(text: "One is here. Two is there.", options))
        try await Lesson.awaitPhrases(scene.remote)
        let terminal = try scene.desktop.startInTerminal(Self.command, columns: 80, rows: 20)
        try await terminal.wait(forText: "Phrase 1 of 2")
        terminal.type("t")
        try await terminal.wait(forText: "One is here.")
        #expect(!shown(terminal.screen).contains("Two is there."))
        terminal.type("q")
        _ = try await terminal.waitForEnd()
        let plain = try scene.desktop.startInTerminal(Self.command + ["--plain"], columns: 80, rows: 20)
        try await plain.wait(forText: "phrase 1 of 2")
        plain.type("t")
        try await plain.wait(forText: "One is here.")
        plain.type("q")
        _ = try await plain.waitForEnd()
      }
    }

    @Test func phrasesAreEditedByKeys() async throws {
      try await Scene.with { scene in
        let remote = try await study(scene, text: false)
        let terminal = try scene.desktop.startInTerminal(Self.command, columns: 100, rows: 24)
        try await terminal.wait(forText: "phrase 2/4")
        terminal.type("J")
        try await terminal.wait(forText: "phrases 2 and 3 are one")
        try await terminal.wait(forText: "phrase 2/3")
        let before = try await remote(.listPhrases("/", first: 1, count: 1)).first?.asArray?.first?.asStructure ?? []
        terminal.type(",")
        try await terminal.wait(forText: "phrase 2 begins at")
        let after = try await remote(.listPhrases("/", first: 1, count: 1)).first?.asArray?.first?.asStructure ?? []
        #expect((after.first?.asInt64 ?? 0) == (before.first?.asInt64 ?? 0) - 10_000)
        try await eventually("its edge is heard") {
          try await Lesson.study(remote)["recorded"]?.asInt64 == after.first?.asInt64
        }
        terminal.type("u")
        try await terminal.wait(forText: "phrase 2 is as it was found")
        try await terminal.wait(forText: "phrase 2/4")
        terminal.type("u")
        try await terminal.wait(forText: "phrase 2 is as it was found")
        terminal.type("t")
        try await terminal.wait(forText: "there is no text beside the recording")
        terminal.type("q")
        #expect(try await terminal.waitForEnd() == .exited(0))
      }
    }
  }
}
