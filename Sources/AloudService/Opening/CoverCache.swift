import AloudAPI
import Documents
import EventLoop
import Glibc
import Store

/// Pictures of documents as files, for desktops: `$XDG_CACHE_HOME/aloud/covers`, which only the listener can read.
///
/// What was not shown for longest goes first. Nobody misses a picture that could not be kept.
@Core
struct CoverCache {
  /// Bytes of all pictures together.
  static let limit = 64 << 20

  private let folder: String
  private let most: Int

  /// `nil` where there is no home to keep anything in.
  init?() {
    guard let root = UserFolder.cache else { return nil }
    self.init(folder: root + "/covers")
  }

  /// - Parameters:
  ///   - folder: made when the first picture comes.
  ///   - most: pictures; all of them are looked at when one comes, which takes the loop a few microseconds each.
  init(folder: String, most: Int = 500) {
    self.folder = folder
    self.most = most
  }

  /// Keeps a picture.
  ///
  /// - Parameter name: what its document is told by.
  /// - Returns: its `file:` URI; `nil` where it cannot be kept.
  func keep(_ image: CoverImage, named name: String) -> String? {
    let ending = image.kind == .png ? "png" : "jpg"
    let path = "\(folder)/\(name).\(ending)"
    var status = stat()
    if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size == image.bytes.count {
      _ = utimensat(AT_FDCWD, path, nil, 0)
    } else {
      guard makeFolder(), write(image.bytes, to: path) else { return nil }
      makeRoom(sparing: path)
    }
    return FileURI.uri(path: path)
  }

  private func makeFolder() -> Bool {
    var path = ""
    for part in folder.split(separator: "/") {
      path += "/" + part
      if mkdir(path, 0o700) != 0, errno != EEXIST { return false }
    }
    return chmod(folder, 0o700) == 0
  }

  /// A reader sees all of a picture or none of it.
  private func write(_ bytes: [UInt8], to path: String) -> Bool {
    var template = Array("\(path).XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { return false }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress! + written, bytes.count - written) }
      guard count > 0 else { break }
      written += count
    }
    close(descriptor)
    guard written == bytes.count, rename(template, path) == 0 else {
      unlink(template)
      return false
    }
    return true
  }

  private func makeRoom(sparing kept: String) {
    guard let directory = opendir(folder) else { return }
    defer { closedir(directory) }
    var files: [(path: String, size: Int, used: Int)] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      var status = stat()
      let path = "\(folder)/\(name)"
      guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
      files.append((path, Int(status.st_size), status.st_mtim.tv_sec))
    }
    var total = files.reduce(0) { $0 + $1.size }
    var count = files.count
    for file in files.sorted(by: { $0.used < $1.used }) where file.path != kept {
      guard total > Self.limit || count > most else { return }
      unlink(file.path)
      total -= file.size
      count -= 1
    }
  }
}
