import DesktopSupport
import DocumentSupport
import Foundation
import Testing

/// The export of a book with words in other languages is what it was: each sample, and the time of each word.
/// `Tests/Fixtures/speech` has one file for each release of the engine, whose note is the sum of the samples.
@Suite(
  .timeLimit(.minutes(2)),
  .enabled("no export by this release of the engine is kept (ALOUD_GOLDEN=1 writes it)") {
    guard !GoldenExport.isWritten, let path = try? await GoldenExport.path() else { return true }
    return FileManager.default.fileExists(atPath: path)
  })
struct GoldenExportTests {
  private static let paragraphs = [
    "<h1>The first chapter</h1><p>It rains. She says: <i xml:lang='fr'>il pleut, ça va</i>, and we leave at once.</p>",
    "<p xml:lang='de'>Grüße aus Köln. Es sind 12 Grad.</p><ol><li>One.</li><li>Two <b lang='ru'>дома</b>.</li></ol>",
    "<table><tr><th>Name</th><th>Age</th></tr><tr><td>Ann</td><td>42</td></tr></table><p xml:lang='ja'>猫である。</p>",
  ]

  @Test func theExportOfABookWithOtherLanguagesIsTheSame() async throws {
    try await Exports.with { exports in
      var book = Book([
        .init("a.xhtml", body: Self.paragraphs.joined()),
        .init("b.xhtml", body: "<h1>The end</h1><p>Nothing follows — except “this”…</p>"),
      ])
      book.contents = "<ol><li><a href='a.xhtml'>First</a></li><li><a href='b.xhtml'>End</a></li></ol>"
      try Data(book.bytes).write(to: URL(fileURLWithPath: exports.file("book.epub")))
      let result = try await exports.run("book.wav", "--vtt", "-q")
      #expect(result.succeeded && result.errors.isEmpty, "\(result)")
      let cues = String(decoding: try exports.bytes("book.vtt"), as: UTF8.self)
      // FNV-1a: enough to see that something has changed.
      let sum = try await exports.samples("book.wav").reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
        ($0 ^ UInt64($1)) &* 0x100_0000_01B3
      }
      let now = "WEBVTT\n\nNOTE \(String(sum, radix: 16))\n" + cues.dropFirst("WEBVTT\n".count)
      let path = try await GoldenExport.path()
      if GoldenExport.isWritten {
        try now.write(toFile: path, atomically: true, encoding: .utf8)
      }
      #expect(try String(contentsOfFile: path, encoding: .utf8) == now)
    }
  }
}

/// The kept export.
private enum GoldenExport {
  /// True if it is written anew.
  static let isWritten = ProcessInfo.processInfo.environment["ALOUD_GOLDEN"] != nil

  /// The kept export of the release that speaks here.
  static func path() async throws -> String {
    var engine: Substring?
    try await Exports.with { exports in
      let explained = try await exports.explain("--json", "One.").output
      engine = explained.firstMatch(of: /"engine" ?: ?"(espeak-ng [^";]+)/)?.output.1
    }
    return Project.file("Tests/Fixtures/speech/\(try #require(engine).replacing(" ", with: "-")).vtt")
  }
}
