import AloudAPI
import Documents
import Store

/// Pictures of documents as files, for desktops: `$XDG_CACHE_HOME/aloud/covers`, readable by the listener alone.
///
/// The least recently shown pictures are removed first. A picture that cannot be stored is no error. Everything here
/// waits for the disk, and may be called on any thread.
struct CoverCache: Sendable {
  /// The maximum number of bytes of all pictures together.
  static let limit = 64 << 20

  private let folder: CacheFolder

  /// `nil` if there is no home directory.
  init?() {
    guard let root = UserFolder.cache else { return nil }
    self.init(folder: root + "/covers")
  }

  /// - Parameters:
  ///   - folder: created with the first picture.
  ///   - most: the maximum number of pictures.
  init(folder: String, most: Int = 500) {
    self.folder = CacheFolder(path: folder, most: most, limit: Self.limit)
  }

  /// Stores a picture.
  ///
  /// - Parameter name: the id of its document.
  /// - Returns: its path; `nil` if it cannot be stored.
  func keep(_ image: CoverImage, named name: String) -> String? {
    let ending = image.kind == .png ? "png" : "jpg"
    let file = "\(name).\(ending)"
    if folder.size(of: file) == image.bytes.count { return folder.path(of: file) }
    return folder.keep(image.bytes, named: file)
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
    let file = squareName(of: image, name)
    return folder.size(of: file).map { $0 > 0 ? .copy(folder.path(of: file)) : .none }
  }

  /// Stores the later answer of ``square(of:named:)``.
  ///
  /// - Parameter copy: a PNG; `nil`: there is none.
  /// - Returns: the path of the copy; `nil` if there is none, or it cannot be stored.
  func keepSquare(_ copy: CoverImage?, of image: CoverImage, named name: String) -> String? {
    let path = folder.keep(copy?.bytes ?? [], named: squareName(of: image, name))
    return copy == nil ? nil : path
  }

  /// The size distinguishes pictures with the same name, as in ``keep(_:named:)``.
  private func squareName(of image: CoverImage, _ name: String) -> String { "\(name)-\(image.bytes.count)-square.png" }
}
