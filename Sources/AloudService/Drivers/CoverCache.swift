import AloudAPI
import Documents
import EventLoop
import Glibc
import Store

/// Pictures of documents as files, for desktops: `$XDG_CACHE_HOME/aloud/covers`, readable by the listener alone.
///
/// The least recently shown pictures are removed first. A picture that cannot be stored is no error. Everything here
/// waits for the disk, and may be called on any thread.
struct CoverCache: Sendable {
  /// The maximum number of bytes of all pictures together.
  static let limit = 64 << 20

  private let folder: String
  private let most: Int

  /// `nil` if there is no home directory.
  init?() {
    guard let root = UserFolder.cache else { return nil }
    self.init(folder: root + "/covers")
  }

  /// - Parameters:
  ///   - folder: created with the first picture.
  ///   - most: the maximum number of pictures. Each new picture causes a scan of all, which takes a few microseconds
  ///     each.
  init(folder: String, most: Int = 500) {
    self.folder = folder
    self.most = most
  }

  /// Stores a picture.
  ///
  /// - Parameter name: the id of its document.
  /// - Returns: its path; `nil` if it cannot be stored.
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

  /// The square copy of a picture, as far as it is known.
  enum Square: Equatable, Sendable {
    /// The path of the copy.
    case copy(String)
    /// The picture is shown as it is: it is a square already, or cannot be made one.
    case none
  }

  /// The square copy of a picture that ``keep(_:named:)`` stored under this name; `nil` while it is unknown.
  func square(of image: CoverImage, named name: String) -> Square? {
    let path = squarePath(of: image, name)
    return size(of: path).map { $0 > 0 ? .copy(path) : .none }
  }

  /// Stores the later answer of ``square(of:named:)``.
  ///
  /// - Parameter copy: a PNG; `nil`: there is none.
  /// - Returns: the path of the copy; `nil` if there is none, or it cannot be stored.
  func keepSquare(_ copy: CoverImage?, of image: CoverImage, named name: String) -> String? {
    let path = squarePath(of: image, name)
    guard makeFolder(), write(copy?.bytes ?? [], to: path) else { return nil }
    makeRoom(sparing: path)
    return copy == nil ? nil : path
  }

  /// The size distinguishes pictures with the same name, as in ``keep(_:named:)``.
  private func squarePath(of image: CoverImage, _ name: String) -> String {
    "\(folder)/\(name)-\(image.bytes.count)-square.png"
  }

  /// The size in bytes of a file that is shown now, which counts as recently used; `nil` if there is none.
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

  /// Other programs see the complete picture or none.
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
