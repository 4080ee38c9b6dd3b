import DesktopSupport
import EventLoop
import Foundation
import Speech
import Testing
import Vocabulary
import Workers

/// The sound of sixty sentences, by voices of many languages, is byte for byte what it was: a change of the code that
/// is not meant to be heard is not heard. `Tests/Fixtures/speech` has one file for each release of the engine.
@Suite(
  .timeLimit(.minutes(10)), .serialized,
  .enabled("no sounds of this release of the engine are kept (ALOUD_GOLDEN=1 writes them)") {
    TestLoop.start()
    return await GoldenFile.ofThisEngine()?.isUsable ?? true
  })
struct GoldenSpeechTests {
  init() { TestLoop.start() }

  @Test @Core func theSoundOfEachSentenceIsTheSame() async throws {
    let file = try #require(await GoldenFile.ofThisEngine())
    let session = try Session()
    defer { session.end() }
    let rows = try file.rows()
    #expect(rows.count >= 60)
    var heard: [GoldenFile.Row] = []
    for row in rows {
      let spoken = await session.speak(
        Array(row.plain.utf8), row.configuration, runs: row.runs)
      #expect(spoken.error == nil && spoken.faults.isEmpty && spoken.skipped.isEmpty, "\(row.text)")
      let now = row.with(spoken)
      if !file.isWritten { #expect(now == row) }
      let measured = await session.measure(row.plain, row.configuration, runs: row.runs)
      #expect(try measured.get() == spoken.frames, "\(row.text)")
      heard.append(now)
    }
    if file.isWritten { try file.write(heard) }
  }
}

/// The kept sounds of one release of the engine: lines of columns, separated by tabs.
private struct GoldenFile {
  /// The variable of the environment that has the sums written anew.
  static let writing = "ALOUD_GOLDEN"

  private static let folder = Project.file("Tests/Fixtures/speech")
  private static let heading = [
    "# The sounds of a release of the engine: voice, words a minute, pitch, range and punctuation; text, in which",
    "# {VOICE:WORDS} has another voice; frames; words; sums of the marks and of the samples.",
  ]

  private let path: String
  let isWritten = ProcessInfo.processInfo.environment[writing] != nil

  /// The file of the release that speaks here; `nil` if nothing speaks.
  @Core static func ofThisEngine() async -> GoldenFile? {
    guard let session = try? Session() else { return nil }
    defer { session.end() }
    _ = await session.speak("Ready.")
    return session.engine.name.map { GoldenFile(engine: EngineName($0).engine) }
  }

  /// True if there is something to compare with, or if it is to be written.
  var isUsable: Bool { isWritten || FileManager.default.fileExists(atPath: path) }

  /// - Parameter engine: name and version, such as `espeak-ng 1.51`.
  init(engine: String) {
    path = "\(Self.folder)/\(engine.replacing(" ", with: "-")).tsv"
  }

  /// The rows; none if nothing of this release is kept. To write a file, the rows of any other one are taken.
  func rows() throws -> [Row] {
    var path = path
    if !FileManager.default.fileExists(atPath: path) {
      let others = try FileManager.default.contentsOfDirectory(atPath: Self.folder).filter { $0.hasSuffix(".tsv") }
      guard isWritten, let other = others.min() else { return [] }
      path = "\(Self.folder)/\(other)"
    }
    return try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
      .filter { !$0.hasPrefix("#") }.map { try #require(Row($0), "\($0)") }
  }

  func write(_ rows: [Row]) throws {
    try (Self.heading + rows.map(\.line)).map { $0 + "\n" }.joined()
      .write(toFile: path, atomically: true, encoding: .utf8)
  }

  /// A sentence with its voice, and what it sounds like.
  struct Row: Equatable {
    /// Voice, words per minute, pitch, range and punctuation, separated by spaces.
    var voice: String
    /// The text; `{VOICE:WORDS}` are words that another voice speaks.
    var text: String
    var frames = 0
    var words = 0
    /// Sums of the marks and of the samples.
    var marks = ""
    var samples = ""

    init?(_ line: Substring) {
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map { String($0) }
      guard columns.count == 6 || columns.count == 2, columns[0].split(separator: " ").count == 5 else { return nil }
      (voice, text) = (columns[0], columns[1])
      guard columns.count == 6, let frames = Int(columns[2]), let words = Int(columns[3]) else { return }
      (self.frames, self.words, marks, samples) = (frames, words, columns[4], columns[5])
    }

    var line: String { [voice, text, "\(frames)", "\(words)", marks, samples].joined(separator: "\t") }

    var configuration: VoiceConfiguration {
      let parts = voice.split(separator: " ").map { String($0) }
      return VoiceConfiguration(
        voice: VoiceID(parts[0]), wordsPerMinute: Int(parts[1]) ?? 0, pitch: Int(parts[2]) ?? 0,
        range: Int(parts[3]) ?? 0,
        punctuation: SpokenPunctuation(rawValue: parts[4]) ?? .none)
    }

    /// The text without its voices, and those voices.
    private var parsed: (text: String, runs: [TextRun]) {
      var (plain, runs) = ("", [TextRun]())
      for piece in text.split(separator: "{", omittingEmptySubsequences: false) {
        guard let colon = piece.firstIndex(of: ":"), let end = piece.firstIndex(of: "}"), colon < end else {
          plain += piece
          continue
        }
        let start = plain.utf8.count
        plain += piece[piece.index(after: colon)..<end]
        runs.append(TextRun(utf8: start..<plain.utf8.count, voice: VoiceID(String(piece[..<colon]))))
        plain += piece[piece.index(after: end)...]
      }
      return (plain, runs)
    }

    var plain: String { parsed.text }
    var runs: [TextRun] { parsed.runs }

    /// The same sentence with the sums of its sound.
    func with(_ spoken: Spoken) -> Row {
      var row = self
      row.frames = spoken.frames ?? -1
      row.words = spoken.marks.count
      var (marks, samples) = (Sum(), Sum())
      for mark in spoken.marks {
        let span = mark.span
        for range in [span.utf8, span.utf16, span.scalars, mark.frame..<mark.frame] {
          marks.add(range.lowerBound)
          marks.add(range.upperBound)
        }
      }
      for sample in spoken.samples { samples.add(Int(sample)) }
      (row.marks, row.samples) = (marks.hex, samples.hex)
      return row
    }
  }

  /// FNV-1a over numbers: enough to see that something has changed.
  private struct Sum {
    private var value: UInt64 = 0xCBF2_9CE4_8422_2325

    mutating func add(_ number: Int) { value = (value ^ UInt64(bitPattern: Int64(number))) &* 0x100_0000_01B3 }

    var hex: String { String(value, radix: 16) }
  }
}
