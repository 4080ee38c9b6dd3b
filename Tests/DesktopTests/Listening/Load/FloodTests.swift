import AloudAPI
import BusValues
import DBusKit
import DesktopSupport
import EventLoop
import Glibc
import Testing

extension ListeningTests {
  /// Abuse of the bus by other programs does not affect the listener.
  struct FloodTests {
    private static let text =
      "Early one morning an old man walked along a narrow lane, and all around him animals were"
      + " awake, and an eagle and an owl and an otter were already eating in an open area near our old inn."

    private static func privateKilobytes(_ process: Int32) -> Int {
      contents("/proc/\(process)/smaps_rollup").split(separator: "\n").reduce(0) { sum, line in
        guard line.hasPrefix("Private_Dirty:") else { return sum }
        return sum + (line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0)
      }
    }

    @Test func aClientThatCallsTooOftenIsRefusedAndOthersAreNot() async throws {
      try await Scene.with { scene in
        let greedy = try Remote(scene.desktop)
        var refused = 0
        var done = 0
        for _ in 0..<4000 {
          greedy.bus.call(BusCall(AloudBus.name, AloudBus.path, AloudBus.interface, "ListTracks", [.vardict([:])])) {
            result in
            done += 1
            if case .failure(let error) = result, error.name == BusError.Name.limitsExceeded { refused += 1 }
          }
        }
        try await eventually("all are answered") { done == 4000 }
        #expect(refused > 500 && refused < 2500, "\(refused)")
        #expect(try await scene.remote(.listTracks).count == 1)
        // Reads are not limited.
        #expect(try await greedy.text(.state) == "idle")
        try await eventually("and soon it may call again") { await greedy.failure(of: .listTracks) == "" }
      }
    }

    @Test func aHugeMessageIsRefusedAndItsMemoryGivenBack() async throws {
      try await Scene.with { scene in
        let memory = Self.privateKilobytes(scene.service.pid)
        let huge = String(repeating: "a ", count: 12 << 20)
        #expect(await scene.remote.failure(of: .speak(text: huge, SpeakOptions())) == BusError.Name.limitsExceeded)
        let uri = "file:///" + String(repeating: "a", count: 1 << 20)
        #expect(await scene.remote.failure(of: .open(uris: [uri], SpeakOptions())) == "TooLarge")
        try await eventually("memory is given back") { Self.privateKilobytes(scene.service.pid) < memory + 8192 }
      }
    }

    @Test func aFileThatTheQueueCouldNotHoldIsRefusedBeforeItIsRead() async throws {
      try await Scene.with { scene in
        let path = try scene.file("huge.txt", "Once upon a time.".utf8)
        #expect(truncate(path, 513 << 20) == 0)
        #expect(await scene.remote.failure(of: .open(uris: ["file://" + path], SpeakOptions())) == "TooLarge")
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        let call = AloudCall.speakDescriptor(0, SpeakOptions())
        #expect(await scene.remote.failure(of: call, descriptors: [descriptor]) == "TooLarge")
        #expect(try await scene.remote.get(.queueLength).asUInt32 == 0)
        // A refused text releases its place.
        #expect(truncate(path, 17) == 0)
        let small = AloudCall.open(uris: ["file://" + path], SpeakOptions(paused: true))
        for _ in 0..<70 { #expect(await scene.remote.failure(of: small) == "") }
      }
    }

    @Test func manyTextsAtOnceAreRefusedWhenTheyAreTooMany() async throws {
      try await Scene.with { scene in
        let remote = scene.remote
        let options = SpeakOptions(paused: true)
        let call = AloudCall.speak(text: "One of very many.", options)
        var answers: [String] = []
        for _ in 0..<200 {
          remote.bus.call(
            BusCall(AloudBus.name, AloudBus.path, AloudBus.interface, call.method, call.arguments),
            timeout: .seconds(30)
          ) { result in
            if case .failure(let error) = result { answers.append(error.name) } else { answers.append("") }
          }
        }
        var most = 0
        try await eventually("all are answered") {
          let count = descendants(of: scene.service.pid, named: "aloud-read").count
          most = max(most, count)
          return answers.count == 200
        }
        // Four readers, one ready worker, one that has finished, and those that a busy machine has not ended yet.
        #expect(most <= 24, "\(most) processes")
        #expect(answers.count { $0.isEmpty } >= 64)
        #expect(answers.count { $0 == BusError.Name.limitsExceeded } > 0)
        #expect(try await remote.get(.queueLength).asUInt32 == UInt32(answers.count { $0.isEmpty }))
      }
    }

    @Test func withPrivateTitlesDesktopsAreNotToldWhatIsRead() async throws {
      try await Scene.with(configuration: "[service]\nprivate-titles = true\n") { scene in
        let remote = scene.remote
        // The setting is known from here on.
        try await remote.speak(
          "A dear diary.",
          SpeakOptions(title: "Diary", artists: ["Somebody"], album: "Years", url: "file:///d", paused: true))
        let track = try await remote.player(get: "Metadata").asVardict ?? [:]
        #expect(track["xesam:title"]?.asString == "Aloud")
        #expect(track["xesam:album"] == nil && track["xesam:url"] == nil && !"\(track)".contains("Somebody"))
        let all = try await scene.desktop.run(
          "gdbus", "call", "--session", "--dest", "org.mpris.MediaPlayer2.aloud", "--object-path",
          "/org/mpris/MediaPlayer2", "--method", "org.freedesktop.DBus.Properties.GetAll",
          "org.mpris.MediaPlayer2.TrackList")
        #expect(all.succeeded && !all.output.contains("Diary"), "\(all)")
        // The title is visible again.
        try Scene.write("", in: scene.desktop)
        try await eventually("the title is shown") {
          try await remote.player(get: "Metadata").asVardict?["xesam:title"]?.asString == "Diary"
        }
      }
    }

    /// The sound during the calls of others.
    struct Measured {
      @Test func thousandsOfBadCallsFromFiftyConnectionsAreNotHeard() async throws {
        try await Scene.with { scene in
          let (remote, recorder) = (scene.remote, scene.recorder)
          try await remote.set(.loopStatus, .string("Track"))
          try await remote.speak(FloodTests.text)
          try await recorder.wait(for: "Word", count: 3)
          let memory = FloodTests.privateKilobytes(scene.service.pid)
          let start = Remote.now
          let flood = try await scene.desktop.run(Project.program("flood"), "4000", "50", within: .seconds(40))
          let end = Remote.now
          #expect(flood.succeeded && flood.answer.contains("sent=4000 answered=4000 lost=0"), "\(flood)")
          let recording = try await recorder.recording(until: end)
          let silence = recording.longestSilence(start, end) / milliseconds
          #expect(silence < 450, "\(silence) ms without sound in \((end - start) / milliseconds) ms")
          #expect(try await remote.text(.playbackStatus) == "Playing")
          #expect(try await scene.desktop.processID(of: PrivateDesktop.serviceName) == scene.service.pid)
          try await eventually("memory is given back") {
            FloodTests.privateKilobytes(scene.service.pid) < memory + 8192
          }
        }
      }
    }
  }
}
