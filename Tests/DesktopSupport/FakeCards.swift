import Foundation

/// Pretend sound cards in a private desktop, with meters that say what would be heard; see `Tests/FakeCard/README.md`.
public struct FakeCards: Sendable {
  /// What was heard through one sink since the last command.
  public struct Report: Decodable, Sendable {
    /// As in the commands.
    public var card: String
    /// The sink's name.
    public var node: String
    /// The route that it plays to now.
    public var route: String
    /// Milliseconds of sound through anything but headphones and headsets.
    public var heardAloud: Double
    /// Milliseconds of sound through headphones and headsets.
    public var heardInPrivate: Double
    /// Whether there is sound now.
    public var isAudible: Bool

    private enum CodingKeys: String, CodingKey {
      case card, node, route
      case heardAloud = "heard_aloud_ms"
      case heardInPrivate = "heard_in_private_ms"
      case isAudible = "audible_now"
    }
  }

  private struct Event: Decodable {
    var t: Double
    var ev: String
    var card: String?
  }

  private let process: RunningProcess

  /// Plugs cards in, and waits until the session manager has chosen a default sink.
  ///
  /// - Parameter cards: as on the command line of `fakecard`: options, and `[NAME=]KIND`.
  public static func plugIn(_ cards: [String], in desktop: PrivateDesktop) async throws -> FakeCards {
    let process = try desktop.start([Project.program("fakecard")] + cards, keepsInputOpen: true)
    try await process.waitForOutput(containing: "\"ev\":\"node-added\"")
    try await eventually("there is a default sink") {
      try await desktop.run("pw-metadata", "-n", "default", "0", "default.audio.sink").output.contains("\"name\"")
    }
    return FakeCards(process: process)
  }

  /// Says a command, as `usb remove`, and returns when it was carried out.
  ///
  /// - Returns: the moment, in nanoseconds of CLOCK_MONOTONIC.
  @discardableResult
  public func callAsFunction(_ command: String) async throws -> Int64 {
    let known = lines().count
    process.write(command + "\n")
    return try await process.waitForOutput("the command \(command)") { _ in
      self.events(after: known).last { $0.ev == "command" }.map { Int64($0.t * 1_000_000) }
    }
  }

  /// What was heard since the last command, by the names of the sinks that are there.
  public func report() async throws -> [String: Report] {
    let known = lines().count
    process.write("report\nstatus\n")
    try await process.waitForOutput("the report") { _ in
      self.events(after: known).contains { $0.ev == "status" } ? () : nil
    }
    let reports = lines().dropFirst(known).filter { $0.contains("\"ev\":\"report\"") }
      .compactMap { try? JSONDecoder().decode(Report.self, from: Data($0.utf8)) }
    return Dictionary(reports.map { ($0.node, $0) }) { $1 }
  }

  /// How long anybody but a wearer heard something since the last command, in milliseconds.
  public func heardAloud() async throws -> Double {
    try await report().values.reduce(0) { $0 + $1.heardAloud }
  }

  /// Waits until a card is heard, or no longer.
  public func wait(for card: String, toBeHeard isHeard: Bool) async throws {
    try await eventually("\(card) is \(isHeard ? "heard" : "silent")") {
      try await self.report().values.contains { $0.card == card && $0.isAudible } == isHeard
    }
  }

  /// Pulls all the cards, and returns when they are gone.
  public func end() async throws { _ = try await process.end() }

  private func lines() -> [Substring] { process.output.split(separator: "\n") }

  private func events(after count: Int) -> [Event] {
    lines().dropFirst(count).compactMap { try? JSONDecoder().decode(Event.self, from: Data($0.utf8)) }
  }
}
