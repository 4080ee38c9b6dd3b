import AloudAPI
import DesktopSupport
import EventLoop
import Testing

/// A reading that is heard through a simulated sound card, measured by the cards' own meters.
@Core
struct UnplugScene {
  static let text =
    "Early one morning an old man walked along a narrow lane, and all around him animals were"
    + " awake, and an eagle and an owl and an otter were already eating in an open area near our old inn."
    + " An hour later all of them were asleep again, and only an old owl was still awake in an elm."

  let desktop: PrivateDesktop
  let cards: FakeCards
  let remote: Remote
  /// The process `aloud events route`.
  let events: RunningProcess
  let service: RunningProcess

  /// Opens a desktop in which `card` plays the text, beside the cards in `others`.
  ///
  /// - Parameters:
  ///   - voices: those that are to speak.
  ///   - command: a command for the cards, before the service starts.
  ///   - prepare: called when the cards are there, before the reading begins.
  nonisolated static func with(
    _ card: String, beside others: [String] = ["speakers"], configuration: String = "",
    voices: SpeakingVoices = .usual,
    command: String? = nil, prepare: @Core (PrivateDesktop) async throws -> Void = { _ in },
    _ body: @Core (UnplugScene) async throws -> Void
  ) async throws {
    var options = voices.options()
    options.sink = nil
    try await Scene.inDesktop(options) { desktop in
      let configuration = voices.configuration(configuration)
      if !configuration.isEmpty { try Scene.write(configuration, in: desktop) }
      let cards = try await FakeCards.plugIn(others + [card], in: desktop)
      if let command { try await cards(command) }
      try await prepare(desktop)
      let service = try await desktop.startService(environment: try voices.install(in: desktop))
      let remote = try Remote(desktop)
      let events = try desktop.start([Project.program("aloud"), "events", "route", "utterance"])
      try await events.waitForOutput(containing: "running")
      let scene = UnplugScene(desktop: desktop, cards: cards, remote: remote, events: events, service: service)
      try await voices.speak(text, to: remote)
      try await cards.wait(for: String(card.split(separator: "=")[0]), toBeHeard: true)
      // An earlier unplug would be announced as a pause without an utterance.
      try await events.waitForOutput(containing: "started")
      try await body(scene)
    }
  }

  /// Waits until the reading is heard at a route.
  func wait(forRoute name: String) async throws {
    try await eventually("it is heard at \(name)") {
      try await cards.report().values.contains { $0.isAudible && $0.route == name }
    }
  }

  /// Waits until the reading is paused because of the lost route, and then for the time that a session manager may take
  /// to move the stream. It tells nobody that it has finished: after `device-lost`, a plug may still come too early.
  func expectLoss(of name: String, location: SourceLocation = #_sourceLocation) async throws {
    try await remote.wait(.pauseReason, "route-lost")
    try await Task.sleep(for: .milliseconds(400))
    let status = try await desktop.run(Project.program("aloud"), "status").output
    #expect(status.contains("unplugged: \(name)"), "\(status)", sourceLocation: location)
    #expect(try await remote.text(.playbackStatus) == "Paused", sourceLocation: location)
    #expect(!(try await cards.report().values.contains { $0.isAudible }), sourceLocation: location)
  }

  /// Checks that the reading was at most silent for a moment, and continues.
  func expectNoLoss(location: SourceLocation = #_sourceLocation) async throws {
    let begin = try await remote.position()
    try await eventually("it reads on") { try await remote.position() > begin + 500_000 }
    #expect(try await remote.text(.pauseReason) == "", sourceLocation: location)
    try await eventually("it is heard") { try await cards.report().values.contains { $0.isAudible } }
    #expect(!events.output.contains("route-lost"), sourceLocation: location)
  }
}
