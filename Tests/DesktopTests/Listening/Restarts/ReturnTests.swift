import AloudAPI
import BusValues
import DesktopSupport
import EventLoop
import Foundation
import Testing
import Vocabulary

/// The state of a service that ended in order, restored by the next one.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct ReturnTests {
  @Test func theQueueItsOrderModesAndLevelsComeBackAsTheyWere_S0_02() async throws {
    try await RestartableService.with { fixture in
      let remote = fixture.remote
      let file = fixture.desktop.directory + "/notes.txt"
      try Data("A document of its own. With two sentences.".utf8).write(to: URL(fileURLWithPath: file))
      let options = SpeakOptions(
        voice: "gmw/de", rate: 1.5, leadingDelay: .milliseconds(20), title: "Brief", artists: ["Ada", "Grace"],
        album: "Post", url: "https://example.org/x", paused: true)
      try await remote.speak("Ein kurzer Brief, der aber doch lang genug ist, um ihn zu unterbrechen.", options)
      try await remote(.open(uris: ["file://" + file], SpeakOptions(whenBusy: .queue)))
      for text in ["Third.", "Fourth.", "Fifth."] { try await remote.speak(text, SpeakOptions(whenBusy: .queue)) }
      // A mixer knows the stream and its volume once it has sounded.
      try await remote(.play)
      try await remote.wait(.state, "speaking")
      try await remote(.pause(.immediate))
      try await remote.set(.volume, .double(0.5))
      try await remote.set(.rate, .double(2))
      try await remote.set(.loopStatus, .string("Playlist"))
      try await remote.set(.shuffle, .string("each-lap"))
      try await remote(.move(try await fixture.tracks()[4].id, index: 0))
      let tracks = try await fixture.tracks()
      let metadata = try await remote.player(get: "Metadata")
      for signal in [9, 15, 9] as [CInt] {
        try await fixture.endAndBegin(signal)
        try await eventually("the volume is back") { try await remote.get(.volume) == .double(0.5) }
        let now = try await fixture.tracks()
        #expect(now.map(\.id) == tracks.map(\.id) && now.map(\.title) == tracks.map(\.title))
        #expect(now.map(\.state) == tracks.map(\.state) && now.map(\.url) == tracks.map(\.url))
        #expect(try await remote.get(.loopStatus) == .string("Playlist"))
        #expect(try await remote.get(.shuffle) == .string("each-lap"))
        #expect(try await remote.get(.rate) == .double(2))
        #expect(try await remote.text(.voice) == "gmw/de")
        #expect(try await remote.player(get: "PlaybackStatus") == .string("Paused"))
        let title = (metadata.asVardict ?? [:])["xesam:title"]
        #expect(try await remote.player(get: "Metadata").asVardict?["xesam:title"] == title)
      }
      // A track's number is never reused.
      let next = try await remote.speak("Sixth.")
      #expect(!tracks.map(\.id).contains(next))
      #expect(fixture.errors.contains("warning") == false, "\(fixture.errors)")
    }
  }

  /// SIGTERM, as sent by a restart of the unit after an upgrade.
  @Test func theEndIsQuickAndTheWordIsKept() async throws {
    try await RestartableService.with(configuration: "[state]\nresume = \"as-it-was\"\n") { fixture in
      try await fixture.remote.speak(reading)
      for round in 0..<6 {
        let words = try await fixture.subscribe()
        try await eventually("words are heard") { words.arguments.count >= 4 }
        let end = try await fixture.end(15)
        #expect(end.exitCode == 0, "\(end)")
        #expect(try fixture.problems() == [])
        let last = Array(words.words.suffix(2))
        try await fixture.begin()
        let after = try await fixture.subscribe()
        // It resumes by itself: it was playing, and has ended a moment ago.
        try await eventually("words are heard again") { !after.arguments.isEmpty }
        let first = try #require(after.words.first)
        // The first word may have been heard before the subscription.
        let start = try #require(last.first).range.scalars.start
        #expect(first.range.scalars.start >= start && first.range.scalars.start <= start + 60, "round \(round)")
      }
    }
  }

  @Test func aRepetitionIsRestoredAfterAKill() async throws {
    try await RestartableService.with { fixture in
      let remote = fixture.remote
      try await remote.speak("An owl. Eleven eagles. An uncle.")
      try await remote.set(.rate, .double(4))
      let words = try await fixture.subscribe()
      try await eventually("words are heard") { words.arguments.count >= 3 }
      try await remote(.repeat(.sentence))
      try await fixture.endAndBegin(9)
      #expect(try await remote.text(.repeated) == "sentence")
      #expect(try await remote.text(.pauseReason) == "restart")
      let after = try await fixture.subscribe()
      try await remote(.play)
      // More rounds than the rest of the text has sentences.
      try await eventually("the sentence comes again and again") { after.arguments.count >= 12 }
      try await remote(.pause(.immediate))
      let starts = Set(after.words.map(\.range.scalars.start))
      #expect(starts == [8, 15] || starts == [23, 26], "\(starts)")
      // Stop ends it, also for the next run.
      try await remote(.stop)
      try await fixture.endAndBegin(9)
      #expect(try await remote.text(.repeated) == "off")
    }
  }

  @Test(arguments: [true, false])
  func theSleepTimerGoesOnWithTheReadingAndNotWithoutIt(goesOn: Bool) async throws {
    let configuration = goesOn ? "[state]\nresume = \"as-it-was\"\n" : ""
    try await RestartableService.with(configuration: configuration) { fixture in
      let remote = fixture.remote
      try await remote.speak(reading)
      let words = try await fixture.subscribe()
      try await eventually("words are heard") { words.arguments.count >= 2 }
      try await remote(.sleep(.time, amount: 600_000_000, adding: false))
      try await fixture.endAndBegin(9)
      try await remote.wait(.state, goesOn ? "speaking" : "paused")
      let left = try await remote.get(.sleepRemaining).asInt64 ?? -1
      if goesOn { #expect((500_000_000...600_000_000).contains(left), "\(left)") } else { #expect(left <= 0) }
    }
  }

  @Test func aPausedOrStoppedTextIsSilentAlsoAsItWas_S0_02() async throws {
    try await RestartableService.with(configuration: "[state]\nresume = \"as-it-was\"\n") { fixture in
      let remote = fixture.remote
      try await remote.speak(reading)
      let words = try await fixture.subscribe()
      try await eventually("words are heard") { words.arguments.count >= 2 }
      try await remote(.pause(.immediate))
      try await fixture.endAndBegin(9)
      try await remote.wait(.state, "paused")
      #expect(try await remote.text(.pauseReason) == "user")
      try await remote(.stop)
      try await fixture.endAndBegin(9)
      #expect(try await remote.text(.playbackStatus) == "Stopped")
      #expect(try await fixture.tracks().count == 1)
      try await remote(.play)
      try await remote.wait(.state, "speaking")
    }
  }

  // MARK: Texts

  @Test(arguments: [AloudCall.clear, .hush])
  func aClearedQueueIsClearedOnTheDiskToo(call: AloudCall) async throws {
    try await RestartableService.with { fixture in
      let remote = fixture.remote
      try await remote.speak("The password is xyzzy-plugh, do not tell.", SpeakOptions(title: "Quux"))
      try await remote.wait(.state, "speaking")
      @Core func isOnDisk(_ word: String) throws -> Bool {
        try FileManager.default.contentsOfDirectory(atPath: fixture.folder).contains {
          try Data(contentsOf: URL(fileURLWithPath: fixture.folder + "/" + $0)).range(of: Data(word.utf8)) != nil
        }
      }
      #expect(try isOnDisk("xyzzy-plugh") && isOnDisk("Quux"))
      try await remote(call)
      try await eventually("nothing is left") { try !isOnDisk("xyzzy-plugh") && !isOnDisk("Quux") }
      try await fixture.endAndBegin(9)
      #expect(try await fixture.tracks() == [])
      #expect(try await !fixture.desktop.isOwned(PrivateDesktop.playerName))
    }
  }

  // MARK: Others

  @Test func theLevelsOfAFormerVersionAreTakenOverOnce() async throws {
    try await Scene.inDesktop { desktop in
      let folder = (desktop.environment["XDG_STATE_HOME"] ?? "") + "/aloud"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try Data("volume 0.25\nrate 1.75\n".utf8).write(to: URL(fileURLWithPath: folder + "/levels"))
      let fixture = try await RestartableService(desktop)
      for _ in 0..<2 {
        try await eventually("the levels are taken over") {
          let volume = try await fixture.remote.get(.volume)
          return try await fixture.remote.get(.rate) == .double(1.75) && volume == .double(0.25)
        }
        #expect(!FileManager.default.fileExists(atPath: folder + "/levels"))
        try await fixture.endAndBegin(9)
      }
    }
  }

  @Test func aFollowerDoesNotKeepAnIdleServiceAndFollowsTheNextOne_80() async throws {
    var options = PrivateDesktop.Options()
    options.activation = .build
    try await Scene.inDesktop(options) { desktop in
      try Scene.write("[service]\nexit-idle = \"1s\"\n", in: desktop)
      let remote = try Remote(desktop)
      _ = try await remote.get(.version)
      let follower = try desktop.start([Project.program("aloud"), "events", "utterance"])
      try await eventually("it follows") { follower.output.contains("running") }
      try await eventually("the service leaves all the same") {
        try await !desktop.isOwned(PrivateDesktop.serviceName)
      }
      try await eventually("that is told") { follower.output.contains("ended") }
      // The follower does not start the service; a call of another client does.
      try await remote.speak("A text for the next service.")
      try await eventually("the next service's events") { follower.output.contains("started") }
      follower.send(signal: 2)
      _ = try await follower.waitForEnd()
    }
  }

  @Test func stoppedForLongItLeavesAndActivationBringsItBackAsItWas_S0_07_S0_21() async throws {
    var options = PrivateDesktop.Options()
    options.activation = .build
    try await Scene.inDesktop(options) { desktop in
      try Scene.write("[service]\nexit-idle = \"1s\"\n", in: desktop)
      let remote = try Remote(desktop)
      let first = try await remote.speak("The first of two texts.", SpeakOptions(paused: true))
      let second = try await remote.speak("The second of two texts.", SpeakOptions(paused: true))
      try await remote(.goTo(second))
      let pid = try #require(try await desktop.processID(of: PrivateDesktop.serviceName))
      try await remote(.stop)
      try await eventually("it leaves") { try await !desktop.isOwned(PrivateDesktop.serviceName) }
      #expect(try await !desktop.isOwned(PrivateDesktop.playerName))
      // A media key reaches the player while it is not running.
      let rows = try await remote(.listTracks)
      #expect(try await desktop.processID(of: PrivateDesktop.serviceName) != pid)
      guard case .array(_, let tracks)? = rows.first else { return #expect(Bool(false), "no tracks") }
      #expect(tracks.compactMap { $0.asVardict.flatMap(TrackEntry.init)?.id } == [first, second])
      #expect(try await remote.player(get: "PlaybackStatus") == .string("Stopped"))
      try await remote.player("Play")
      try await remote.wait(.state, "speaking")
      #expect(try await remote.get(.track).asObjectPath == second)
    }
  }

  /// The sound of a restored service, and the time that its end takes.
  struct Measured {
    /// It resumes by itself on the headphones of the last reading, and nowhere else.
    @Test(arguments: [true, false])
    func aPrivateReadingGoesOnInPrivateOnly_S0_16_M7(isPulled: Bool) async throws {
      var options = PrivateDesktop.Options()
      options.sink = nil
      try await Scene.inDesktop(options) { desktop in
        try Scene.write("[state]\nresume = \"as-it-was\"\n", in: desktop)
        let cards = try await FakeCards.plugIn(["speakers", "usb"], in: desktop)
        let fixture = try await RestartableService(desktop)
        let words = try await fixture.subscribe()
        try await fixture.remote.speak(reading)
        try await cards.wait(for: "usb", toBeHeard: true)
        // The route is stored with the sentence after it.
        let count = words.arguments.count
        try await eventually("words are heard") { words.arguments.count > count + 6 }
        try await fixture.end(9)
        if isPulled { _ = try await cards("usb remove") }
        try await fixture.begin()
        if isPulled {
          try await fixture.remote.wait(.pauseReason, "route-lost")
          #expect(!(try await cards.report().values.contains { $0.isAudible }))
          #expect(try await cards.heardAloud() == 0)
          try await fixture.remote(.play)
          try await cards.wait(for: "speakers", toBeHeard: true)
        } else {
          try await fixture.remote.wait(.playbackStatus, "Playing")
          try await cards.wait(for: "usb", toBeHeard: true)
        }
      }
    }

    @Test func itEndsWithin200Milliseconds() async throws {
      try await RestartableService.with { fixture in
        var durations: [Duration] = []
        for _ in 0..<5 {
          try await fixture.remote.speak(reading)
          try await fixture.remote.wait(.state, "speaking")
          let start = ContinuousClock.now
          let end = try await fixture.end(15)
          durations.append(start.duration(to: .now))
          #expect(end.exitCode == 0)
          try await fixture.begin()
          try await fixture.remote(.clear)
        }
        // The machine may be busy: the best of five measures the service itself.
        #expect(durations.min()! < .milliseconds(200), "\(durations)")
      }
    }
  }
}
