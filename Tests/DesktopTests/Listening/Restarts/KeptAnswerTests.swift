import AloudAPI
import DesktopSupport
import EventLoop
import Foundation
import Testing
import Vocabulary

extension ListeningTests {
  /// The command's answers from the kept state, while the service does not run.
  struct KeptAnswerTests {
    private let aloud = Project.program("aloud")

    /// The fields of the status, except for those about the service's own state.
    private func facts(_ json: String) throws -> [String: String] {
      let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any] ?? [:]
      return object.filter { !["running", "service", "reason", "voice"].contains($0.key) }.mapValues { "\($0)" }
    }

    @Test(arguments: [SIGTERM, SIGKILL]) func theKeptReadingIsToldWithoutAService_S0_23_S2_29_X4(signal: Int32)
      async throws
    {
      try await RestartableService.with(.init()) { fixture in
        @Core func run(_ arguments: String...) async throws -> CommandResult {
          try await fixture.desktop.start([aloud] + arguments, environment: ["LC_ALL": "C.UTF-8"]).waitForEnd()
        }
        let path = try fixture.file("emma.epub", SampleBook.book("Emma"))
        try await fixture.open(path, tracks: 3)
        _ = try await fixture.remote.exactLength()
        try await fixture.remote(.next(.track))
        _ = try await fixture.hear(5)
        #expect(try await run("rate", "1.25").succeeded)
        #expect(try await run("mark", "here").succeeded)
        let questions = [
          ["queue"], ["queue", "--json"], ["marks"], ["marks", "--all", "--json"], ["metadata", "title"],
        ]
        // Each chapter has a length of its own, and the kept state has those that are measured.
        try await eventually("each length is exact") {
          try await fixture.remote.tracks().allSatisfy { $0.isLengthExact }
        }
        var before: [String] = []
        for question in questions {
          before.append(
            try await fixture.desktop.start([aloud] + question, environment: ["LC_ALL": "C.UTF-8"]).waitForEnd().output)
        }
        let status = try await run("status", "--json").output
        try await fixture.end(signal)

        let files = try FileManager.default.subpathsOfDirectory(atPath: fixture.folder).sorted()
        let bytes = try files.map { try Data(contentsOf: URL(fileURLWithPath: fixture.folder + "/" + $0)) }
        let after = try await run("status", "--json").output
        #expect(after.hasPrefix(#"{"version":2,"running":false,"service":null,"state":"paused","#), "\(after)")
        // The place of the return is at most one word before the pause.
        var (was, is_) = (try facts(status), try facts(after))
        let places = [was, is_].map { Int64($0["position"] ?? "") ?? -1 }
        #expect(places[1] > 0 && (0..<2_000_000).contains(places[0] - places[1]), "\(places)")
        // Without a service the loudness of the sink is unknown.
        for key in ["position", "book", "effectiveVolume"] { (was[key], is_[key]) = (nil, nil) }
        #expect(was == is_ && was["rateIsOwn"] == "1" && was["rate"] == "1.25")
        #expect(after.contains(#""book":{"title":"Emma","chapter":2,"chapters":3,"whole":true,"#), "\(after)")
        let shown = try await run().output
        #expect(shown.hasPrefix("⏸ paused (the service does not run): Chapter 2 - Ann Author\n"), "\(shown)")
        for (question, answer) in zip(questions, before) where question != ["queue", "--json"] {
          let now = try await fixture.desktop.start([aloud] + question, environment: ["LC_ALL": "C.UTF-8"]).waitForEnd()
          #expect(now.succeeded && now.output == answer && !answer.isEmpty, "\(question): \(now)")
        }
        let marking = try await run("mark")
        #expect(
          marking.exitCode == 1
            && marking.errors.hasSuffix(
              "'Chapter 2' is paused, and the service does not run\ntry: aloud play, then aloud mark\n"),
          "\(marking)")
        // Nothing was started, written or left in the folder.
        #expect(try await !fixture.desktop.isOwned(PrivateDesktop.serviceName))
        #expect(try FileManager.default.subpathsOfDirectory(atPath: fixture.folder).sorted() == files)
        #expect(try files.map { try Data(contentsOf: URL(fileURLWithPath: fixture.folder + "/" + $0)) } == bytes)
        let runtime = fixture.desktop.environment["XDG_RUNTIME_DIR"] ?? "/nowhere"
        #expect(try FileManager.default.contentsOfDirectory(atPath: runtime).allSatisfy { !$0.hasPrefix("aloud-") })
        try await fixture.begin()
      }
    }

    @Test func emptyPlacesSayHowToFillThem_S2_29() async throws {
      try await Scene.inDesktop { desktop in
        @Core func answers() async throws {
          for (verb, answer) in [
            ("queue", "the queue is empty; fill it: aloud say TEXT, aloud read FILE"),
            ("marks", "there are no bookmarks; make one: aloud mark"), ("status", "idle: nothing is being read"),
          ] {
            let asked = try await desktop.run(aloud, verb)
            #expect(asked.succeeded && asked.answer == answer, "\(asked)")
          }
        }
        try await answers()
        #expect(try await !desktop.isOwned(PrivateDesktop.serviceName))
        let service = try await desktop.startService()
        try await answers()
        #expect(
          try await desktop.run(aloud, "library").answer.hasPrefix("the library is empty; open a document:"))
        withExtendedLifetime(service) {}
      }
    }
  }
}
