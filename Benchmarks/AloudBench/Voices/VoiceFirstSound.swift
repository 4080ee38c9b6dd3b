import BusValues
import DesktopSupport
import EventLoop
import Foundation
import Glibc
import Workers

/// The time from a request to the sound of natural voices, by the length of the text, and from the end of a text to
/// silence.
@Core
enum VoiceFirstSound {
  /// All of their words are voiced, as those of ``Texts``. The lengths are those of heart.
  private static let texts = [
    (name: "5 words", text: "All our years were mellow."),
    (name: "2 s", text: "All our years were mellow, and we knew."),
    (
      name: "8 s",
      text: "All our years were mellow, and we knew it well, when a woman who really loved our yellow room "
        + "ran away in the narrow lanes near the lonely moor."
    ),
  ]
  /// The limits in milliseconds for heart, warm.
  private static let goals = ["5 words": 60.0, "8 s": 200]

  static func measure(_ rig: Rig, _ report: inout Report) async throws {
    try await FetchedVoices.with(rig, &report) { aloud, report in
      if !PiperCommand.isInstalled { report.notes.append("piper: left out, it is not installed.") }
      try await aloud.quit()
      var rows = try await others(rig)
      for voice in MeasuredVoice.all {
        for (name, text) in texts {
          rows.append(
            Row(
              what: warm(name), who: "aloud, \(voice.name)", unit: "ms",
              series: try await speak(text, voice, aloud, isCold: false),
              goal: goals[name].flatMap { voice == .heart ? .atMost($0) : nil } ?? .none))
        }
      }
      for voice in MeasuredVoice.all {
        for (name, text) in texts {
          rows.append(
            Row(
              what: cold(name), who: "aloud, \(voice.name)", unit: "ms",
              series: try await speak(text, voice, aloud, isCold: true)))
        }
      }
      report.addSorted(rows)
      for voice in MeasuredVoice.all {
        report.add(
          Row(
            what: "Clear → silence", who: "aloud, \(voice.name)", unit: "ms", series: try await clear(voice, aloud)))
      }
      report.notes.append(try await lengths())
    }
  }

  private static func warm(_ name: String) -> String { "Speak → sound, \(name), warm" }
  private static func cold(_ name: String) -> String { "Speak → sound, \(name), cold" }

  /// Other programs: each runs alone.
  private static func others(_ rig: Rig) async throws -> [Row] {
    var rows: [Row] = []
    let dispatcher = SpeechDispatcher(rig: rig)
    if dispatcher.isInstalled {
      for isCold in [false, true] {
        for (name, text) in texts {
          rows.append(
            Row(
              what: isCold ? cold(name) : warm(name), who: "spd-say", unit: "ms",
              series: try await dispatcher.firstSound(of: text, isCold: isCold, rounds: rounds(rig, isCold))))
        }
      }
      await dispatcher.end()
    }
    guard PiperCommand.isInstalled else { return rows }
    for (name, text) in texts {
      rows.append(
        Row(
          what: cold(name), who: PiperCommand.name, unit: "ms", series: try await PiperCommand.firstSound(text, rig)))
    }
    return rows
  }

  private static func rounds(_ rig: Rig, _ isCold: Bool) -> Int { rig.rounds(orElse: isCold ? 5 : 9) }

  private static func speak(
    _ text: String, _ voice: MeasuredVoice, _ aloud: Aloud, isCold: Bool
  ) async throws -> Series {
    let rig = aloud.rig
    var series = Series()
    if !isCold {
      let (_, start) = try await aloud.speak(text, voice.option)
      _ = await rig.listener.firstSound(after: start)
      try await aloud.call("Clear")
      try await rig.quiet()
    }
    for _ in 0..<rounds(rig, isCold) {
      if isCold { try await aloud.quit() }
      await rig.stagger()
      let (_, start) = try await aloud.speak(text, voice.option)
      guard let sound = await rig.listener.firstSound(after: start) else {
        try await aloud.confirmVoice()
        throw BenchError("\(voice.id) is not heard")
      }
      series.add(sound.milliseconds(since: start))
      try await aloud.confirmVoice()
      try await aloud.call("Clear")
      try await rig.quiet()
    }
    return series
  }

  /// Ends a text that is heard. The graph runs: one that stands still does not pass its last cycle to the monitor.
  private static func clear(_ voice: MeasuredVoice, _ aloud: Aloud) async throws -> Series {
    let rig = aloud.rig
    try await rig.listen(running: Rig.quantum)
    var series = Series()
    let text = Texts.text(Texts.sentences(words: 400))
    for _ in 0..<2 * rig.rounds where series.count < rig.rounds {
      let (_, start) = try await aloud.speak(text, voice.option)
      guard await rig.listener.firstSound(after: start) != nil else { throw BenchError("\(voice.id) is not heard") }
      await pause(.milliseconds(Int(rig.number(in: 200..<1200))))
      let cleared = Core.loop.now
      try await aloud.call("Clear")
      let silent = await rig.listener.silence(after: cleared)
      // Only an interrupted sound counts.
      if let silent, silent > cleared, rig.listener.wasLoud(before: cleared, within: .milliseconds(15)) {
        series.add(silent.milliseconds(since: cleared))
      }
    }
    try await rig.listen()
    return series
  }

  private static func lengths() async throws -> String {
    var parts: [String] = []
    for voice in MeasuredVoice.all {
      let engine = try voice.engine()
      defer { engine.release() }
      var lengths: [String] = []
      for (_, text) in texts {
        let sound = await VoiceSound.made(of: text, voice, engine)
        guard let seconds = sound.seconds else { throw BenchError("\(voice.id): \(sound.failure ?? "no sound")") }
        lengths.append(figure(seconds))
      }
      parts.append("\(voice.name) \(lengths.joined(separator: ", "))")
    }
    return "Lengths of the texts of 5 words, 2 s and 8 s, in seconds: \(parts.joined(separator: "; "))."
  }
}

/// Piper's own command, with the fetched voice. It writes a file, which is then played.
@Core
enum PiperCommand {
  static let name = "piper command and pw-play, joe"

  private static var model: String? {
    Project.fetchedVoices.map { "\($0)/share/piper-voices/en_US-joe-medium/en_US-joe-medium.onnx" }
  }

  static var isInstalled: Bool { Rig.find("piper") != nil && Rig.find("pw-play") != nil && model != nil }

  static func firstSound(_ text: String, _ rig: Rig) async throws -> Series {
    var series = Series()
    guard let model else { return series }
    let file = rig.folder + "/piper.wav"
    let script = "printf '%s\\n' \"$1\" | piper --model \"$2\" --output_file \"$3\" && exec pw-play \"$3\""
    for _ in 0..<rig.rounds(orElse: 5) {
      await rig.stagger()
      let start = Core.loop.now
      let process = try rig.start(
        ["sh", "-c", script, "sh", text, model, file], environment: ["ORT_DISABLE_TELEMETRY": "1"])
      guard let sound = await rig.listener.firstSound(after: start, within: .seconds(30)) else {
        throw BenchError("piper is not heard: \(try await process.end())")
      }
      series.add(sound.milliseconds(since: start))
      process.send(signal: SIGKILL)
      _ = try? await process.waitForEnd()
      try await rig.quiet()
    }
    return series
  }
}
