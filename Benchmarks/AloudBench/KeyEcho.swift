import BusValues
import DBusKit
import DesktopSupport
import EventLoop

/// The time from a resident client's request to speak one letter to its sound, as a screen reader asks for it:
/// `Announce` with `keep-ready` on one connection, beside the command `KEY` of SSIP on one connection to
/// speech-dispatcher.
@Core
enum KeyEcho {
  /// The letter sounds at once.
  private static let letter = "o"
  private static let peer = "speech-dispatcher, KEY"
  /// More than the time for which the stream of announcements outlives the client that wanted it kept ready.
  private static let beyondRelease = Duration.milliseconds(3300)

  private struct Scene {
    var name: String
    var isReading = false
    /// See ``Rig/listen(running:)``.
    var running: Int?
  }

  /// The series of one program.
  private struct Figures {
    var first: Series
    var later: Series
  }

  static func measure(_ rig: Rig, _ report: inout Report) async throws {
    let aloud = Aloud(rig: rig)
    try await aloud.warm()
    let scenes = [
      Scene(name: "idle"), Scene(name: "beside a book", isReading: true), Scene(name: "graph at 1024", running: 1024),
    ]
    for scene in scenes {
      await pause(beyondRelease)
      try await rig.listen(running: scene.running)
      if scene.isReading { try await aloud.readInaudibly() }
      let dispatcher = SpeechDispatcher(rig: rig)
      let other = dispatcher.isInstalled ? try await keys(of: dispatcher) : nil
      await dispatcher.end()
      let own = try await keys(of: aloud, isReading: scene.isReading)
      for (call, series) in [("first", \Figures.first), ("later", \Figures.later)] {
        let what = "Key → sound, \(scene.name), \(call)"
        if let other { report.add(Row(what: what, who: peer, unit: "ms", series: other[keyPath: series])) }
        report.add(
          Row(
            what: what, who: "aloud, Announce", unit: "ms", series: own[keyPath: series],
            goal: .ratioAtMost(1, peer: peer)))
      }
      try await aloud.call("Clear")
    }
    try await rig.listen()
  }

  /// The first call of a client, which connects before, and the calls after it.
  private static func keys(of aloud: Aloud, isReading: Bool) async throws -> Figures {
    let rig = aloud.rig
    let reading = try await AnnouncementRecorder(words: true)
    func press(_ client: BusConnection) async throws {
      _ = try await client.call(Aloud.announcement(letter, keepReady: true))
    }
    let first = try await Announcing.series(rig, pausing: beyondRelease) {
      try BusConnection.session()
    } start: {
      try await press($0)
    } end: {
      $0.close()
    }
    let client = try BusConnection.session()
    let start = Core.loop.now
    try await press(client)
    _ = await rig.listener.firstSound(after: start)
    try await rig.quiet()
    let later = try await Announcing.series(rig) {
      // The reading rests for a while after each key.
      if isReading { try await reading.wait(forWords: 1) }
    } start: {
      try await press(client)
    } end: {
    }
    client.close()
    return Figures(first: first, later: later)
  }

  /// The same with speech-dispatcher, whose server runs already.
  private static func keys(of dispatcher: SpeechDispatcher) async throws -> Figures {
    let rig = dispatcher.rig
    await dispatcher.end()
    try await dispatcher.sayAndStop()
    // Without a client, the server would end.
    let resident = try await SSIPConnection(rig)
    let first = try await Announcing.series(rig, pausing: beyondRelease) {
      try await SSIPConnection(rig)
    } start: {
      try await $0.send("KEY \(letter)")
    } end: {
      $0.close()
    }
    let later = try await Announcing.series(rig) {
    } start: {
      try await resident.send("KEY \(letter)")
    } end: {
    }
    resident.close()
    return Figures(first: first, later: later)
  }
}
