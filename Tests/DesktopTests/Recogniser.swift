import DesktopSupport
import Foundation
import Testing

/// The speech recogniser that `scripts/fetch-voices recogniser` has fetched.
enum Recogniser {
  /// True if it is there.
  static var isFetched: Bool {
    get async {
      let check = try? await RunningProcess(
        [Project.file("scripts/fetch-voices"), "--check", "recogniser"],
        environment: ProcessInfo.processInfo.environment
      ).runToEnd(within: watchdog)
      return check?.succeeded ?? false
    }
  }

  /// The words that it hears between two moments of a recording, in small letters, without marks.
  ///
  /// - Parameter folder: a place for a file of the sound.
  static func words(of recording: Recording, _ start: Int64, _ end: Int64, in folder: String) async throws -> [String] {
    let samples = recording.samples(start, end).map { Int16(max(-1, min(1, $0)) * 32_767) }
    let path = folder + "/recognised.wav"
    try Data(ListeningTests.RecordingTests.wave(samples, rate: recording.rate)).write(to: URL(fileURLWithPath: path))
    let heard = try await RunningProcess(
      [Project.file("scripts/recognise"), path], environment: ProcessInfo.processInfo.environment
    ).runToEnd(within: watchdog * 2)
    try #require(heard.succeeded, "\(heard)")
    return words(heard.output)
  }

  /// The words of a text, in small letters, without marks. No ear can tell "aloud" from "allowed".
  static func words(_ text: String) -> [String] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "'" }.map { $0 == "allowed" ? "aloud" : String($0) }
  }
}
