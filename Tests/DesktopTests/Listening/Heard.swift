import DesktopSupport
import Glibc
import Synchronization

/// An observation of `recorder`: sound, silence, or an event of the service.
struct Heard: Equatable, Sendable {
  /// Nanoseconds of CLOCK_MONOTONIC.
  var moment: Int64
  /// `sound`, `silence`, or the name of a signal.
  var name: String
  var words: [String]
  /// The time in nanoseconds that the service, the bus and `recorder` waited for a processor since the previous signal.
  /// A signal may be noted late by this much.
  var waited: Int64 = 0

  init?(line: some StringProtocol) {
    let parts = String(line).split(separator: " ").map(String.init)
    guard parts.count >= 2, let moment = Int64(parts[0]) else { return nil }
    self.moment = moment
    name = parts[1]
    words = Array(parts.dropFirst(2))
  }

  /// The place of a `Word` or `Sentence` in the text: in Unicode scalars, bytes of UTF-8, units of UTF-16.
  var ranges: (scalars: Range<Int>, utf8: Range<Int>, utf16: Range<Int>)? {
    let first = name == "Word" ? 1 : 2
    guard name == "Word" || name == "Sentence", words.count > first + 2 else { return nil }
    let ranges = words[first..<first + 3].compactMap { word -> Range<Int>? in
      let numbers = word.split(separator: "+").compactMap { Int($0) }
      return numbers.count == 2 ? numbers[0]..<numbers[0] + numbers[1] : nil
    }
    return ranges.count == 3 ? (ranges[0], ranges[1], ranges[2]) : nil
  }

  /// The media time of a `Word` or `Sentence`, in microseconds.
  var media: Int64 { words.dropFirst(name == "Word" ? 4 : 5).first.flatMap { Int64($0) } ?? -1 }
}

/// The output of `recorder`. Each line is parsed once.
private final class Notes: Sendable {
  private struct State {
    var heard: [Heard] = []
    /// The number of bytes that have been parsed.
    var count = 0
    /// The value for the next signal.
    var waited: Int64 = 0
  }
  private let process: RunningProcess
  private let state = Mutex(State())

  init(_ process: RunningProcess) { self.process = process }

  /// All observations so far.
  var heard: [Heard] {
    state.withLock { state in
      let new = process.output(after: state.count)
      guard let end = new.lastIndex(of: UInt8(ascii: "\n")) else { return state.heard }
      for line in new[...end].split(separator: UInt8(ascii: "\n")) {
        guard var heard = Heard(line: String(decoding: line, as: UTF8.self)) else { continue }
        if heard.name == "waited" {
          state.waited = heard.words.first.flatMap { Int64($0) } ?? 0
        } else {
          heard.waited = state.waited
          state.heard.append(heard)
        }
      }
      state.count += end + 1
      return state.heard
    }
  }
}

/// `recorder`, at a sink's monitor and on the bus of a private desktop.
struct Recorder: Sendable {
  let process: RunningProcess
  private let file: String
  private let notes: Notes

  /// Starts `recorder`. Returns when the monitor is heard and its events are subscribed to, unless the service is to be
  /// started later by the test.
  static func open(
    in desktop: PrivateDesktop, sink: String = "null-sink", beforeTheService isEarly: Bool = false
  ) async throws -> Recorder {
    let file = "\(desktop.directory)/heard-\(Remote.now)"
    var processes: [String] = []
    for name in ["org.freedesktop.DBus", PrivateDesktop.serviceName] {
      if let process = try await desktop.processID(of: name) { processes.append("\(process)") }
    }
    let process = try desktop.start([Project.program("recorder"), sink, file] + processes)
    if !isEarly { try await process.waitForOutput(containing: " subscribed ") }
    try await process.waitForOutput(containing: " listening\n")
    return Recorder(process: process, file: file, notes: Notes(process))
  }

  /// All observations so far.
  var heard: [Heard] { notes.heard }

  /// All observations with this name so far.
  func all(_ name: String, since moment: Int64 = 0) -> [Heard] {
    heard.filter { $0.name == name && $0.moment >= moment }
  }

  /// Waits for `count` observations with this name since `moment`, and returns the last of them.
  @discardableResult
  func wait(
    for name: String, count: Int = 1, since moment: Int64 = 0, within timeout: Duration = watchdog
  ) async throws -> Heard {
    try await process.waitForChange("\(count) \(name)", within: timeout) {
      let found = all(name, since: moment)
      return found.count >= count ? found[count - 1] : nil
    }
  }

  /// The recorded sound, in samples.
  func recording() -> Recording { Recording(file: file) }

  /// Waits until the recording reaches `moment`, so that the sound up to then can be inspected.
  func recording(until moment: Int64) async throws -> Recording {
    try await eventually("the recording reaches \(moment)") {
      Recording.end(ofFile: self.file) >= moment ? Recording(file: self.file) : nil
    }
  }
}
