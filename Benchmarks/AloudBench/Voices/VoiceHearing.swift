import DesktopSupport
import EventLoop
import Foundation
import Speech
import Workers

/// Voices as a speech recogniser and an aligner hear them: words that are misheard, and the places at which words
/// begin.
@Core
enum VoiceHearing {
  private static let patience = Duration.seconds(600)
  private static let python = "python3"
  private static let sets = [
    (name: "60 sentences without figures", file: "plain.txt"), (name: "60 sentences with figures", file: "figures.txt"),
  ]
  /// Per cent of the words, of heart.
  private static let misheard = 1.5
  /// Milliseconds between the mark of a word and its beginning, of heart.
  private static let exactness = 30.0

  static func measure(_ rig: Rig, _ report: inout Report) async throws {
    try await FetchedVoices.with(rig, &report) { _, report in
      var rows: [Row] = []
      var failure: (any Error)?
      for voice in MeasuredVoice.all where failure == nil {
        do { rows += try await measure(voice, rig, &report) } catch { failure = error }
      }
      report.addSorted(rows)
      if let failure { throw failure }
    }
  }

  private static func measure(_ voice: MeasuredVoice, _ rig: Rig, _ report: inout Report) async throws -> [Row] {
    let engine = try voice.engine()
    defer { engine.release() }
    var rows: [Row] = []
    for (index, set) in sets.enumerated() {
      let sentences = try SpokenSentence.all(of: Project.file("Benchmarks/texts/\(set.file)"))
      var files: [String] = []
      var sounds: [VoiceSound] = []
      for sentence in sentences {
        let sound = await VoiceSound.made(of: sentence.text, voice, engine)
        if let failure = sound.failure { throw BenchError("\(voice.id): \(failure): \(sentence.text)") }
        files.append("\(rig.folder)/heard-\(files.count).wav")
        try sound.write(to: files[files.count - 1])
        sounds.append(sound)
      }
      progress("  \(voice.name): \(set.name) are made")
      if let row = try await recognise(sentences, files, voice, set.name, rig, &report) { rows.append(row) }
      if index == 0 { rows += try await starts(sentences, files, sounds, voice, rig, &report) }
    }
    return rows
  }

  /// Lets the recogniser write down what it hears.
  private static func recognise(
    _ sentences: [SpokenSentence], _ files: [String], _ voice: MeasuredVoice, _ name: String, _ rig: Rig,
    _ report: inout Report
  ) async throws -> Row? {
    let result = try await rig.start([Project.file("scripts/recognise")] + files).waitForEnd(within: patience)
    let lines = result.output.split(separator: "\n", omittingEmptySubsequences: false)
    guard result.succeeded, lines.count > sentences.count else {
      let note = "Words misheard: left out, \(result.errors.split(separator: "\n").last ?? "there is no answer")"
      if !report.notes.contains(note) { report.notes.append(note) }
      return nil
    }
    var (wrong, all) = (0, 0)
    for (sentence, line) in zip(sentences, lines) {
      let (misheard, count) = sentence.misheard(in: String(line))
      if misheard > 0, voice == .heart { progress("  \(misheard): \(sentence.text) | \(line)") }
      wrong += misheard
      all += count
    }
    var series = Series()
    series.add(Double(wrong) * 100 / Double(all))
    progress("  \(wrong) of \(all) words are misheard")
    return Row(
      what: "Words misheard, \(name)", who: "aloud, \(voice.name)", unit: "%", series: series,
      goal: voice == .heart ? .atMost(misheard) : .none)
  }

  /// Compares the marks of words with the places at which an aligner finds them.
  private static func starts(
    _ sentences: [SpokenSentence], _ files: [String], _ sounds: [VoiceSound], _ voice: MeasuredVoice, _ rig: Rig,
    _ report: inout Report
  ) async throws -> [Row] {
    let input = zip(sentences, zip(files, sounds)).map { sentence, made in
      let bytes = Array(sentence.text.utf8)
      let words = made.1.marks.map { String(decoding: bytes[$0.span.utf8], as: UTF8.self) }
      return made.0 + "\t" + words.joined(separator: " ")
    }
    let list = rig.folder + "/align.txt"
    try Data((input.joined(separator: "\n") + "\n").utf8).write(to: URL(fileURLWithPath: list))
    let result = try await rig.start([python, Project.file("Benchmarks/peers/align-words.py"), list])
      .waitForEnd(within: patience)
    let lines = result.output.split(separator: "\n", omittingEmptySubsequences: false)
    guard result.succeeded, lines.count > sentences.count else {
      let note = "Starts of words: left out, \(result.errors.split(separator: "\n").last ?? "there is no answer")"
      if !report.notes.contains(note) { report.notes.append(note) }
      return []
    }
    var errors = Series()
    var aligned = 0
    for (sound, line) in zip(sounds, lines) {
      let places = line.split(separator: " ").compactMap { Double($0) }
      guard !places.isEmpty, places.count == sound.marks.count else { continue }
      aligned += 1
      for (mark, place) in zip(sound.marks, places) {
        errors.add(Double(mark.frame) * 1000 / Double(sound.rate) - place)
      }
    }
    report.notes.append("\(voice.name): \(errors.count) words of \(aligned) sentences were aligned.")
    var distances = Series()
    for error in errors.values { distances.add(abs(error)) }
    var (signed, median, most) = (Series(), Series(), Series())
    signed.add(errors.median)
    median.add(distances.median)
    most.add(distances.quantile(0.9))
    progress("  \(figure(errors.median)) ms, \(figure(distances.median)) ms, \(figure(distances.quantile(0.9))) ms")
    let what = "Mark of a word, from its beginning by the aligner"
    let who = "aloud, \(voice.name)"
    return [
      Row(what: "\(what): median, with its sign", who: who, unit: "ms", series: signed),
      Row(what: "\(what): median", who: who, unit: "ms", series: median),
      Row(
        what: "\(what): 90 of 100", who: who, unit: "ms", series: most,
        goal: voice == .heart ? .atMost(exactness) : .none),
    ]
  }
}
