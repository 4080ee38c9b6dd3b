import Foundation

/// Simulated sound cards in a private desktop, with meters of the audible sound; see `Tests/FakeCard/README.md`.
public struct FakeCards: Sendable {
  /// The sound through one sink since the last command.
  public struct Report: Decodable, Sendable {
    /// The card's name in commands.
    public var card: String
    /// The sink's name.
    public var node: String
    /// The current route.
    public var route: String
    /// Milliseconds of sound through anything but headphones and headsets.
    public var heardAloud: Double
    /// Milliseconds of sound through headphones and headsets.
    public var heardInPrivate: Double
    /// True if there is sound now.
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

  /// Adds cards, and waits until the session manager has chosen a default sink.
  ///
  /// - Parameter cards: the arguments of `fakecard`: options, and `[NAME=]KIND`.
  public static func plugIn(_ cards: [String], in desktop: PrivateDesktop) async throws -> FakeCards {
    let process = try desktop.start([Project.program("fakecard")] + cards, keepsInputOpen: true)
    try await process.waitForOutput(containing: "\"ev\":\"node-added\"")
    try await desktop.waitForDefaultSink()
    return FakeCards(process: process)
  }

  /// Sends a command, such as `usb remove`, and returns when it was performed.
  ///
  /// - Returns: the time in nanoseconds of CLOCK_MONOTONIC.
  @discardableResult
  public func callAsFunction(_ command: String) async throws -> Int64 {
    let known = lines().count
    process.write(command + "\n")
    return try await process.waitForOutput("the command \(command)") { _ in
      self.events(after: known).last { $0.ev == "command" }.map { Int64($0.t * 1_000_000) }
    }
  }

  /// The sound since the last command, by the names of the existing sinks.
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

  /// The milliseconds of sound since the last command that others than the wearer could hear.
  public func heardAloud() async throws -> Double {
    try await report().values.reduce(0) { $0 + $1.heardAloud }
  }

  /// Waits until a card is heard, or until it no longer is.
  public func wait(for card: String, toBeHeard isHeard: Bool) async throws {
    try await eventually("\(card) is \(isHeard ? "heard" : "silent")") {
      try await self.report().values.contains { $0.card == card && $0.isAudible } == isHeard
    }
  }

  /// Removes all cards, and returns when they are gone.
  public func end() async throws { _ = try await process.end() }

  private func lines() -> [Substring] { process.output.split(separator: "\n") }

  private func events(after count: Int) -> [Event] {
    lines().dropFirst(count).compactMap { try? JSONDecoder().decode(Event.self, from: Data($0.utf8)) }
  }
}
