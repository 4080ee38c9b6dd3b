import AloudAPI
import BusValues
import DesktopSupport
import EventLoop
import Foundation
import Testing

/// A text of unlike words that is read by some voices, beside a recorder.
@Core
struct EngineScene {
  /// No word has the tones of another one in it.
  private nonisolated static let objects = [
    "lantern", "violin", "harbour", "meadow", "copper", "window", "garden", "thunder", "pillow", "marble", "saddle",
    "button", "forest", "candle", "rocket", "jungle", "mirror", "basket", "helmet", "pencil", "dragon", "cushion",
    "bridge", "walnut",
  ]

  let voices: SpeakingVoices
  let desktop: PrivateDesktop
  let folder: EngineFolder
  let rig: RestartableService
  let recorder: Recorder
  /// Six words a sentence. The second to fourth are unlike all others.
  let text: String

  var remote: Remote { rig.remote }
  var service: RunningProcess { rig.service }
  /// The words of the text, without marks.
  var words: [String] { text.split(separator: " ").map { String($0.filter(\.isLetter)) } }

  /// - Parameters:
  ///   - sentences: their number, at most eight.
  ///   - engines: the names of the engines beside espeak-ng; the first one speaks.
  nonisolated static func with(
    _ voices: SpeakingVoices, sentences: Int = 2, configuration: String = "", engines: [String] = ["hum"],
    _ body: @Core (EngineScene) async throws -> Void
  ) async throws {
    try await Scene.inDesktop(voices.options()) { desktop in
      let folder = try EngineFolder(in: desktop, engines)
      if voices.isNatural { try folder.installNatural() }
      try Scene.write(voices.configuration(configuration), in: desktop)
      let rig = try await RestartableService(desktop, environment: folder.environment)
      let recorder = try await Recorder.open(in: desktop)
      let text = (0..<sentences).map { "Some \(objects[3 * $0...3 * $0 + 2].joined(separator: " ")) stood there." }
      try await body(
        EngineScene(
          voices: voices, desktop: desktop, folder: folder, rig: rig, recorder: recorder,
          text: text.joined(separator: " ")))
    }
  }

  /// Begins to read when the length is exact. The text stays until it is removed: a silence follows it.
  ///
  /// - Returns: the length, in microseconds.
  func begin() async throws -> Int64 {
    try await voices.speak(text, SpeakOptions(trailingDelay: .seconds(600), paused: true), to: remote)
    let length = try await remote.exactLength()
    try await remote(.play)
    return length
  }

  /// The words that were told, by their numbers in the text.
  func told(since moment: Int64 = 0) -> [Int] { numbers(of: recorder.all("Word", since: moment)) }

  private func numbers(of heard: [Heard]) -> [Int] {
    var (starts, next): ([Int: Int], Int) = ([:], 0)
    for (number, word) in text.split(separator: " ").enumerated() {
      starts[next] = number
      next += word.unicodeScalars.count + 1
    }
    return heard.map { $0.ranges.flatMap { starts[$0.scalars.lowerBound] } ?? -1 }
  }

  /// Waits until a word is told.
  @discardableResult
  func wait(forWord number: Int, since moment: Int64 = 0) async throws -> Heard {
    try await eventually("word \(number) is told") {
      let heard = recorder.all("Word", since: moment)
      // One list of words: the recorder hears the next one meanwhile.
      return numbers(of: heard).firstIndex(of: number).map { heard[$0] }
    }
  }

  /// Waits for the last word. Each one must have been told in its place and, if it was hummed, heard.
  ///
  /// - Parameters:
  ///   - repeated: the most words that may have been told and heard again, each at once.
  ///   - hummed: the words that must be hummed, by number; `nil` for all those of the voices.
  func expectEveryWordInItsPlace(
    repeated: Int = 0, hummed: Range<Int>? = nil, location: SourceLocation = #_sourceLocation
  ) async throws {
    try await wait(forWord: words.count - 1)
    let end = try await recorder.barrier(remote) + 700 * milliseconds
    let told = told()
    #expect(Set(told) == Set(words.indices), "\(told)", sourceLocation: location)
    let steps = zip(told, told.dropFirst()).map { $1 - $0 }
    #expect(steps.allSatisfy { $0 == 1 || (-1...0).contains($0) }, "\(told)", sourceLocation: location)
    #expect(told.count <= words.count + repeated, "\(told)", sourceLocation: location)
    let heard = HummedTones(try await recorder.recording(until: end))
    var (last, again): (Int64, Int) = (0, 0)
    for number in hummed ?? words.indices where voices.hums(number) && (1...3).contains(number % 6) {
      let moments = heard.moments(of: words[number])
      #expect(moments.first.map { $0 > last } ?? false, "\(words[number]): \(moments)", sourceLocation: location)
      last = moments.last ?? last
      again += max(0, moments.count - 1)
    }
    #expect(again <= repeated, "\(again) words were hummed again", sourceLocation: location)
  }
}

/// The positions that a media player is told, one after the other.
@Core
final class PositionWatch {
  /// The steps back, in microseconds.
  private(set) var stepsBack: [(from: Int64, to: Int64)] = []
  private var last: Int64 = 0
  private var asking: Task<Void, Never>?

  /// Asks until it goes. A service that does not answer is asked again.
  init(_ remote: Remote) {
    asking = Task { @Core [weak self] in
      while !Task.isCancelled {
        if let position = try? await remote.player(get: "Position").asInt64 { self?.take(position) }
        try? await Task.sleep(for: .milliseconds(5))
      }
    }
  }

  isolated deinit { asking?.cancel() }

  private func take(_ position: Int64) {
    if position < last { stepsBack.append((last, position)) }
    last = position
  }
}
