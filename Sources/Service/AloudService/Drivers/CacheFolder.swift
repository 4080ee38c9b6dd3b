import EventLoop
import Glibc

/// A folder of files that can be made again, below `$XDG_CACHE_HOME/aloud`: readable by the listener alone, and bounded
/// in all.
///
/// The least recently used files are removed first. A file that cannot be stored is no error. Everything here waits for
/// the disk, and may be called on any thread.
struct CacheFolder: Sendable {
  private let folder: String
  private let most: Int
  private let limit: Int

  /// - Parameters:
  ///   - path: created with the first file.
  ///   - most: the maximum number of files. Each new file causes a scan of all, which takes a few microseconds each.
  ///   - limit: the maximum number of bytes of all files together.
  init(path: String, most: Int, limit: Int) {
    folder = path
    self.most = most
    self.limit = limit
  }

  /// The path of a file, stored or not.
  func path(of name: String) -> String { "\(folder)/\(name)" }

  /// Stores a file, or replaces it.
  ///
  /// - Parameter name: without a slash.
  /// - Returns: its path; `nil` if it cannot be stored.
  func keep(_ bytes: [UInt8], named name: String) -> String? {
    let path = path(of: name)
    guard makeFolder(), write(bytes, to: path) else { return nil }
    makeRoom(sparing: path)
    return path
  }

  /// The size in bytes of a file, which counts as used now; `nil` if there is none.
  func size(of name: String) -> Int? {
    let path = path(of: name)
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    _ = utimensat(AT_FDCWD, path, nil, 0)
    return Int(status.st_size)
  }

  /// The bytes of a file, which counts as used now; `nil` if there is none, or if it has more than `most` bytes.
  func contents(of name: String, most: Int) -> [UInt8]? {
    guard let size = size(of: name), size <= most,
      let file = Descriptor(owning: open(path(of: name), O_RDONLY | O_CLOEXEC | O_NOFOLLOW))
    else { return nil }
    return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let more = read(file.number, buffer.baseAddress! + count, size - count)
        guard more > 0 else { return }
        count += more
      }
    }
  }

  private func makeFolder() -> Bool {
    var path = ""
    for part in folder.split(separator: "/") {
      path += "/" + part
      if mkdir(path, 0o700) != 0, errno != EEXIST { return false }
    }
    return chmod(folder, 0o700) == 0
  }

  /// Other programs see the complete file or none.
  private func write(_ bytes: [UInt8], to path: String) -> Bool {
    var template = Array("\(path).XXXXXX".utf8CString)
    guard let file = Descriptor(temporary: &template) else { return false }
    guard file.writeAll(bytes), rename(template, path) == 0 else {
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
      let path = path(of: name)
      guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
      files.append((path, Int(status.st_size), status.st_mtim.tv_sec))
    }
    var total = files.reduce(0) { $0 + $1.size }
    var count = files.count
    for file in files.sorted(by: { $0.used < $1.used }) where file.path != kept {
      guard total > limit || count > most else { return }
      unlink(file.path)
      total -= file.size
      count -= 1
    }
  }
}
