/// The name by which this process was started. One installed program can be several workers: most of each is Swift's
/// runtime, which is thus installed once.
public enum ProgramName {
  /// True if the process was started under this name, in whatever folder.
  public static func isCalled(_ name: String) -> Bool {
    CommandLine.arguments.first?.split(separator: "/").last.map { $0 == name } ?? false
  }
}
