import EventLoop
import Glibc
import Speech
import Vocabulary
import Workers

/// Files that lie where natural voices do, and are none: the engine does not list them, and says why if it is asked.
@Core
struct OddVoiceFiles {
  /// The end of the names of voices.
  private static let ending = ".onnx"
  /// The files that are asked for: each starts a process.
  private static let most = 5

  private let engines: EngineDirectory
  /// The names of the files, without their end.
  private let names: [String]

  /// Looks into the folders that the engine of natural voices has told with its list.
  ///
  /// - Parameter listed: the voices of all engines.
  init(_ engines: EngineDirectory, listed: [Voice]) {
    self.engines = engines
    let engine = InstalledVoices.naturalEngine
    let known = Set(listed.filter { $0.id.engine == engine }.map(\.id.name))
    var found: [String] = []
    for folder in engines.voiceFolders(of: engine) {
      for name in Self.files(in: folder) where !known.contains(name) && !found.contains(name) { found.append(name) }
    }
    names = Array(found.sorted().prefix(Self.most))
  }

  private static func files(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory)?.pointee, names.count < 1_000 {
      let name = withUnsafeBytes(of: entry.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name.hasSuffix(ending), !name.hasPrefix(".") { names.append(String(name.dropLast(ending.count))) }
    }
    return names
  }

  /// The engine's reason for each: a sentence with the name of the file.
  func reasons() async -> [String] {
    var reasons: [String] = []
    for name in names {
      let trouble: Trouble? = await withCheckedContinuation { continuation in
        let voice = VoiceID(engine: InstalledVoices.naturalEngine, name: name)
        _ = engines.speak(Array("1.".utf8), configuration: VoiceConfiguration(voice: voice), at: .usual) { event in
          switch event {
          case .done: continuation.resume(returning: nil)
          case .failed(let trouble): continuation.resume(returning: trouble)
          case .samples, .mark, .skipped, .otherVoice, .reached: break
          }
        }
      }
      // A name that no voice has tells nothing.
      if let trouble, trouble.detail != name {
        reasons.append(trouble.detail.isEmpty ? "\(name)\(Self.ending): \(trouble)" : trouble.detail)
      }
    }
    engines.release()
    return reasons
  }
}

extension InstalledVoices {
  /// The engine of natural voices.
  nonisolated static let naturalEngine = "neural"

  /// The faults of the files that lie where natural voices do and are none, and of the engine of natural voices itself:
  /// a sentence each.
  ///
  /// - Parameters:
  ///   - engines: those that have listed their voices.
  ///   - listed: these voices.
  static func oddFiles(of engines: EngineDirectory, beside listed: [Voice]) async -> [String] {
    if let trouble = engines.troubles.first(where: { $0.engine == naturalEngine })?.trouble {
      return [trouble.detail.isEmpty ? "\(trouble)" : trouble.detail]
    }
    return await OddVoiceFiles(engines, listed: listed).reasons()
  }
}
