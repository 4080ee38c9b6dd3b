import DesktopSupport
import EventLoop
import Foundation

/// The speed of libespeak-ng alone.
@Core
enum BareEngine {
  /// Returns the seconds for all sentences: the time that passed, and processor time; `nil` if the program cannot be
  /// compiled.
  ///
  /// - Parameters:
  ///   - inCopies: true if each sentence is spoken in a copy of the process, so that the same sentence has the same
  ///     length each time.
  ///   - processors: the processors to use, in the form of taskset(1); `nil` for all.
  static func time(
    _ sentences: [String], _ rig: Rig, inCopies: Bool = false, on processors: String? = nil
  ) async throws
    -> (passed: Double, processor: Double)?
  {
    guard let program = try await rig.compile("bare-espeak", ["-lespeak-ng"]) else { return nil }
    let file = rig.folder + "/sentences.txt"
    try Data(sentences.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: file))
    var command = [program, "en-us", file] + (inCopies ? ["copies"] : [])
    if let processors { command = ["taskset", "--cpu-list", processors] + command }
    let result = try await rig.desktop.start(command).waitForEnd(within: .seconds(120))
    let figures = result.answer.split(separator: " ").compactMap { Double($0) }
    guard figures.count == 4 else { throw BenchError("\(result)") }
    return (figures[2], figures[3])
  }
}
