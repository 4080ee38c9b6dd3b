import AloudAPI
import BusValues
import DesktopSupport
import EventLoop
import Foundation
import Testing

extension ListeningTests {
  /// The lengths of a command's voice that are known after a restart of the service.
  struct KeptLengthTests {
    /// A command that takes a factor of flite's time.
    private static func configuration(stretch: String) -> String {
      """
      [player]
      rate = 4

      [[engine]]
      name = "mimic"
      command = ["/bin/bash", "-c", 'exec /usr/bin/flite -voice slt --setf duration_stretch=\(stretch) \
      -t "$(cat)" -o /dev/stdout']
      languages = ["en"]

      """
    }

    private static let delay: Int64 = 600_000_000
    private static var options: SpeakOptions {
      var options = SpeakOptions(voice: "mimic:en")
      (options.paused, options.again, options.trailingDelay) = (true, true, .microseconds(delay))
      return options
    }

    /// The length of what the queue has, once one is told: that of the speech alone.
    @Core private static func length(_ remote: Remote) async throws -> Int64 {
      try await eventually("a length is told") {
        let length = try await remote.length()
        return length > 0 ? length - delay : nil
      }
    }

    /// Opens a document and tells if its length is exact before anything of it is heard.
    @Core private static func isExact(_ uri: String, _ rig: RestartableService) async throws -> Bool {
      try await rig.remote(.open(uris: [uri], options))
      _ = try await length(rig.remote)
      return try await rig.remote.get(.lengthExact).asBool == true
    }

    @Core private static func hear(_ rig: RestartableService) async throws {
      try await rig.remote(.play)
      _ = try await rig.remote.exactLength()
      try await rig.remote(.clear)
      try await rig.endAndBegin(SIGTERM)
    }

    /// A command that says the same text in another time each time has no exact length before it has spoken, also when
    /// it has spoken that document before. One that repeats itself has, once it has shown that.
    @Test(arguments: [false, true]) func onlyAVoiceThatRepeatsItselfHasKeptLengths(repeats: Bool) async throws {
      try await Scene.inDesktop { desktop in
        try Scene.write(Self.configuration(stretch: repeats ? "1.1" : "1.$((RANDOM % 900 + 100))"), in: desktop)
        let rig = try await RestartableService(desktop)
        let path = desktop.directory + "/text.txt"
        try Data("The lamp. The river. The old window. The umbrella. The grey house. The night.\n".utf8)
          .write(to: URL(fileURLWithPath: path))
        let uri = FileURI.uri(path: path)
        #expect(try await !Self.isExact(uri, rig))
        try await Self.hear(rig)
        #expect(try await !Self.isExact(uri, rig), "nobody knows yet if it repeats itself")
        try await Self.hear(rig)
        #expect(try await Self.isExact(uri, rig) == repeats)
      }
    }

    /// The next run estimates by what was learnt of a slow voice.
    @Test func fittedLengthsOutliveTheService() async throws {
      try await Scene.inDesktop { desktop in
        try Scene.write(Self.configuration(stretch: "2"), in: desktop)
        let rig = try await RestartableService(desktop)
        let remote = rig.remote
        func text(_ things: [String]) -> String {
          (0..<10).map { "There was the \(things[$0 % things.count]) behind the \(things[($0 + 3) % things.count])." }
            .joined(separator: " ")
        }
        /// The ratio of an estimate to the truth.
        @Core func heard(_ text: String) async throws -> Double {
          var options = Self.options
          options.again = false
          try await remote.speak(text, options)
          let estimate = try await Self.length(remote)
          #expect(try await remote.get(.lengthExact).asBool == false)
          try await remote(.play)
          let length = try await remote.exactLength() - Self.delay
          try await remote(.clear)
          return Double(estimate) / Double(length)
        }
        let first = try await heard(text(["lamp", "river", "window", "staircase", "umbrella"]))
        #expect(first < 0.75, "\(first): nothing is known of it")
        try await rig.endAndBegin(SIGTERM)
        let second = try await heard(text(["garden", "old grey house", "night", "mountain", "letter", "sea"]))
        #expect(abs(second - 1) < 0.12, "\(second)")
      }
    }
  }
}
