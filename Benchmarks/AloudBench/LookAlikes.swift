import BusValues
import DesktopSupport
import EventLoop
import Foundation

/// Events that resemble an unplug, and the number of pauses that they cause.
@Core
enum LookAlikes {
  private typealias Action = @Core (FakeCards, Aloud) async throws -> Void

  private struct Case {
    var what: String
    var cards: [String]
    /// A part of the node and route at which the reading is heard before the event.
    var from: String
    /// A part of the node and route after the event.
    var to: String
    /// Prepares the place at which the reading is heard.
    var prepare: Action?
    var happen: Action
    /// Reverts the event, so that it is over when this returns, or when the next round waits for ``from``.
    var undo: Action?
  }

  private static let speakers = "alsa_output.pci-0000_00_1b.0.analog-stereo"

  private static func say(_ commands: String...) -> Action {
    { cards, _ in for command in commands { try await cards(command) } }
  }

  /// Runs a command that must pause the reading: that pause does not count for the look-alike.
  private static func pull(_ command: String) -> Action {
    { cards, aloud in
      try await cards(command)
      try await eventually("\(command) pauses") { try await aloud.pauseReason() == "route-lost" }
    }
  }

  /// Enables speakers that the jack does not switch off. A session manager may choose them because they are new.
  private static func unblockSpeakers(_ cards: FakeCards, _ aloud: Aloud) async throws {
    try await cards("analog port analog-output-speaker unknown")
    await pause(Unplug.window)
    try await chooseHeadphones(cards, aloud)
  }

  /// Waits until a session manager has applied the choice again, with its volume; no other choice may be made before.
  private static func chooseHeadphones(_ cards: FakeCards, _ aloud: Aloud) async throws {
    try await cards("analog route analog-output-headphones")
    await pause(Unplug.window)
  }

  // The session manager remembers the events of the last cases.
  private static var cases: [Case] {
    [
      Case(
        what: "headphones plugged in", cards: ["analog"], from: "output-speaker", to: "output-headphones",
        prepare: pull("analog unplug"), happen: say("analog plug"), undo: pull("analog unplug")),
      Case(
        what: "profile of a call", cards: ["speakers", "bluetooth"], from: "headphone-output",
        to: "headphone-hf-output", happen: say("bluetooth profile headset-head-unit"),
        undo: say("bluetooth profile a2dp-sink")),
      Case(
        what: "monitor pulled", cards: ["speakers", "hdmi"], from: "hdmi", to: speakers, happen: say("hdmi unplug"),
        undo: say("hdmi plug")),
      Case(
        what: "another card pulled", cards: ["speakers", "bluetooth", "usb"], from: "usb", to: "usb",
        happen: say("speakers remove", "bluetooth remove"), undo: say("speakers add", "bluetooth add")),
      Case(
        what: "another port comes and goes", cards: ["speakers", "analog"], from: "output-headphones",
        to: "output-headphones", happen: say("analog port hdmi-output-0 yes", "analog port hdmi-output-0 no")),
      Case(
        what: "another port chosen", cards: ["analog"], from: "output-headphones", to: "output-speaker",
        prepare: unblockSpeakers, happen: say("analog route analog-output-speaker"),
        undo: chooseHeadphones),
      Case(
        what: "another default chosen", cards: ["speakers", "usb"], from: "usb", to: speakers,
        happen: { try await $1.rig.desktop.order(.setDefaultSink(sink(speakers, $0))) },
        undo: { try await $1.rig.desktop.order(.setDefaultSink(sink("usb", $0))) }),
      Case(
        what: "stream moved", cards: ["speakers", "usb"], from: "usb", to: speakers,
        happen: { try await move($1.rig, to: sink(speakers, $0)) },
        undo: { try await move($1.rig, to: sink("usb", $0)) }),
    ]
  }

  static func measure(_ aloud: Aloud, _ report: inout Report) async throws {
    for scene in cases {
      try await Unplug.attempt("Pauses: \(scene.what)", aloud, &report) { report in
        let pauses = try await count(scene, aloud)
        report.add(
          Row(what: "Pauses: \(scene.what)", who: "aloud", unit: "", series: pauses, goal: .neverAbove(0)))
      }
    }
  }

  private static func count(_ scene: Case, _ aloud: Aloud) async throws -> Series {
    var pauses = Series()
    try await Unplug.with(scene.cards, aloud.rig) { cards in
      try await aloud.speak(Texts.text(Texts.sentences(words: 8000)))
      try await eventually("a card is heard") { try await cards.report().values.contains(where: \.isAudible) }
      try await scene.prepare?(cards, aloud)
      let heard = try await Announcements(of: aloud)
      for _ in 0..<aloud.rig.rounds(orElse: 5) {
        try await eventually("\(scene.from) is heard before: \(scene.what)") {
          if try await !aloud.pauseReason().isEmpty { try await aloud.call("Play") }
          return try await Unplug.isHeard(scene.from, cards)
        }
        await aloud.rig.stagger()
        let before = heard.reasons.count
        try await scene.happen(cards, aloud)
        await pause(Unplug.window)
        // The silence during a check of the route is not a pause.
        let paused = heard.reasons.dropFirst(before).count { $0 != "route-change" }
        pauses.add(Double(paused))
        if paused == 0 { try await Unplug.hear(scene.to, cards) }
        try await scene.undo?(cards, aloud)
      }
      try await aloud.call("Clear")
    }
    return pauses
  }

  private static func sink(_ part: String, _ cards: FakeCards) async throws -> String {
    guard let name = try await cards.report().keys.first(where: { $0.contains(part) }) else {
      throw BenchError("there is no sink \(part)")
    }
    return name
  }

  /// A node in the output of `pw-dump`.
  private struct Node: Decodable {
    struct Info: Decodable { var props: Properties? }
    struct Properties: Decodable {
      var name: String?
      enum CodingKeys: String, CodingKey { case name = "node.name" }
    }
    var id: Int
    var type: String
    var info: Info?
  }

  /// An entry of the output; objects of other types may have properties of other types.
  private struct Entry: Decodable {
    var node: Node?
    init(from decoder: any Decoder) throws { node = try? Node(from: decoder) }
  }

  /// Moves our stream as a mixer does.
  private static func move(_ rig: Rig, to sink: String) async throws {
    let dump = try await rig.desktop.run("pw-dump", "-N").output
    let nodes = try JSONDecoder().decode([Entry].self, from: Data(dump.utf8)).compactMap(\.node)
      .filter { $0.type == "PipeWire:Interface:Node" }
    func find(_ name: String) throws -> String {
      guard let node = nodes.first(where: { $0.info?.props?.name == name }) else {
        throw BenchError("there is no node \(name)")
      }
      return String(node.id)
    }
    _ = try await rig.desktop.run("pw-metadata", find("aloud"), "target.node", find(sink))
  }
}
