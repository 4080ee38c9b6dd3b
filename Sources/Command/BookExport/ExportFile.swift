import CommandOutput
import Documents
import EventLoop
import Glibc
package import SoundWire

/// The sound file that an export writes, and the names of the files beside it.
package struct ExportFile {
  /// The path to write, absolute or relative to the working directory.
  package let path: String
  /// The format of the sound, which the ending of ``path`` need not name.
  package let format: SoundFormat

  /// - Parameter format: applies whatever the path's ending is.
  package init(_ path: String, _ format: SoundFormat) {
    self.path = path
    self.format = format
  }

  /// Takes the format from the path's ending; `nil` if it is not a format of this program.
  package init?(_ path: String) {
    guard let format = SoundFormat(named: path[Self.end(path)...].dropFirst()) else { return nil }
    self.init(path, format)
  }

  /// Returns the index of the dot of the path's ending; the end index if there is none. The dot of a hidden file does
  /// not begin an ending.
  private static func end(_ path: String) -> String.Index {
    let name = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    guard let dot = path[name...].lastIndex(of: "."), dot > name else { return path.endIndex }
    return dot
  }

  private var stem: Substring { path[..<Self.end(path)] }

  /// Returns the path of a file with the same name and another ending.
  func beside(_ ending: String) -> String { stem + "." + ending }

  /// Returns the file of one chapter: `book-03.flac` for `book.flac`, with as many digits as the last number has.
  func ofPart(_ index: Int, of count: Int) -> ExportFile {
    let number = digits(index + 1, max(2, String(count).count))
    return ExportFile("\(stem)-\(number)\(path[Self.end(path)...])", format)
  }

  /// Writes a file under a temporary name and renames it at the end, so that an incomplete file never has the final
  /// name.
  ///
  /// - Parameters:
  ///   - key: identifies the book: no other program uses a temporary name with it.
  ///   - overwrites: true if a file that has the name by then is replaced.
  @Core
  static func write(
    _ path: String, key: String, overwrites: Bool, _ body: @Core (CInt) async throws(Failure) -> Void
  ) async throws(Failure) {
    let draft = Draft(path, key: key)
    let file = try draft.open()
    do throws(Failure) {
      try await body(file.number)
      try draft.publish(overwriting: overwrites)
    } catch {
      draft.discard()
      throw error
    }
  }
}

/// The output of an export without a file.
package enum StandardOutput {
  /// True if the beginning can be rewritten at the end: standard output is an empty file, not a pipe, and not a file
  /// with contents.
  package static var canSeek: Bool {
    var status = stat()
    return fstat(STDOUT_FILENO, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      && fcntl(STDOUT_FILENO, F_GETFL) & O_APPEND == 0 && lseek(STDOUT_FILENO, 0, SEEK_CUR) == 0
  }

  /// True if it is a pipe without a reader. A file has no reader to lose.
  static var isAbandoned: Bool {
    var poll = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
    return Glibc.poll(&poll, 1, 0) == 1 && poll.revents & Int16(POLLERR) != 0
  }
}

/// A file that gets its name when it is complete.
private struct Draft {
  private let path: String
  private let draft: String

  init(_ path: String, key: String) {
    self.path = path
    draft = "\(path).part.\(key)"
  }

  func open() throws(Failure) -> Descriptor {
    if let file = OwnFile.make(draft) { return held(file) }
    guard errno == EEXIST else { throw Partial.failure("write", draft) }
    guard !isHeld else {
      throw Failure(.failed, "cannot write '\(path)': another export is writing it", cure: "wait for its end")
    }
    // The file is left from a call that was killed, or is somebody else's link; removing it removes the link, not its
    // target.
    guard OwnFile.remove(draft), let file = OwnFile.make(draft) else { throw Partial.failure("write", draft) }
    return held(file)
  }

  /// Keeps other exports away from the file as long as it is open.
  private func held(_ file: consuming Descriptor) -> Descriptor {
    _ = flock(file.number, LOCK_EX | LOCK_NB)
    return file
  }

  /// True if another export has the file open.
  private var isHeld: Bool {
    guard let file = Descriptor(opening: FileName.cString(draft), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY) else {
      return false
    }
    return flock(file.number, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
  }

  func publish(overwriting: Bool) throws(Failure) {
    if overwriting {
      guard rename(FileName.cString(draft), FileName.cString(path)) == 0 else { throw Partial.failure("write", path) }
      return
    }
    // Unlike rename(2), link(2) does not replace a file that has got the name meanwhile.
    if link(FileName.cString(draft), FileName.cString(path)) == 0 {
      OwnFile.remove(draft)
      return
    }
    let reason = errno
    guard reason != EEXIST, !OwnFile.exists(path) else {
      throw Failure(.usage, "cannot write '\(path)': it exists by now", cure: "--force, or another name after -o")
    }
    // Some file systems have no links, such as FAT.
    guard rename(FileName.cString(draft), FileName.cString(path)) == 0 else { throw Partial.failure("write", path) }
  }

  func discard() { OwnFile.remove(draft) }
}
