import AloudAPI
import BusValues
import DesktopSupport
import EventLoop
import MPRIS
import Testing
import Vocabulary

extension ListeningTests {
  /// Texts that are said or opened while a book is current, as heard.
  struct RequestTests {
    private static let aloud = Project.program("aloud")
    private static let text = (1...60).map { "This is sentence number \($0) of a long letter." }.joined(separator: " ")

    /// Two requests while a book is heard, and one while it is paused.
    @Test(arguments: SpeakingVoices.readers)
    func aTextSaidBesideABookIsHeardAndTheBookGoesOnAtItsWord_X1_S0_10(voices: SpeakingVoices) async throws {
      try await Scene.with(voices: voices) { scene in
        let (remote, recorder) = (scene.remote, scene.recorder)
        let path = try scene.file("letter.txt", Self.text.utf8)
        #expect(try await scene.desktop.run(Self.aloud, "read", path).succeeded)
        try await recorder.wait(for: "Word", count: 4)
        let book = try await remote.get(.track).asObjectPath?.text ?? ""
        let start = try await recorder.barrier(remote)
        for text in ["One.", "Two."] { #expect(try await scene.desktop.run(Self.aloud, "say", text).succeeded) }
        try await recorder.wait(for: "UtteranceFinished", count: 2, since: start)
        let resumed = try await recorder.wait(for: "UtteranceResumed", since: start)
        try await recorder.wait(for: "Word", since: resumed.moment)
        let words = recorder.all("Word").filter { $0.words.first == book }.compactMap { $0.ranges?.scalars.lowerBound }
        #expect(words == words.sorted() && Set(words).count == words.count, "no word is said twice: \(words)")
        // A document that is opened again does not begin again.
        let opened = try await remote(.open(uris: [FileURI.uri(path: path)], SpeakOptions())).first?.asObjectPaths
        #expect(opened?.map(\.text) == [book])
        try await remote(.pause(.immediate))
        let place = try await remote.settledPosition()
        let said = try await scene.desktop.run(Self.aloud, "say", "-w", "Three.")
        #expect(said.succeeded, "\(said)")
        try await remote.wait(.playbackStatus, "Paused")
        #expect(try await remote.get(.track).asObjectPath?.text == book)
        // The place is the beginning of the interrupted word.
        let after = try await remote.settledPosition()
        #expect(abs(place - after) < 700_000, "\(place), then \(after)")
      }
    }

    @Test func anAnnouncementThatIsInterruptedLeavesThePausedBookPaused_X1() async throws {
      try await Scene.with { scene in
        let (remote, recorder) = (scene.remote, scene.recorder)
        let path = try scene.file("letter.txt", Self.text.utf8)
        _ = try await remote(.open(uris: [FileURI.uri(path: path)], SpeakOptions()))
        try await recorder.wait(for: "Word", count: 2)
        try await remote(.pause(.immediate))
        let start = try await recorder.barrier(remote)
        let client = try scene.desktop.start([Self.aloud, "say", "-w", Self.text])
        try await recorder.wait(for: "Word", count: 2, since: start)
        let putOff = try await remote.get(.putOff).asVardict
        #expect(putOff?["resumes"]?.asBool == false && putOff?["title"]?.asString?.isEmpty == false)
        #expect(try await scene.desktop.run(Self.aloud, "status").output.contains("waits at"))
        client.send(signal: 2)
        try await client.waitForEnd()
        try await remote.wait(.playbackStatus, "Paused")
        #expect(try await remote.get(.putOff).asVardict?.isEmpty == true)
      }
    }

    @Test func aWaitingTextIsToldOnATerminal_X1() async throws {
      try await Scene.with(configuration: "[player]\nwhen-busy = \"queue\"\n") { scene in
        let (remote, recorder) = (scene.remote, scene.recorder)
        let letter = try scene.file("letter.txt", Self.text.utf8)
        _ = try await remote(.open(uris: [FileURI.uri(path: letter)], SpeakOptions()))
        try await recorder.wait(for: "Word")
        _ = try await remote.exactLength()
        func onTerminal(_ command: String) async throws -> String {
          try await scene.desktop.run("/usr/bin/script", "-qec", "\(Self.aloud) \(command)", "/dev/null").output
        }
        // The old setting applies to both.
        let waits = try await onTerminal("say hello")
        #expect(waits.contains("in ") && waits.contains(", after the current text (--now: at once)"), "\(waits)")
        try await remote(.pause(.immediate))
        let paused = try await onTerminal("say hello")
        #expect(paused.contains("after 'letter") && paused.contains("', which is paused (--now: at once)"), "\(paused)")
        #expect(try await onTerminal("say --now hello").isEmpty)
        try await remote(.clear)
      }
    }

    @Test func theRateOfABookStaysWithIt_X6_S2_28() async throws {
      try await Scene.with { scene in
        let remote = scene.remote
        let letter = try scene.file("letter.txt", Self.text.utf8)
        let open = AloudCall.open(uris: [FileURI.uri(path: letter)], SpeakOptions(paused: true))
        _ = try await remote(open)
        try await remote.player(set: "Rate", .double(1.5))
        try await remote.player(set: "Volume", .double(0.5))
        #expect(try await remote.get(.rateIsOwn).asBool == true)
        #expect(try await remote.get(.globalRate).asDouble == 1)
        try await remote(.hush)
        try await remote.wait(.state, "idle")
        #expect(try await remote.get(.rate).asDouble == 1)
        try await remote.speak("A note.", SpeakOptions(paused: true))
        #expect(try await remote.get(.rate).asDouble == 1)
        #expect(try await remote.get(.volume).asDouble == 0.5)
        // While a said text is heard, a new rate is the one of everything.
        try await remote.set(.rate, .double(2))
        try await remote(.hush)
        let read = try await scene.desktop.run(
          "/usr/bin/script", "-qec", "\(Self.aloud) read \(letter)", "/dev/null")
        #expect(
          read.output.contains("at 1.5×, as last time") || read.output.contains("at 1.5x, as last time"), "\(read)")
        #expect(try await remote.get(.rate).asDouble == 1.5)
        #expect(try await scene.desktop.run(Self.aloud, "rate", "--same").output.hasPrefix("2"))
        #expect(try await remote.get(.rate).asDouble == 2)
        #expect(try await remote.get(.rateIsOwn).asBool == false)
        try await remote.set(.rate, .double(1))
        try await remote(.hush)
        #expect(try await scene.desktop.run(Self.aloud, "rate", "--all", "3").succeeded)
        _ = try await remote(open)
        #expect(try await remote.get(.rate).asDouble == 3)
      }
    }
  }
}
