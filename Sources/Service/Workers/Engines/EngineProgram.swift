import Glibc
public import Speech
public import Vocabulary

/// A program that speaks by the contract of engines (`docs/engine.md`).
public struct EngineProgram: Hashable, Sendable {
  /// The engine's name in the identities of its voices.
  public var name: String
  /// The program as it was when it was listed: another one than that which is put in its place.
  public var program: HeldProgram

  /// An engine of a name.
  public init(name: String, _ program: HeldProgram) { (self.name, self.program) = (name, program) }

  /// The folder of the engines beside the usual one; `nil` if that is missing. Any thread.
  public static var folder: String? {
    guard let usual = try? WorkerExecutable.speak.program().path, let slash = usual.lastIndex(of: "/") else {
      return nil
    }
    return usual[..<slash] + "/engines"
  }

  /// The installed engines: the usual one first, then, in the order of their names, the programs in the folder
  /// `engines` beside it, each under its file's name. A file whose name is no engine's, or that cannot be run, is none.
  /// Any thread.
  ///
  /// - Parameter commands: those of the listener, which come last. One with the name of an installed engine is none.
  /// - Throws: `spawnFailed` if the usual one is missing: it speaks what no other one does.
  public static func installed(with commands: [EngineCommand] = []) throws(Trouble) -> [EngineProgram] {
    let usual = try usual()
    let found = [usual] + (folder.map { others(in: $0) } ?? [])
    let own = commands.filter { command in !found.contains { $0.name == command.name } }
    return found
      + own.map { EngineProgram(name: $0.name, HeldProgram(usual.program, arguments: $0.workerArguments)) }
  }

  /// The usual engine alone.
  ///
  /// - Throws: `spawnFailed` if it is missing.
  public static func usual() throws(Trouble) -> EngineProgram {
    EngineProgram(name: UsualEngine.name, try WorkerExecutable.speak.program())
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
      found.append(EngineProgram(name: name, HeldProgram(path)))
    }
    return found.sorted { $0.name < $1.name }
  }
}
