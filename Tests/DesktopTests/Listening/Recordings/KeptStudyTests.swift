import AloudAPI
import BusValues
import DesktopSupport
import EventLoop
import Foundation
import Study
import Testing
import Vocabulary

extension ListeningTests.StudyTests {
  /// The listener's changes of a lesson stay with it.
  struct Kept {
    private typealias Lesson = ListeningTests.StudyTests

    /// The phrases of a file, as `learn --list --json` tells them.
    private struct Listing: Decodable {
      struct Phrase: Decodable {
        var start, voiceStart, voiceEnd, end: Double
      }

      var phrases: [Phrase]

      static func time(_ seconds: Double) -> Int64 { Int64((seconds * 1000).rounded()) }
    }

    /// The phrases of the current lesson: the start and the end of each, in milliseconds.
    @Core
    private func phrases(_ remote: Remote) async throws -> [[Int64]] {
      let answer = try await remote(.listPhrases("/", first: 0, count: 100))
      return (answer.first?.asArray ?? []).map { phrase in
        let times = phrase.asStructure?.compactMap(\.asInt64) ?? []
        return [times[0] / 1000, times[3] / 1000]
      }
    }

    @Core
    private func state(_ remote: Remote) async throws -> String? {
      try await Lesson.study(remote)["state"]?.asString
    }

    @Test func editsAndNumbersOutliveTheQueueAndAFileThatMoved_S2_20_S2_37_S2_40() async throws {
      try await Scene.with { scene in
        let (remote, desktop) = (scene.remote, scene.desktop)
        let file = try scene.file("lesson.wav", Lesson.lesson())
        var options = Lesson.options
        options.paused = true
        try await remote(.open(uris: ["file://" + file], options))
        try await Lesson.awaitPhrases(remote)
        let found = try await phrases(remote)
        #expect(found.count == 4)
        let middle = (found[1][0] + found[1][1]) / 2
        try await remote(.editPhrases("/", .split, phrase: 1, at: Microseconds(middle * 1000)))
        let edited = try await phrases(remote)
        #expect(edited == [found[0], [found[1][0], middle], [middle, found[1][1]]] + found[2...])
        // Another tail counts for the others.
        var changes = LearnOptions()
        changes.tail = 100_000
        try await remote(.learn("/", changes))
        try await eventually("the phrases have another tail") {
          try await phrases(remote).last?.last == found[3][1] - 200
        }
        let tailed = try await phrases(remote)
        #expect(tailed.count == 5 && tailed[1] == edited[1] && tailed[2] == edited[2])
        #expect(tailed[0] == [found[0][0], found[0][1] - 200])

        // The queue is emptied, the file goes elsewhere, and nobody says that it is studied.
        try await remote(.play)
        try await remote.wait(.playbackStatus, "Playing")
        try await eventually("it is in the library, and studied") {
          let rows = try await remote(.listDocuments).first?.asArray ?? []
          return rows.compactMap { $0.asVardict.flatMap(LibraryEntry.init) }.first?.isStudied
        }
        try await remote(.clear)
        let moved = desktop.directory + "/moved.wav"
        try FileManager.default.moveItem(atPath: file, toPath: moved)
        try await remote(.open(uris: ["file://" + moved], SpeakOptions()))
        try await Lesson.awaitPhrases(remote)
        #expect(try await phrases(remote) == tailed)

        // As it is, and so again when it is opened anew: A, B, A.
        try await remote(.stopLearning("/"))
        #expect(try await state(remote) == "off")
        try await remote(.clear)
        let other = try scene.file("other.wav", Lesson.lesson().dropLast(8))
        try await remote(.open(uris: ["file://" + other], SpeakOptions()))
        try await remote.wait(.playbackStatus, "Playing")
        try await remote(.clear)
        try await remote(.open(uris: ["file://" + moved], SpeakOptions()))
        try await remote.wait(.playbackStatus, "Playing")
        #expect(try await state(remote) == "off")
        try await remote(.learn("/", LearnOptions()))
        try await Lesson.awaitPhrases(remote)
        #expect(try await phrases(remote) == tailed)
        try await remote(.editPhrases("/", .restoreAll, phrase: 0, at: 0))
        try await eventually("the phrases are as they are found") { try await phrases(remote).count == 4 }
      }
    }

