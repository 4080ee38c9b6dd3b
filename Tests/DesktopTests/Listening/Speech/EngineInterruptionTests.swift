import AloudAPI
import BusValues
import DesktopSupport
import EventLoop
import Testing
import Vocabulary

extension ListeningTests {
  /// A reading by another engine, or by two of them, that is interrupted in the middle of a word and goes on.
  struct EngineInterruptionTests {
    enum Interruption: String, CaseIterable, Sendable {
      case call
      case sleep
      case sleepTimer = "sleep timer"
      case announcement
    }

    /// Interrupts the reading, and returns when the listener hears it again.
    @Core private static func interrupt(_ scene: EngineScene, by interruption: Interruption) async throws {
      let remote = scene.remote
      switch interruption {
      case .call:
        let phone = try Scene(desktop: scene.desktop, service: scene.service, remote: remote).call()
        try await remote.wait(.pauseReason, "call")
        _ = try await phone.end()
      case .sleep:
        let login = try await LoginManagerDouble(in: scene.desktop)
        try await eventually("sleep is put off") { login.held("delay").count == 1 }
        login.emit("PrepareForSleep", [.bool(true)])
        try await eventually("the machine may sleep") { login.grants[0].released != nil }
        try await login.wakeUp()
        try await remote.wait(.pauseReason, "sleep")
        try await remote(.play)
      case .sleepTimer:
        try await remote(.sleep(.sentence, amount: 0, adding: false))
        try await remote.wait(.pauseReason, "sleep-timer")
        try await remote(.play)
      case .announcement:
        try await remote(.announce([.text("Mail has come.")], AnnounceOptions()))
        try await remote.wait(.state, "interrupted")
      }
      try await remote.wait(.state, "speaking")
    }

    @Test(arguments: [SpeakingVoices.humming, .both], Interruption.allCases)
    func noWordIsLostOrHeardTwice(voices: SpeakingVoices, interruption: Interruption) async throws {
      try await EngineScene.with(voices, sentences: 3) { scene in
        let length = try await scene.begin()
        let positions = PositionWatch(scene.remote)
        try await scene.wait(forWord: 3)
        try await Self.interrupt(scene, by: interruption)
        // The interrupted word is heard again from its beginning.
        try await scene.expectEveryWordInItsPlace(repeated: 1)
        let steps = positions.stepsBack
        #expect(steps.count <= 1 && steps.allSatisfy { $0.from - $0.to < 1_000_000 }, "\(steps)")
        #expect(try await scene.remote.exactLength() == length)
        #expect(try await scene.remote.text(.lastError).isEmpty)
      }
    }
  }
}
