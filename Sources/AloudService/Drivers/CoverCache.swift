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
  /// - Returns: its path; `nil` where it cannot be kept.
  func keep(_ image: CoverImage, named name: String) -> String? {
    let ending = image.kind == .png ? "png" : "jpg"
    let path = "\(folder)/\(name).\(ending)"
    if size(of: path) != image.bytes.count {
      guard makeFolder(), write(image.bytes, to: path) else { return nil }
      makeRoom(sparing: path)
    }
    return path
  }

  // MARK: Squares

  /// A copy of a picture that is square, as far as it is known.
  enum Square: Equatable {
    /// The path of the copy.
    case copy(String)
    /// The picture is shown as it is: it is a square already, or cannot be made one.
    case none
  }

  /// The square copy of a picture that ``keep(_:named:)`` keeps under this name; `nil` while nothing is known of it.
  func square(of image: CoverImage, named name: String) -> Square? {
    let path = squarePath(of: image, name)
    return size(of: path).map { $0 > 0 ? .copy(path) : .none }
  }

  /// Keeps what ``square(of:named:)`` answers from now on.
  ///
  /// - Parameter copy: a PNG; `nil`: there is none.
  /// - Returns: the path of the copy; `nil` where there is none, or it cannot be kept.
  func keepSquare(_ copy: CoverImage?, of image: CoverImage, named name: String) -> String? {
    let path = squarePath(of: image, name)
    guard makeFolder(), write(copy?.bytes ?? [], to: path) else { return nil }
    makeRoom(sparing: path)
    return copy == nil ? nil : path
  }

  /// The size tells a picture from another one of the same name, as it does in ``keep(_:named:)``.
  private func squarePath(of image: CoverImage, _ name: String) -> String {
    "\(folder)/\(name)-\(image.bytes.count)-square.png"
  }

  /// Bytes of a file that is shown now, and is young from now on; `nil` where there is none.
  private func size(of path: String) -> Int? {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    _ = utimensat(AT_FDCWD, path, nil, 0)
    return Int(status.st_size)
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
