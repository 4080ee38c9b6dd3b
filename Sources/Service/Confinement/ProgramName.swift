import CLinux
import Glibc

/// The name by which this process was started. One installed program can be several workers: most of each is Swift's
/// runtime, which is thus installed once.
public enum ProgramName {
  /// True if the process was started under this name, in whatever folder.
  public static func isCalled(_ name: String) -> Bool {
    CommandLine.arguments.first?.split(separator: "/").last.map { $0 == name } ?? false
  }

  /// Shows the name in ps(1) and top(1). A program that was held open when it was started has a number for a name
  /// there.
  public static func show() {
    guard let path = CommandLine.unsafeArgv[0] else { return }
    let name = strrchr(path, CInt(UInt8(ascii: "/"))).map { $0 + 1 } ?? path
    _ = aloud_prctl(PR_SET_NAME, UInt(bitPattern: name))
  }
}
