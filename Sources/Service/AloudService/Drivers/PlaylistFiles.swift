import AloudAPI
import Documents
import EventLoop
import Reading
import Vocabulary
import Workers

/// Reads playlists.
@Core
protocol PlaylistFiles: AnyObject {
  /// Tells the files that a playlist names; `done` is called once, in a later turn.
  ///
  /// - Parameter name: the list's name.
  func entries(
    of list: any TextFile, name: String, done: @escaping @Core (Result<[PlaylistEntry], ReadingError>) -> Void)
}

// A confined worker reads the list, and opens nothing.
extension DocumentReader: PlaylistFiles {
  func entries(
    of list: any TextFile, name: String, done: @escaping @Core (Result<[PlaylistEntry], ReadingError>) -> Void
  ) {
    _ = self.entries(of: list.descriptor, name: name) { done($0.mapError { ReadingError($0) }) }
  }
}

extension PlaylistEntry {
  /// The paths at which the file may be, the likelier ones first; never empty.
  ///
  /// A path stands as it is, with its percent-encoded characters decoded, or with the backslashes of Windows: lists
  /// have all of these.
  ///
  /// - Parameter folder: the absolute path of the list's folder.
  /// - Throws: `unsupported` for an address, `noSuchFile` for what is no path.
  func paths(in folder: String) throws(ReadingError) -> [String] {
    var paths: [String] = []
    var problem: ReadingError?
    for location in locations {
      do throws(ReadingError) {
        for path in try Self.paths(location, folder) where !paths.contains(path) { paths.append(path) }
      } catch {
        problem = problem ?? error
      }
    }
    guard paths.isEmpty else { return paths }
    throw problem ?? ReadingError(.noSuchFile, "an entry without a name")
  }

  /// The name for messages: the last part of the first location.
  var name: String { locations.first.map { $0.fileName ?? Line.clean($0, limit: 200) } ?? "" }

  /// Schemes of addresses that are not followed by `//`, among them those with which ffmpeg joins files.
  private static let schemes: Set<String> = [
    "data", "concat", "subfile", "crypto", "cache", "async", "pipe", "fd", "tee", "cdda", "mailto", "about",
  ]

  private static func paths(_ location: String, _ folder: String) throws(ReadingError) -> [String] {
    guard !location.utf8.contains(0) else { throw ReadingError(.noSuchFile, "an entry is no path") }
    let shown = Line.clean(location, limit: 200)
    if let colon = location.firstIndex(of: ":") {
      let scheme = location[..<colon].lowercased()
      let rest = location[location.index(after: colon)...]
      if scheme == "file" {
        do throws(FileURI.Problem) { return [try FileURI.path(of: location)] } catch {
          throw ReadingError(error, uri: shown)
        }
      }
      let isScheme =
        scheme.utf8.first.map { (0x61...0x7A).contains($0) } ?? false
        && scheme.utf8.allSatisfy {
          (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || "+-.".utf8.contains($0)
        }
      if isScheme, scheme.count > 1, rest.hasPrefix("//") || schemes.contains(scheme) {
        throw ReadingError(.unknownFormat, "'\(shown)' is an address; a playlist may name files of this machine only")
      }
      if isScheme, scheme.count == 1, rest.hasPrefix("\\") || rest.hasPrefix("/") {
        throw ReadingError(.noSuchFile, "'\(shown)' is a path of Windows, which this machine does not have")
      }
    }
    func absolute(_ path: String) -> String { path.hasPrefix("/") ? path : folder + "/" + path }
    var paths = [absolute(location)]
    if location.contains("%"),
      let decoded = try? FileURI.path(of: "file://" + absolute(location).escapingFolder(folder))
    {
      paths.append(decoded)
    }
    // Character by character: a search for a string would link Swift's regular expressions, which take 1.3 MB.
    if location.contains("\\") { paths.append(absolute(String(location.map { $0 == "\\" ? "/" : $0 }))) }
    return paths
  }
}

extension String {
  /// An absolute path for a URI in which only the part behind the folder is encoded already.
  fileprivate func escapingFolder(_ folder: String) -> String {
    guard hasPrefix(folder + "/") else { return self }
    return String(FileURI.uri(path: folder).dropFirst("file://".count)) + dropFirst(folder.count)
  }
}
