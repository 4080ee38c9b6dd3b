import AloudAPI
import BusValues
import DesktopSupport
import EventLoop
import Foundation
import Testing

extension ListeningTests {
  /// Changes of the wall clock, by a user or at the first synchronization, affect neither the sound nor any decision.
  struct ClockTests {
    private static let day = 86400

    /// A scene whose service sees another wall clock.
    private static func with(
      configuration: String = "", _ body: @Core (Scene, JumpingClock) async throws -> Void
    ) async throws {
      try await Scene.inDesktop { desktop in
        if !configuration.isEmpty { try Scene.write(configuration, in: desktop) }
        let clock = try JumpingClock(in: desktop)
        let service = try await desktop.startService(environment: clock.environment)
        #expect(contents("/proc/\(service.pid)/maps").contains("libjumping-clock"))
        let recorder = try await Recorder.open(in: desktop)
        try await body(
          Scene(desktop: desktop, service: service, remote: try Remote(desktop), recorder: recorder), clock)
      }
    }

    /// Moves the clock, and checks that programs see it.
    @Core
    private static func jump(_ clock: JumpingClock, to ahead: Int, in scene: Scene) async throws {
      try clock.jump(to: ahead)
      let seen = try await clock.ahead(in: scene.desktop)
      #expect(abs(seen - ahead) <= 2)
    }

    @Test func aCallIsHeldForAsLongAsItLastsAndNotAsTheClockSays_S0_05() async throws {
      try await Self.with(configuration: "[interruptions]\nhold-limit = \"20min\"\n") { scene, clock in
        let (remote, recorder) = (scene.remote, scene.recorder)
        try await remote.speak(reading)
        try await recorder.wait(for: "Word", count: 2)
        let call = try scene.call()
        try await remote.wait(.pauseReason, "call")
        try await Self.jump(clock, to: 3600, in: scene)
        // A change of the queue wakes the service, which checks its timers.
        try await remote.speak("Something else.")
        #expect(try await remote.text(.state) == "interrupted")
        _ = try await call.end()
        try await remote.wait(.playbackStatus, "Playing")
        // In the other direction, an expired limit stays expired.
        try Scene.write("[interruptions]\nhold-limit = \"500ms\"\n", in: scene.desktop)
        try await eventually("it is known") { scene.service.errors.contains("the configuration has changed") }
        let other = try scene.call()
        try await remote.wait(.pauseReason, "call")
        try await Self.jump(clock, to: -Self.day, in: scene)
        try await remote.wait(.state, "paused")
        #expect(try await remote.text(.pauseReason) == "call")
        _ = try await other.end()
      }
    }

    /// The sound while the clock jumps.
    struct Measured {
      @Test func theWordsComeWithTheSoundWhateverTheClockSays() async throws {
        try await ClockTests.with { scene, clock in
          let (remote, recorder) = (scene.remote, scene.recorder)
          try await remote.speak(reading)
          var count = 2
          for ahead in [3600, -ClockTests.day, 365 * ClockTests.day, 0] {
            try await recorder.wait(for: "Word", count: count)
            try await ClockTests.jump(clock, to: ahead, in: scene)
            count += 4
          }
          try await recorder.wait(for: "Word", count: count)
          // The delay of each word after its media time. A busy machine misses cycles, and their delay stays; the
          // smallest jump is an hour.
          let words = recorder.all("Word")
          let late = words.map { $0.moment - $0.waited - $0.media * 1000 }
          #expect(late.max()! - late.min()! < 2000 * milliseconds, "\(late.map { ($0 - late[0]) / milliseconds })")
          let starts = words.compactMap { $0.ranges?.scalars.lowerBound }
          #expect(starts == starts.sorted() && Set(starts).count == starts.count)
          let position = try await remote.position()
          #expect(abs(position - (words.last?.media ?? 0)) < 2_000_000)
          #expect(scene.service.errors.contains("warning: ") == false, "\(scene.service.errors)")
        }
      }

