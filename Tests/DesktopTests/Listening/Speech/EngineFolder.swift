import DesktopSupport
import Foundation

/// A folder with the workers of this build, and with engines beside espeak-ng.
struct EngineFolder {
  /// The folder of the workers.
  let path: String

  /// The variables of a service that uses it.
  var environment: [String: String] { ["ALOUD_LIBEXEC": path] }

  /// - Parameter engines: the names of humming engines. `hum-thinking` works long on each text.
  init(in desktop: PrivateDesktop, _ engines: [String] = ["hum"]) throws {
    path = desktop.directory + "/workers"
    let files = FileManager.default
    try files.createDirectory(atPath: path + "/engines", withIntermediateDirectories: true)
    for name in ["speak", "read", "read-book", "read-pdf", "settings", "decode"].map({ "aloud-" + $0 }) {
      try files.createSymbolicLink(atPath: "\(path)/\(name)", withDestinationPath: Project.program(name))
    }
    for engine in engines { try install(Project.program("humming-engine"), as: engine) }
    // No engine has such a name, and this is no program.
    try Data().write(to: URL(fileURLWithPath: path + "/engines/README.md"))
  }

  /// Installs the engine of natural voices.
  func installNatural() throws {
    try install(Project.program("aloud-speak"), as: "neural")
    guard let voices = Project.fetchedVoices else { return }
    // The library is where that of a build is: beside the programs.
    try FileManager.default.createSymbolicLink(
      atPath: path + "/libonnxruntime.so.1", withDestinationPath: voices + "/lib/aloud/libonnxruntime.so.1")
  }

  /// Puts a program in the place of an engine.
  func install(_ program: String, as engine: String = "hum") throws {
    remove(engine)
    try FileManager.default.createSymbolicLink(atPath: "\(path)/engines/\(engine)", withDestinationPath: program)
  }

  /// Removes an engine's program, if it is there.
  func remove(_ engine: String = "hum") { try? FileManager.default.removeItem(atPath: "\(path)/engines/\(engine)") }
}
