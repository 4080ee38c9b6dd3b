import Glibc
import Speech
public import Vocabulary

/// A program that speaks by the contract of engines (`docs/engine.md`).
public struct EngineProgram: Hashable, Sendable {
  /// The engine's name in the identities of its voices.
  public var name: String
  /// The path of the program.
  public var path: String
  /// Another one for each program that is put in its place: device, number of the file, and time of its last change in
  /// nanoseconds.
  private var stamp: [Int] = []

  /// An engine that is at a path.
  public init(name: String, path: String) { (self.name, self.path) = (name, path) }

  /// The folder of the engines beside the usual one; `nil` if that is missing. Any thread.
  public static var folder: String? {
    guard let usual = try? WorkerExecutable.speak.path(), let slash = usual.lastIndex(of: "/") else { return nil }
    return usual[..<slash] + "/engines"
  }

  /// The installed engines: the usual one first, then, in the order of their names, the programs in the folder `engines`
  /// beside it, each under its file's name. A file whose name is no engine's, or that cannot be run, is none. Any thread.
  ///
  /// - Throws: `spawnFailed` if the usual one is missing: it speaks what no other one does.
  public static func installed() throws(Trouble) -> [EngineProgram] {
    let usual = EngineProgram(name: UsualEngine.name, path: try WorkerExecutable.speak.path())
    return [usual] + (folder.map { others(in: $0) } ?? [])
  }

  private static func others(in folder: String) -> [EngineProgram] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var found: [EngineProgram] = []
    while let entry = readdir(directory)?.pointee {
      let name = withUnsafeBytes(of: entry.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      guard VoiceID.isEngine(name), name != UsualEngine.name else { continue }
      let path = folder + "/" + name
      var status = stat()
      guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, access(path, X_OK) == 0 else { continue }
      var program = EngineProgram(name: name, path: path)
      program.stamp = [
        Int(status.st_dev), Int(status.st_ino), status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec,
      ]
      found.append(program)
    }
    return found.sorted { $0.name < $1.name }
  }
}