      @Test func aNightThatTheClockLeapsOverStaysSilent_S0_02() async throws {
        try await ClockTests.with { scene, clock in
          let (remote, recorder) = (scene.remote, scene.recorder)
          let login = try await LoginManagerDouble(in: scene.desktop)
          try await remote.speak(reading)
          try await recorder.wait(for: "Word", count: 4)
          try await eventually("sleep is put off") { login.held("delay").count == 1 }
          login.emit("PrepareForSleep", [.bool(true)])
          try await eventually("the machine may sleep") { login.held("delay").isEmpty }
          let held = try await remote.settledPosition()
          try await ClockTests.jump(clock, to: 8 * 3600, in: scene)
          try await login.wakeUp()
          let from = Remote.now
          let recording = try await recorder.recording(until: from + 600 * milliseconds)
          #expect(recording.peak(from, recording.end) < 0.002)
          #expect(try await remote.text(.pauseReason) == "sleep")
          #expect(try await remote.position() == held)
          let played = Remote.now
          try await remote(.play)
          let word = try await recorder.wait(for: "Word", since: played)
          #expect(word.media <= held && word.media >= held - 900_000, "\(word.media) after \(held)")
        }
      }
    }
  }
}

/// State that resumes by itself does so within half a minute after the end, measured by a clock that cannot be set.
@Suite(.serialized, .timeLimit(.minutes(3)))
struct ClockOfTheMachineTests {
  @Core
  private func begin(_ fixture: RestartableService, in place: OwnNamespace?, after signal: CInt) async throws {
    try await fixture.remote.wait(.state, "speaking")
    // A text during which the service ends three times stays paused, so each run has another text.
    try await fixture.remote(.clear)
    try await fixture.remote.speak(reading)
    try await fixture.remote.wait(.state, "speaking")
    try await fixture.end(signal)
    fixture.place = place
    try await fixture.begin()
  }

  @Core
  private func expectSilence(_ fixture: RestartableService, _ why: String) async throws {
    // A text is taken when the configuration is known, and the service has decided about sound by then.
    try await fixture.remote.speak("A text that waits.", SpeakOptions(paused: true))
    #expect(try await fixture.remote.text(.state) == "paused", "\(why)")
    #expect(try await fixture.remote.text(.pauseReason) == "restart", "\(why)")
    try await fixture.remote(.play)
  }

  @Test(
    .enabled(if: OwnNamespace.isPossible, "no clock of its own: that takes root or a user namespace"),
    arguments: [15, 9] as [CInt])
  func asItWasIsAsItWasForHalfAMinute_S0_02(signal: CInt) async throws {
    try await RestartableService.with(configuration: "[state]\nresume = \"as-it-was\"\n") { fixture in
      let desktop = fixture.desktop
      try await fixture.remote.set(.loopStatus, .string("Track"))
      try await fixture.remote.speak(reading)
      let soon = try await OwnNamespace(.time(ahead: 15), in: desktop)
      let later = try await OwnNamespace(.time(ahead: 60), in: desktop)
      let bootID = desktop.directory + "/boot-id"
      try Data("01234567-89ab-cdef-0123-456789abcdef\n".utf8).write(to: URL(fileURLWithPath: bootID))
      let otherStart = try await OwnNamespace(
        .mounts, in: desktop, setup: #"mount --bind "$1" /proc/sys/kernel/random/boot_id"#, bootID)

      try await begin(fixture, in: soon, after: signal)
      try await begin(fixture, in: later, after: signal)
      try await expectSilence(fixture, "45 s later")
      try await begin(fixture, in: nil, after: signal)
      try await expectSilence(fixture, "before it ended")
      try await begin(fixture, in: otherStart, after: signal)
      try await expectSilence(fixture, "the machine was started in between")
      try await begin(fixture, in: otherStart, after: signal)
      try await fixture.remote.wait(.state, "speaking")
    }
  }

  @Test(arguments: [-86400, 31_536_000])
  func theWallClockDoesNotCountThere_S0_02(ahead: Int) async throws {
    try await Scene.inDesktop { desktop in
      try Scene.write("[state]\nresume = \"as-it-was\"\n", in: desktop)
      let clock = try JumpingClock(in: desktop)
      let fixture = try await RestartableService(desktop, environment: clock.environment)
      try await fixture.remote.speak(reading)
      try await fixture.remote.wait(.state, "speaking")
      try await fixture.end(9)
      try clock.jump(to: ahead)
      try await fixture.begin()
      try await fixture.remote.wait(.state, "speaking")
    }
  }
}
