import Foundation

/// The paths of the project's parts that tests use: the sources and the programs of the same build.
public enum Project {
  /// The directory with `Package.swift`.
  public static let directory: String = {
    var url = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { url.deleteLastPathComponent() }
    return url.path
  }()

  /// The directory with the built programs: `ALOUD_BIN_DIR`, else the directory of the running test program.
  public static let programs: String = {
    if let given = ProcessInfo.processInfo.environment["ALOUD_BIN_DIR"], !given.isEmpty { return given }
    let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
    return URL(fileURLWithPath: own).deletingLastPathComponent().path
  }()

  /// The path of the built program `name`.
  public static func program(_ name: String) -> String {
    programs + "/" + name
  }

  /// The folder in which `scripts/fetch-voices` keeps natural voices, laid out like the prefix of an installation;
  /// `nil` if it has fetched none.
  public static let fetchedVoices: String? = {
    let folder = file(".build/voices")
    let needed = ["share/aloud/voices/heart.onnx", "lib/aloud/libonnxruntime.so.1"]
    return needed.allSatisfy { FileManager.default.isReadableFile(atPath: folder + "/" + $0) } ? folder : nil
  }()

  /// The name of the fetched voice of Piper; `nil` if there is none.
  public static let fetchedPiperVoice: String? = {
    let name = "en_US-joe-medium"
    let model = file(".build/voices/share/piper-voices/\(name)/\(name).onnx")
    return fetchedVoices != nil && FileManager.default.isReadableFile(atPath: model) ? name : nil
  }()

  /// A path without a file on any machine: beside the built programs, where only this project writes.
  public static let nowhere = programs + "/nothing-is-here"

  /// The path of a file of the project, given relative to `directory`.
  public static func file(_ path: String) -> String {
    directory + "/" + path
  }
}
