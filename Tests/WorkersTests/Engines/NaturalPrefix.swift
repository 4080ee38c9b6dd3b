import DesktopSupport
import Foundation

/// A prefix in which the engine of natural voices is installed, with voices and a library of its own, and nothing else.
struct NaturalPrefix {
  let path: String

  /// - Parameters:
  ///   - library: the file that is installed as ONNX Runtime; `nil` for the one that `scripts/fetch-voices` has
  ///     brought.
  ///   - hasVoices: true if the fetched voices are in it.
  init(library: String? = nil, hasVoices: Bool = false) throws {
    path = FileManager.default.temporaryDirectory.appending(path: "natural-\(getpid())-\(UUID().uuidString)").path
    let files = FileManager.default
    let engines = path + "/libexec/aloud/engines"
    for folder in [engines, path + "/lib/aloud", path + "/share/aloud"] {
      try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }
    let speak = try BuiltProgram.path("aloud-speak")
    if library == nil {
      try files.createSymbolicLink(atPath: engines + "/neural", withDestinationPath: speak)
    } else {
      // The loader looks beside the file itself, where the build has the library that fits.
      try files.copyItem(atPath: speak, toPath: engines + "/neural")
    }
    let fetched = Project.fetchedVoices ?? Project.nowhere
    try files.createSymbolicLink(
      atPath: path + "/lib/aloud/libonnxruntime.so.1",
      withDestinationPath: library ?? fetched + "/lib/aloud/libonnxruntime.so.1")
    guard hasVoices else {
      try files.createDirectory(atPath: voices, withIntermediateDirectories: true)
      return
    }
    for folder in ["aloud/voices", "piper-voices"] where files.fileExists(atPath: fetched + "/share/" + folder) {
      try files.createSymbolicLink(
        atPath: "\(path)/share/\(folder)", withDestinationPath: "\(fetched)/share/\(folder)")
    }
  }

  /// The engine.
  var program: String { path + "/libexec/aloud/engines/neural" }
  /// The folder of its voices.
  var voices: String { path + "/share/aloud/voices" }

  /// Puts a voice into it.
  func add(_ name: String, _ description: String, model: [UInt8]) throws {
    try Data(description.utf8).write(to: URL(fileURLWithPath: "\(voices)/\(name).onnx.json"))
    try Data(model).write(to: URL(fileURLWithPath: "\(voices)/\(name).onnx"))
  }

  /// Puts a fetched voice into it.
  func add(fetched name: String, from folder: String = "aloud/voices") throws {
    for end in ["onnx", "onnx.json"] {
      try FileManager.default.createSymbolicLink(
        atPath: "\(voices)/\(name).\(end)",
        withDestinationPath: "\(Project.fetchedVoices ?? "")/share/\(folder)/\(name).\(end)")
    }
  }

  func remove() { try? FileManager.default.removeItem(atPath: path) }
}
