import Glibc
public import Vocabulary

/// The worker programs and their paths.
public enum WorkerExecutable: String, Sendable {
  case speak = "aloud-speak"
  case read = "aloud-read"
  case readBook = "aloud-read-book"
  case readPDF = "aloud-read-pdf"
  case settings = "aloud-settings"
  case encode = "aloud-encode"
  case decode = "aloud-decode"

  /// The programs that the service starts. The encoder belongs to the command line only.
  public static let ofService: [WorkerExecutable] = [.speak, .read, .readBook, .readPDF, .settings, .decode]

  /// The path of the program: in the folder `ALOUD_LIBEXEC` if that is set, else beside the running program, else in
  /// `../libexec/aloud` relative to it. Any thread.
  ///
  /// - Throws: `spawnFailed` if it is in none of them.
  public func path() throws(Trouble) -> String {
    for folder in Self.folders {
      let path = folder + "/" + rawValue
      if access(path, X_OK) == 0 { return path }
    }
    throw Trouble(.spawnFailed, "\(rawValue) is not installed")
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
