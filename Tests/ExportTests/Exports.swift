import DesktopSupport
import DocumentSupport
import Foundation
import Testing

/// A folder with a book, and the exports of it.
struct Exports {
  let folder: String
  static let picture = Data(
    base64Encoded:
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")!

  /// A book of two chapters, each with this many further paragraphs.
  static func with(paragraphs: Int = 1, _ body: (Exports) async throws -> Void) async throws {
    let folder = NSTemporaryDirectory() + "aloud-export-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let more = (1...paragraphs).map { "<p>Number \($0) walks a long way to the sea &amp; comes back at night.</p>" }
    var book = Book([
      .init("a.xhtml", body: "<h1>Going</h1><p>It rains. We leave at once.</p>" + more.joined()),
      .init("b.xhtml", body: "<h1>Coming</h1>" + more.joined() + "<p>The end.</p>"),
    ])
    book.contents = "<ol><li><a href='a.xhtml'>Going</a></li><li><a href='b.xhtml'>Coming</a></li></ol>"
    book.manifest = "<item id='cov' href='c.png' properties='cover-image' media-type='image/png'/>"
    book.extra = [.init("OEBPS/c.png", Array(picture))]
    let exports = Exports(folder: folder)
    try Data(book.bytes).write(to: URL(fileURLWithPath: exports.file("book.epub")))
    try await body(exports)
  }

  func file(_ name: String) -> String { folder + "/" + name }

  func bytes(_ name: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: file(name))) }

  func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: file(name)) }

  private var environment: [String: String] {
    [
      "LC_ALL": "C.UTF-8", "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "", "XDG_CONFIG_HOME": folder,
      "XDG_CONFIG_DIRS": folder, "HOME": folder, "TMPDIR": folder,
    ]
  }

  /// Starts `aloud export book.epub -o NAME`, without a desktop.
  func start(_ name: String, _ arguments: [String] = []) throws -> RunningProcess {
    let output = name == "-" ? name : file(name)
    return try RunningProcess(
      [Project.program("aloud"), "export", file("book.epub"), "-o", output] + arguments, environment: environment)
  }

  /// Like ``start(_:_:)``, in a terminal.
  func startInTerminal(_ name: String, columns: Int, rows: Int = 8) throws -> TerminalProcess {
    try TerminalProcess(
      [Project.program("aloud"), "export", file("book.epub"), "-o", file(name)],
      environment: environment.merging(["TERM": "xterm-256color"]) { $1 }, columns: columns, rows: rows)
  }

  func run(_ name: String, _ arguments: String...) async throws -> CommandResult {
    try await start(name, arguments).runToEnd(within: .seconds(50))
  }

  func explain(_ arguments: String...) async throws -> CommandResult { try await explain(arguments) }

  func explain(_ arguments: [String]) async throws -> CommandResult {
    try await RunningProcess([Project.program("aloud"), "explain"] + arguments, environment: environment)
      .runToEnd(within: .seconds(50))
  }

  func shell(_ command: String) async throws -> CommandResult {
    try await RunningProcess(["sh", "-c", command], environment: environment).runToEnd(within: .seconds(50))
  }

  /// The properties of a file, according to another program.
  func probe(_ name: String) async throws -> Probe {
    let result = try await tool(
      "ffprobe", "-v", "error", "-of", "json", "-show_format", "-show_streams", "-show_chapters", file(name))
    return try JSONDecoder().decode(Probe.self, from: Data(result.output.utf8))
  }

  /// The samples of a file, decoded by another program as 22,050 Hz mono.
  func samples(_ name: String) async throws -> Data {
    let raw = file(name + ".raw")
    let result = try await tool(
      "ffmpeg", "-v", "error", "-y", "-i", file(name), "-map", "0:a", "-f", "s16le", "-ar", "22050", raw)
    #expect(result.succeeded, "\(result)")
    return try Data(contentsOf: URL(fileURLWithPath: raw))
  }

  private func tool(_ command: String...) async throws -> CommandResult {
    try await RunningProcess(command, environment: ProcessInfo.processInfo.environment).waitForEnd(
      within: watchdog)
  }

  func times(_ name: String) throws -> ExportedTimes { try JSONDecoder().decode(ExportedTimes.self, from: bytes(name)) }
}

/// The output of ffprobe.
struct Probe: Decodable {
  struct Format: Decodable {
    var tags: [String: String]?
    /// The duration; nil for a stream.
    var duration: String?
  }
  struct Stream: Decodable {
    var codec_type: String?
    var codec_name: String?
    var sample_rate: String?
    var channels: Int?
    var disposition: [String: Int]?
    var tags: [String: String]?
  }
  struct Chapter: Decodable {
    var start_time: String
    var tags: [String: String]?
  }
  var format: Format
  var streams: [Stream]
  var chapters: [Chapter]

  /// The tags of the file or, if the container has them there, of its stream; names in lower case.
  var tags: [String: String] {
    let all = (format.tags ?? [:]).merging(streams.first?.tags ?? [:]) { own, _ in own }
    return Dictionary(all.map { ($0.key.lowercased(), $0.value) }) { first, _ in first }
  }

  var hasCover: Bool {
    streams.contains { ["png", "mjpeg"].contains($0.codec_name ?? "") || $0.codec_type == "attachment" }
  }
}
