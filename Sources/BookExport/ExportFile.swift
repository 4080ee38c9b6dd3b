import CommandOutput
import Documents
import EventLoop
import Glibc
package import Wire

/// What an export writes: the sound, and what stands beside it.
package struct ExportFile {
  package let path: String
  package let format: SoundFormat

  /// - Parameter format: what it is to be whatever its ending says, or has not.
  package init(_ path: String, _ format: SoundFormat) {
    self.path = path
    self.format = format
  }

  /// What a path's ending says; `nil` where it is none of ours.
  package init?(_ path: String) {
    guard let format = SoundFormat(named: path[Self.end(path)...].dropFirst()) else { return nil }
    self.init(path, format)
  }

  /// Where the ending begins with its dot; the end where there is none. The dot of a hidden file begins none.
  private static func end(_ path: String) -> String.Index {
    let name = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    guard let dot = path[name...].lastIndex(of: "."), dot > name else { return path.endIndex }
    return dot
  }

  private var stem: Substring { path[..<Self.end(path)] }

  /// The file beside it with another ending.
  func beside(_ ending: String) -> String { stem + "." + ending }

  /// The file of one chapter: `book-03.flac` of `book.flac`, with as many digits as the last one has.
  func ofPart(_ index: Int, of count: Int) -> ExportFile {
    let number = digits(index + 1, max(2, String(count).count))
    return ExportFile("\(stem)-\(number)\(path[Self.end(path)...])", format)
  }

  /// Writes a file as a whole: under another name first, so that there is never half of it under its own.
  ///
  /// - Parameters:
  ///   - key: what the book is told by: a name with it is nobody else's.
  ///   - overwrites: whether a file that has the name by then is replaced.
  @Core
  static func write(
    _ path: String, key: String, overwrites: Bool, _ body: @Core (CInt) async throws(Failure) -> Void
  ) async throws(Failure) {
    let draft = Draft(path, key: key)
    let descriptor = try draft.open()
    defer { close(descriptor) }
    do throws(Failure) {
      try await body(descriptor)
      try draft.publish(overwriting: overwrites)
    } catch {
      draft.discard()
      throw error
    }
  }
}

/// Where an export without a file goes.
package enum StandardOutput {
  /// Whether what is known last can be written in front: an empty file of its own, no pipe, and not behind what is there.
  package static var canSeek: Bool {
    var status = stat()
    return fstat(STDOUT_FILENO, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      && fcntl(STDOUT_FILENO, F_GETFL) & O_APPEND == 0 && lseek(STDOUT_FILENO, 0, SEEK_CUR) == 0
  }

  /// Whether it is a pipe that nobody reads any more. A file has no reader to lose.
  static var isAbandoned: Bool {
    var poll = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
    return Glibc.poll(&poll, 1, 0) == 1 && poll.revents & Int16(POLLERR) != 0
  }
}

/// A file that gets its name when it is whole.
private struct Draft {
  private let path: String
  private let draft: String

  init(_ path: String, key: String) {
    self.path = path
    draft = "\(path).part.\(key)"
  }

  func open() throws(Failure) -> CInt {
    if let descriptor = OwnFile.make(draft) { return descriptor }
    // Left by a call that was killed; or a link that somebody else has put there, which goes instead of what it names.
    guard errno == EEXIST, OwnFile.remove(draft), let descriptor = OwnFile.make(draft) else {
      throw Partial.failure("write", draft)
    }
    return descriptor
  }

  func publish(overwriting: Bool) throws(Failure) {
    if overwriting {
      guard rename(FileName.cString(draft), FileName.cString(path)) == 0 else { throw Partial.failure("write", path) }
      return
    }
    // Unlike rename(2), link(2) leaves what has got the name meanwhile.
    if link(FileName.cString(draft), FileName.cString(path)) == 0 {
      OwnFile.remove(draft)
      return
    }
    let reason = errno
    guard reason != EEXIST, !OwnFile.exists(path) else {
      throw Failure(.usage, "cannot write '\(path)': it exists by now", cure: "--force, or another name after -o")
    }
    // A file system without links, such as FAT.
    guard rename(FileName.cString(draft), FileName.cString(path)) == 0 else { throw Partial.failure("write", path) }
  }

  func discard() { OwnFile.remove(draft) }
}
