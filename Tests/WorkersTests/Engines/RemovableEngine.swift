import DesktopSupport
import EventLoop
import Foundation
import Testing

@testable import Workers

/// A second engine whose program can be taken away. It is a script, which is started by its path.
final class RemovableEngine {
  private let folder: String
  var path: String { folder + "/hum" }
  /// The engine that is there now.
  var program: EngineProgram { EngineProgram(name: "hum", HeldProgram(path)) }

  init() throws {
    var template = Array("/tmp/aloud-engine-XXXXXX".utf8CString)
    folder = try #require(mkdtemp(&template).map { String(cString: $0) })
    try install()
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  func install() throws {
    try Data("#!/bin/sh\nexec '\(Project.program("humming-engine"))' \"$@\"\n".utf8).write(
      to: URL(fileURLWithPath: path))
    try #require(chmod(path, 0o755) == 0)
  }

  /// Puts the program itself in its place.
  func installProgram() {
    unlink(path)
    symlink(Project.program("humming-engine"), path)
  }

  /// Removes it, and ends its processes.
  @Core func remove(from engines: EngineDirectory) {
    unlink(path)
    for pid in engines.processIDs {
      let name = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(pid)/exe")) ?? ""
      if name.hasSuffix("/humming-engine") { kill(pid, SIGKILL) }
    }
  }
}