    /// The sound goes on after an edit, and a wrong edit is one clear error.
    @Test func anEditKeepsThePlaceAndAWrongOneChangesNothing() async throws {
      try await Scene.with { scene in
        let remote = scene.remote
        try await remote(
          .open(uris: ["file://" + (try scene.file("lesson.wav", Lesson.lesson()))], Lesson.options))
        try await Lesson.awaitPhrases(remote)
        let found = try await phrases(remote)
        try await eventually("the first phrase is heard") {
          (try await Lesson.study(remote)["recorded"]?.asInt64 ?? 0) > 900_000
        }
        let before = try await Lesson.study(remote)["recorded"]?.asInt64 ?? 0
        try await remote(.editPhrases("/", .join, phrase: 0, at: 0))
        let after = try await Lesson.study(remote)["recorded"]?.asInt64 ?? 0
        #expect(after >= before && after < before + 1_500_000, "\(before) \(after)")
        #expect(try await phrases(remote).count == 3)
        let wrong: [(PhraseEdit.Kind, UInt32, Microseconds)] = [
          (.start, 1, 0), (.end, 0, .max), (.split, 0, -5), (.join, 2, 0),
          (.end, 0, .min), (.start, 0, .max), (.split, 1, .min), (.split, .max, .max), (.restore, 2, 0), (.join, 77, 0),
        ]
        for (kind, phrase, time) in wrong {
          let call = AloudCall.editPhrases("/", kind, phrase: phrase, at: time)
          #expect(await remote.failure(of: call) == "OutOfRange", "\(kind) \(phrase)")
        }
        #expect(try await phrases(remote).count == 3)
        try await remote(.editPhrases("/", .restore, phrase: 0, at: 0))
        try await eventually("the phrases are as they are found") { try await phrases(remote) == found }
        // A text has its sentences.
        try await remote(.clear)
        try await remote(.speak(text: "One. Two.", Lesson.options))
        #expect(await remote.failure(of: .editPhrases("/", .join, phrase: 0, at: 0)) == "Unsupported")
      }
    }

    /// By the command alone: phrases are listed, edited in words, and the last study goes on.
    @Test func theCommandEditsAndGoesOnWithTheLastStudy_S2_37_S2_43() async throws {
      try await Scene.with { scene in
        let (remote, desktop) = (scene.remote, scene.desktop)
        func aloud(_ arguments: String...) async throws -> CommandResult {
          try await desktop.start([Project.program("aloud")] + arguments).waitForEnd(within: watchdog)
        }
        let none = try await aloud("learn")
        #expect(!none.succeeded && none.errors.contains("nothing was studied"), "\(none)")
        let file = try scene.file("lesson.wav", Lesson.lesson())
        #expect(try await aloud("learn", file).succeeded)
        try await Lesson.awaitPhrases(remote)
        let found = try await phrases(remote)
        let wrong = try await aloud("learn", "--edit", "bend 3")
        #expect(wrong.exitCode == 2 && wrong.errors.contains("'bend 3' is no edit"), "\(wrong)")
        let crossing = try await aloud("learn", "--edit", "end 2 +9s")
        #expect(!crossing.succeeded && crossing.errors.contains("neighbour of phrase 2"), "\(crossing)")
        #expect(try await phrases(remote) == found)
        let edited = try await aloud("learn", "--edit", "join 2", "--edit", "end 1 -50ms", "--edit", "split 2.6")
        #expect(edited.succeeded, "\(edited)")
        let now = try await phrases(remote)
        #expect(now == [[found[0][0], found[0][1] - 50], [found[1][0], 2600], [2600, found[2][1]], found[3]])
        let listed = try await aloud("learn", "--list")
        #expect(listed.lines.count == 4, "\(listed)")
        // The file alone has the same phrases, and the gap that was chosen last.
        let answer = try await aloud("learn", file, "--list", "--json")
        let kept = try JSONDecoder().decode(Listing.self, from: Data(answer.output.utf8)).phrases
        #expect(kept.map { [Listing.time($0.start), Listing.time($0.end)] } == now, "\(answer)")
        try await remote(.learn("/", LearnOptions(["gap": .int64(250_000)])))
        let out = desktop.directory + "/lesson-learn.wav"
        #expect(try await aloud("export", "--learn", file, "-o", out).succeeded)
        let bytes = try FileManager.default.attributesOfItem(atPath: out)[.size] as? Int ?? 0
        // Samples of a recording are written with 32 bits.
        let length = Double(bytes - 44) / 4 / 44_100
        #expect(abs(length - kept.reduce(0) { $0 + $1.end - $1.start + 0.25 }) < 0.01, "\(length)")
        let library = try await aloud("library")
        #expect(library.answer.contains("Studied:\n"), "\(library)")
        _ = try await aloud("clear")
        #expect(try await aloud("learn", "--gap", "1s").succeeded)
        try await Lesson.awaitPhrases(remote)
        #expect(try await phrases(remote) == now)
      }
    }
  }
}
