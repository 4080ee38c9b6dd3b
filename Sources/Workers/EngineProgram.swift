import Glibc
import Speech
public import Vocabulary

/// A program that speaks by the contract of engines (`docs/engine.md`).
public struct EngineProgram: Equatable, Sendable {
  /// The engine's name in the identities of its voices.
  public var name: String
  /// The path of the program.
  public var path: String

  /// An engine that is at a path.
  public init(name: String, path: String) { (self.name, self.path) = (name, path) }

  /// The installed engines: the usual one first, then, in the order of their names, the programs in the folder `engines`
  /// beside it, each under its file's name. A file whose name is no engine's, or that cannot be run, is none. Any thread.
  ///
  /// - Throws: `spawnFailed` if the usual one is missing: it speaks what no other one does.
  public static func installed() throws(Trouble) -> [EngineProgram] {
    let usual = EngineProgram(name: UsualEngine.name, path: try WorkerExecutable.speak.path())
    guard let slash = usual.path.lastIndex(of: "/") else { return [usual] }
    return [usual] + others(in: usual.path[..<slash] + "/engines")
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
      found.append(EngineProgram(name: name, path: path))
    }
    return found.sorted { $0.name < $1.name }
  }
}
