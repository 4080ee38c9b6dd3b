import AloudAPI
import BusValues
import DBusKit
import DesktopSupport
import EventLoop
import Testing

extension ListeningTests {
  /// The introspection says of each property whether its changes are announced, and that is what happens.
  struct AnnouncedPropertiesTests {
    /// The properties of `org.aloud.Aloud1` as a client knows them that asked once and listens.
    @Core
    private final class Believer {
      private(set) var known: [String: BusValue] = [:]
      private(set) var states: [String] = []
      private(set) var told: [String: Int] = [:]
      private var token: MatchToken?

      init(_ remote: Remote) async throws {
        token = remote.bus.subscribe(
          MatchRule(path: AloudBus.path, member: "PropertiesChanged", argument0: AloudBus.interface.text)
        ) { [weak self] in self?.take($0.arguments) }
        known = try await remote.all()
      }

      private func take(_ arguments: [BusValue]) {
        let changed = arguments[1].asVardict ?? [:]
        #expect(!changed.isEmpty && arguments[2].asStrings?.isEmpty == true, "\(arguments)")
        for (name, value) in changed {
          let property = AloudInterface.description.property(name)
          #expect(property?.emitsChanged == .true, "\(name) is announced, and is not to be")
          #expect(property?.signature == value.signature, "\(name)")
          // It is said anew where what is left takes another course.
          #expect(name == "SleepTimer" || known[name] != value, "\(name) is announced without a change: \(value)")
          known[name] = value
          told[name, default: 0] += 1
        }
        if let state = changed["State"]?.asString { states.append(state) }
      }

      /// Compares at a moment in which nothing is announced.
      func check(_ remote: Remote, _ moment: String) async throws {
        try await eventually("what is announced is what is answered: \(moment)") {
          let asked = try await remote.all()
          let differing = AloudInterface.description.properties.filter { property in
            property.emitsChanged != .false && self.known[property.name.text] != asked[property.name.text]
          }
          return differing.isEmpty
        }
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
