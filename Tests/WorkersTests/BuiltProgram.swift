import Foundation
import Glibc
import Workers

/// The programs of the build that these tests start.
enum BuiltProgram {
  static func path(_ name: String) throws -> String {
    URL(fileURLWithPath: try WorkerExecutable.speak.program().path).deletingLastPathComponent().appending(path: name)
      .path
  }

  /// A path by which a program is called with another name.
  static func link(_ program: String, as name: String) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: "\(program)-\(getpid())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let link = folder + "/" + name
    // Two suites may call it by the same name at a time. The folder is that of this process.
    if access(link, X_OK) != 0 {
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path(program))
    }
    return link
  }
}
