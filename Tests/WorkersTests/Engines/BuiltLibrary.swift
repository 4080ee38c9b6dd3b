import Foundation
import Testing

/// A shared library that a test compiles. Its file lasts as long as the value.
final class BuiltLibrary {
  let path: String

  /// - Parameter source: a text in C.
  init(_ source: String) throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "library-\(getpid())-\(UUID().uuidString)").path
    path = file + ".so"
    try source.write(toFile: file + ".c", atomically: true, encoding: .utf8)
    defer { unlink(file + ".c") }
    let compiler = try Process.run(
      URL(fileURLWithPath: "/usr/bin/env"), arguments: ["cc", "-shared", "-fPIC", "-o", path, file + ".c"])
    compiler.waitUntilExit()
    try #require(compiler.terminationStatus == 0)
  }

  deinit { unlink(path) }
}
