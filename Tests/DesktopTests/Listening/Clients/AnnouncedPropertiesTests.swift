import AloudAPI
import BusValues
import DBusKit
import DesktopSupport
import EventLoop
import MPRIS
import Testing
import Vocabulary

extension ListeningTests {
  /// The introspection declares for each property if its changes are announced, and the service complies.
  struct AnnouncedPropertiesTests {
    /// The properties of `org.aloud.Aloud1` from the view of a client that asked once and listens.
    @Core
    private final class Believer {
      private(set) var known: [String: BusValue] = [:]
      private(set) var states: [String] = []
      private(set) var told: [String: Int] = [:]
      /// The number of signals so far.
      private var signals = 0
      private var token, stateToken: MatchToken?

      init(_ remote: Remote) async throws {
        // Each silence between two sentences changes the state: only those who ask for it are woken.
        stateToken = remote.bus.subscribe(MatchRule(path: AloudBus.path, member: "StateChanged")) { [weak self] in
          if let state = $0.arguments.first?.asString { self?.states.append(state) }
        }
        try await remote(.subscribe([.state]))
        token = remote.bus.subscribe(
          MatchRule(path: AloudBus.path, member: "PropertiesChanged", argument0: AloudBus.interface.text)
        ) { [weak self] in self?.take($0.arguments) }
        // A signal that follows the answer is taken before this function goes on, and the answer would undo it.
        var before = 0
        repeat {
          before = signals
          known = try await remote.all()
        } while signals != before
      }

      private func take(_ arguments: [BusValue]) {
        signals += 1
        let changed = arguments[1].asVardict ?? [:]
        #expect(!changed.isEmpty && arguments[2].asStrings?.isEmpty == true, "\(arguments)")
        for (name, value) in changed {
          let property = AloudInterface.description.property(name)
          #expect(property?.emitsChanged == .true, "\(name) is announced, and is not to be")
          #expect(property?.signature == value.signature, "\(name)")
          // The timer is announced again if the remaining time changes irregularly.
          #expect(name == "SleepTimer" || known[name] != value, "\(name) is announced without a change: \(value)")
          known[name] = value
          told[name, default: 0] += 1
        }
      }

      /// Compares at a moment without announcements.
      func check(_ remote: Remote, _ moment: String) async throws {
        var differing: [String] = []
        do {
          try await eventually("announced and queried values agree: \(moment)") {
            let asked = try await remote.all()
            differing = AloudInterface.description.properties.filter { property in
              property.emitsChanged != .false && self.known[property.name.text] != asked[property.name.text]
            }.map { "\($0.name): \(self.known[$0.name.text] as Any), not \(asked[$0.name.text] as Any)" }
            return differing.isEmpty
          }
        } catch {
          Issue.record("\(moment): \(differing)")
          throw error
        }
      }
    }

    /// The announced MPRIS lengths of the current track.
    @Core
    private final class Lengths {
      private(set) var told: [Int64] = []
      private var token: MatchToken?

      init(_ remote: Remote) {
        token = remote.bus.subscribe(
          MatchRule(path: MPRISBus.path, member: "PropertiesChanged", argument0: "org.mpris.MediaPlayer2.Player")
        ) { [weak self] message in
          let metadata = message.arguments[1].asVardict?["Metadata"]?.asVardict
          if let length = metadata?["mpris:length"]?.asInt64 { self?.told.append(length) }
        }
      }
    }

    @Test func noLengthIsThatOfTheFirstSentences_P11() async throws {
      try await Scene.inDesktop { desktop in
        let scene = Scene(desktop: desktop, service: try await desktop.startService(), remote: try Remote(desktop))
        let lengths = Lengths(scene.remote)
        // The text is longer than one turn reads.
        let line = "A long text has many sentences, and this is one of them.\n\n"
        let path = try scene.file("long.txt", Array(("Heading\n\n" + String(repeating: line, count: 50_000)).utf8))
        _ = try await scene.remote.open(path)
        let whole = try await eventually("a length is told") { lengths.told.last }
        #expect(whole > 50_000 * 1_500_000, "\(lengths.told)")
        #expect(lengths.told.allSatisfy { $0 > whole / 2 }, "\(lengths.told)")
      }
    }

    @Test func everyPropertyIsAnnouncedAsItsIntrospectionSays_P2_P3() async throws {
      try await Scene.inDesktop { desktop in
        _ = try await desktop.startService()
        let remote = try Remote(desktop)
        let believer = try await Believer(remote)
        #expect(Set(believer.known.keys) == Set(AloudProperty.allCases.map(\.rawValue)))
        try await believer.check(remote, "idle")
        try await remote.speak(
          "One is here. Two is here. Three is here.", SpeakOptions(leadingDelay: .milliseconds(400), title: "Numbers"))
        try await eventually("the text is read to its end") { believer.states.last == "idle" }
        try await believer.check(remote, "at the end")
        let sequence = ["delay", "speaking", "gap", "speaking", "gap", "speaking", "idle"]
        #expect(believer.states == sequence)

        try await remote.speak(String(repeating: "A sentence that goes on for a while. ", count: 30))
        try await remote.wait(.state, "speaking")
        try await remote(.sleep(.time, amount: 600_000_000, adding: false))
        try await believer.check(remote, "with a timer")
        let timers = believer.told["SleepTimer"] ?? 0
        try await remote(.sleep(.time, amount: 60_000_000, adding: true))
        try await believer.check(remote, "with a longer one")
        #expect(believer.told["SleepTimer"] == timers + 1, "another course is told")
        try await remote(.pause(.immediate))
        try await believer.check(remote, "paused")
        #expect(believer.told["SleepTimer"] == timers + 2)
        try await remote.set(.rate, .double(2))
        try await remote(.repeat(.sentence))
        try await believer.check(remote, "repeating")
        try await remote(.play)
        try await remote(.stop)
        try await believer.check(remote, "stopped")
        try await remote(.hush)
        try await believer.check(remote, "with nothing")
      }
    }
  }
}
