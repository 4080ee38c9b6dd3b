import Glibc
public import Vocabulary

/// The worker programs of this process's build.
///
/// The first calls of ``program()`` find all of them and hold them open, so that a service that runs while its package
/// is upgraded goes on with the workers whose messages it understands.
public enum WorkerExecutable: String, CaseIterable, Sendable {
  case speak = "aloud-speak"
  case read = "aloud-read"
  case readBook = "aloud-read-book"
  case readPDF = "aloud-read-pdf"
  case settings = "aloud-settings"
  case encode = "aloud-encode"
  case decode = "aloud-decode"

  /// The programs that the service starts. The encoder belongs to the command line only.
  public static let ofService: [WorkerExecutable] = [.speak, .read, .readBook, .readPDF, .settings, .decode]

  /// The one that is started first is found first, without the others.
  private static let speaker = speak.found
  private static let held = Dictionary(
    uniqueKeysWithValues: allCases.compactMap { worker in
      (worker == .speak ? speaker : worker.found).map { (worker, $0) }
    })

  /// The program: in the folder `ALOUD_LIBEXEC` if that is set, else beside the running program, else in
  /// `../libexec/aloud` relative to it. One that was missing at the first call is looked for again. Any thread.
  ///
  /// - Throws: `spawnFailed` if it is in none of them.
  public func program() throws(Trouble) -> HeldProgram {
    guard let program = (self == .speak ? Self.speaker : Self.held[self]) ?? found else {
      throw Trouble(.spawnFailed, "\(rawValue) is not installed")
    }
    return program
  }

  /// A program has turned out to be of another build. If it is one of these, all of them are looked for again: an
  /// upgrade replaces them together.
  ///
  /// - Returns: true if another program is started in its place from now on.
  static func lookAgain(for program: HeldProgram) -> Bool {
    let isRenewed = program.lookAgain()
    guard isRenewed, held.values.contains(where: { $0 === program }) else { return isRenewed }
    for other in held.values where other !== program { _ = other.lookAgain() }
    return true
  }

  private var found: HeldProgram? {
    Self.folders.map { $0 + "/" + rawValue }.first { access($0, X_OK) == 0 }.map { HeldProgram($0) }
  }

  /// The program that reads documents of this format, or plays it; the first reader also detects unknown formats.
  static func reading(_ format: DocumentFormat) -> WorkerExecutable {
    switch format {
    case .text, .auto: .read
    case .epub, .odt, .docx, .html, .markdown, .subtitles: .readBook
    case .pdf: .readPDF
    case .recording: .decode
    }
  }

  private static var folders: [String] {
    if let folder = getenv("ALOUD_LIBEXEC") { return [String(cString: folder)] }
    guard let program = ownPath, let slash = program.lastIndex(of: "/") else { return [] }
    let folder = String(program[..<slash])
    return [folder, folder + "/../libexec/aloud"]
  }

  private static var ownPath: String? {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = buffer.withUnsafeMutableBytes { buffer in
      readlink("/proc/self/exe", buffer.baseAddress!.assumingMemoryBound(to: CChar.self), buffer.count)
    }
    return count > 0 ? String(validating: buffer[..<count], as: UTF8.self) : nil
  }
}
