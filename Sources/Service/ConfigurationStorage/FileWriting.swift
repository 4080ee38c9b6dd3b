public import Configuration
import Glibc

/// Writes the user's file. Any thread; blocks while it is written.
extension ConfigurationFiles {
  /// Writes a file atomically: another program sees the old text or the new one. Symbolic links are followed, and the
  /// target keeps its permissions. Missing folders are made.
  ///
  /// - Throws: ``Problem``; the file is unchanged then.
  public static func write(_ contents: String, to path: String) throws(Problem) {
    func failure(_ number: CInt, _ cure: String? = nil) -> Problem { writeFailure(path, number, cure) }
    let (folder, target) = try folder(of: path)
    var status = stat()
    let isThere = stat(target, &status) == 0
    guard !isThere || status.st_mode & S_IFMT == S_IFREG else { throw failure(EINVAL, "ls -l \(path)") }
    // The temporary file is in the same folder, since a file can replace another one only within a file system.
    var template = Array("\(folder)/.aloud.toml.XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw failure(errno, "ls -ld \(folder)") }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    let draft = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    var number = put(Array(contents.utf8), descriptor)
    if number == 0 {
      // The owner is kept if that is permitted; the permissions are always kept.
      if isThere { _ = fchown(descriptor, status.st_uid, status.st_gid) }
      if fchmod(descriptor, isThere ? status.st_mode & 0o7777 : 0o644) != 0 { number = errno }
    }
    if number == 0, fsync(descriptor) != 0 { number = errno }
    close(descriptor)
    if number == 0, rename(draft, target) != 0 { number = errno }
    guard number == 0 else {
      unlink(draft)
      throw failure(number)
    }
    let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if directory >= 0 {
      fsync(directory)
      close(directory)
    }
  }

  /// - Returns: 0, or errno.
  private static func put(_ bytes: [UInt8], _ descriptor: CInt) -> CInt {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        return errno
      }
      rest = rest.dropFirst(count)
    }
    return 0
  }

  /// The folder of the file that a path refers to after all links, which is made if it is missing.
  ///
  /// - Throws: ``Problem``.
  static func folder(of path: String) throws(Problem) -> (folder: String, target: String) {
    guard let target = target(of: path) else { throw writeFailure(path, ELOOP, "ls -l \(path)") }
    let folder = String(target[..<(target.lastIndex(of: "/") ?? target.startIndex)])
    if let number = makeFolder(folder) { throw writeFailure(path, number, "ls -ld \(folder)") }
    return (folder, target)
  }

  private static func writeFailure(_ path: String, _ number: CInt, _ cure: String? = nil) -> Problem {
    Problem(
      kind: .unreadable, file: path, message: "cannot be written: \(String(cString: strerror(number)).lowercased())",
      cure: cure)
  }

  /// The file that a path refers to after all links, even if it does not exist; `nil` if links form a circle.
  private static func target(of path: String) -> String? {
    var path = path
    for _ in 0..<40 {
      var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
      let count = readlink(path, &buffer, buffer.count - 1)
      guard count >= 0 else { return path }
      let link = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
      let folder = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
      path = link.hasPrefix("/") ? link : "\(folder)/\(link)"
    }
    return nil
  }

  /// - Returns: `nil`, or errno.
  private static func makeFolder(_ folder: String) -> CInt? {
    var path = ""
    for part in folder.split(separator: "/") {
      path += "/\(part)"
      // The folder may exist although it may not be created.
      if mkdir(path, 0o700) != 0, errno != EEXIST {
        let number = errno
        var status = stat()
        if stat(path, &status) != 0 { return number }
      }
    }
    return nil
  }
}
