import AloudAPI
import BusValues
import DBusKit
import DesktopSupport
import EventLoop
import Testing
import Vocabulary

extension ListeningTests {
  /// The order of clients' events.
  struct EventOrderTests {
    /// The signals about utterances, sentences and words, in the order of arrival.
    @Core
    private final class Log {
      private(set) var events: [(name: String, track: ObjectPath)] = []
      private var token: MatchToken?

      init(_ remote: Remote) {
        token = remote.bus.subscribe(MatchRule(interface: AloudBus.interface)) { [weak self] signal in
          guard let track = signal.arguments.first?.asObjectPath else { return }
          self?.events.append((signal.member.text, track))
        }
      }

      func count(_ name: String) -> Int { events.count { $0.name == name } }

      /// The violations of the order: one utterance at a time, with each sentence before its words, and no event
      /// outside.
      var violations: [String] {
        var found: [String] = []
        var open: ObjectPath?
        var hasSentence = false
        var words = 0
        for (index, event) in events.enumerated() {
          let isMine = open == event.track
          switch event.name {
          case "UtteranceStarted":
            if open != nil { found.append("\(index): started while another was not over") }
            (open, hasSentence, words) = (event.track, false, 0)
          case "Sentence":
            if !isMine { found.append("\(index): a sentence outside of its utterance") }
            hasSentence = true
          case "Word":
            if !isMine || !hasSentence { found.append("\(index): a word outside of its sentence") }
            words += 1
          case "UtteranceFinished":
            if !isMine || words == 0 { found.append("\(index): finished without start or words") }
            open = nil
          case "UtteranceCancelled":
            open = isMine ? nil : open
          case "UtterancePaused", "UtteranceResumed":
            if !isMine { found.append("\(index): \(event.name) outside of its utterance") }
          default: break
          }
        }
        return found.isEmpty ? [] : found + ["\(events.map { "\($0.name) \($0.track.text.suffix(2))" })"]
      }
    }

    private func inService(_ body: @Core (Remote, Log) async throws -> Void) async throws {
      try await Scene.inDesktop { desktop in
        let service = try await desktop.startService()
        let remote = try Remote(desktop)
        let log = Log(remote)
        try await remote(.subscribe([.utterance, .sentence, .word]))
        try await body(remote, log)
        #expect(log.violations.isEmpty, "\(log.violations)")
        withExtendedLifetime(service) {}
      }
    }

    @Test func seeksAndSkipsKeepTheOrder_S2_09() async throws {
      try await inService { remote, log in
        for text in ["One is here. Two is there.", "Three is here. Four is there.", "Five."] {
          try await remote.speak(text)
        }
        for round in 0..<12 {
          let words = log.count("Word")
          switch round % 4 {
          case 0: try await remote(.seek(byMicroseconds: 700_000))
          case 1: try await remote(.setPosition(microseconds: 0, track: nil))
          case 2: try await remote(.previous(.track))
          default: try await remote(.next(.sentence))
          }
          try await eventually("a word of the new place") { log.count("Word") > words }
        }
        try await remote.wait(.state, "idle")
      }
    }
  }
}
