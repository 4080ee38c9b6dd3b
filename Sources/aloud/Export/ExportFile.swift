import Glibc
import Wire

/// What an export writes: the sound, and what stands beside it.
struct ExportFile {
  let path: String
  let format: SoundFormat

  /// What a path's ending says; `nil` where it is none of ours.
  init?(_ path: String) {
    guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/") else { return nil }
    let format: SoundFormat? =
      switch path[path.index(after: dot)...].lowercased() {
      case "wav": .wav
      case "flac": .flac
      case "opus", "ogg", "oga": .opus
      case "m4b", "m4a": .m4b
      case "mka": .mka
      default: nil
      }
    guard let format else { return nil }
    self.path = path
    self.format = format
  }

  static let endings = ".wav, .flac, .opus, .m4b or .mka"

  private init(_ path: String, _ format: SoundFormat) {
    self.path = path
    self.format = format
  }

  /// Without the ending.
  private var stem: Substring { path[..<path.lastIndex(of: ".")!] }

  /// The file beside it with another ending.
  func beside(_ ending: String) -> String { stem + "." + ending }

  /// The file of one chapter: `book-03.flac` of `book.flac`, with as many digits as the last one has.
  func ofPart(_ index: Int, of count: Int) -> ExportFile {
    let number = String(index + 1)
    let digits = max(2, String(count).count)
    let padding = String(repeating: "0", count: max(0, digits - number.count))
    return ExportFile("\(stem)-\(padding)\(number)\(path[path.lastIndex(of: ".")!...])", format)
  }

  /// Whether something has this name already.
  static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// Writes a file as a whole: under another name first, so that there is never half of it under its own.
  static func write(_ path: String, _ body: (CInt) throws(Failure) -> Void) throws(Failure) {
    let draft = Draft(path)
    let descriptor = try draft.open()
    defer { close(descriptor) }
    do throws(Failure) {
      try body(descriptor)
      try draft.publish()
    } catch {
      draft.discard()
      throw error
    }
  }
}

/// A file that gets its name when it is whole.
struct Draft {
  private let path: String
  private var draft: String { path + ".part.new" }

  init(_ path: String) { self.path = path }

  func open() throws(Failure) -> CInt {
    let descriptor = Glibc.open(draft, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw Partial.failure("write", draft) }
    return descriptor
  }

  func publish() throws(Failure) {
    guard rename(draft, path) == 0 else { throw Partial.failure("write", path) }
  }

  func discard() { unlink(draft) }
}
