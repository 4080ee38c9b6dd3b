import AloudAPI
import BusValues
import DesktopSupport
import EventLoop
import Foundation
import Testing
import Vocabulary

/// The threads of a process.
func threadIDs(of process: Int32) -> [Int] {
  ((try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []).compactMap { Int($0) }
}

/// The targets of a process's descriptors, by kind.
func descriptorCount(of process: Int32) -> Int {
  ((try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd")) ?? []).count
}

extension ListeningTests {
  /// A thousand commands at full speed.
  struct MeasuredStormTests {
    @Test(arguments: [UInt64.random(in: 0...(.max))])
    func aThousandRandomCommandsLeaveAConsistentStateAndNoStuckSound_S3_10_S0_18(seed: UInt64) async throws {
      try await Scene.with { scene in
        let (remote, recorder) = (scene.remote, scene.recorder)
        func fill() async throws {
          for index in 0..<5 {
            let text = (0..<8).map { "Text \(index), sentence \($0), is here." }.joined(separator: " ")
            try await remote.speak(text, SpeakOptions(leadingDelay: index == 2 ? .milliseconds(200) : nil))
          }
        }
        try await fill()
        try await recorder.wait(for: "Word", count: 2)
        let (descriptors, threads) = (descriptorCount(of: scene.service.pid), threadIDs(of: scene.service.pid).count)
        var generator = SeededGenerator(seed: seed)
        var history: [String] = []
        var pending: [Task<Void, any Error>] = []
        for index in 0..<1000 {
          let command = Int.random(in: 0..<13, using: &generator)
          let number = Int64.random(in: -5_000_000...5_000_000, using: &generator)
          history.append("\(command) \(number)")
          // The next command is sent before the last is answered.
          pending.append(
            Task { @Core in
              switch command {
              case 0, 1: _ = await remote.failure(of: .play)
              case 2, 3: _ = await remote.failure(of: .pause([.immediate, .word, .sentence][Int(abs(number) % 3)]))
              case 4: _ = await remote.failure(of: .toggle)
              case 5: _ = await remote.failure(of: .seek(byMicroseconds: Microseconds(number)))
              case 6: _ = await remote.failure(of: .setPosition(microseconds: Microseconds(number * 4), track: nil))
              case 7: _ = await remote.failure(of: .next([.track, .sentence, .paragraph][Int(abs(number) % 3)]))
              case 8, 9: _ = await remote.failure(of: .previous([.track, .sentence, .paragraph][Int(abs(number) % 3)]))
              case 10: try await remote.set(.rate, .double(Double(abs(number) % 575) / 100 + 0.25))
              case 11: try await remote.set(.volume, .double(Double(abs(number) % 100) / 100))
              default:
                if number % 4 == 0 { _ = await remote.failure(of: .stop) } else { _ = await remote.failure(of: .play) }
              }
            })
          if index % 20 == 19 {
            for task in pending { try await task.value }
            pending = []
            if try await remote.get(.queueLength).asUInt32 ?? 0 < 2 { try await fill() }
          }
        }
        #expect(scene.service.isRunning, "\(history.suffix(50))")

        // Parallel and sequential queries give the same values.
        try await remote.set(.volume, .double(1))
        try await remote.set(.rate, .double(1))
        if try await remote.get(.queueLength).asUInt32 == 0 { try await fill() }
        try await remote(.play)
        try await remote(.pause(.immediate))
        // The last cycle is still being heard at the answer of the call.
        var heard: BusValue?
        try await eventually("the place stands still") {
          let before = heard
          heard = try await remote.get(.position)
          return heard == before
        }
        let all = try await remote.all()
        #expect(all.count == AloudProperty.allCases.count)
        for property in AloudProperty.allCases where ![.length, .lengthExact, .metadata].contains(property) {
          #expect(try await remote.get(property) == all[property.rawValue], "\(property)")
        }
        #expect(try await remote.player(get: "PlaybackStatus") == all["PlaybackStatus"])
        #expect(try await remote.player(get: "Position") == all["Position"])
        try await remote(.play)
        let again = Remote.now
        try await recorder.wait(for: "Word", since: again)

        try await remote(.stop)
        let stopped = Remote.now
        #expect(try await remote.text(.playbackStatus) == "Stopped")
        let recording = try await recorder.recording(until: stopped + 1000 * milliseconds)
        #expect(recording.peak(stopped + 100 * milliseconds, recording.end) < 0.002)
        try await remote(.clear)
        try await recorder.barrier(remote)
        // Each started utterance ended once, and none finished without a start.
        var open: Set<String> = []
        for event in recorder.heard where event.name.hasPrefix("Utterance") {
          let track = event.words[0]
          switch event.name {
          case "UtteranceStarted": #expect(open.insert(track).inserted, "\(track) started twice")
          case "UtteranceFinished": #expect(open.remove(track) != nil, "\(track) finished and had not started")
          case "UtteranceCancelled": open.remove(track)
          default: #expect(open.contains(track), "\(event)")
          }
        }
        #expect(open.isEmpty, "\(open)")
        try await eventually("descriptors and threads as before") {
          descriptorCount(of: scene.service.pid) <= descriptors + 2
            && threadIDs(of: scene.service.pid).count <= threads
        }
      }
    }
  }
}
