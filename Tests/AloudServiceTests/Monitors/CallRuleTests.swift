import PipeWireKit
import Testing
import Vocabulary

@testable import AloudService

@Suite(.timeLimit(.minutes(1)))
struct CallRuleTests {
  private let rule = CallRule(applications: "Firefox, Chromium , ZOOM VoiceEngine,")

  private func output(_ name: String, role: String = "", client: UInt32 = 1) -> OtherStream {
    OtherStream(direction: .output, client: client, role: role, application: name)
  }
  private func input(_ name: String, client: UInt32 = 1, isMonitor: Bool = false) -> OtherStream {
    OtherStream(direction: .input, client: client, application: name, isMonitor: isMonitor)
  }

  @Test(arguments: ["Communication", "communication", "Phone", "phone"])
  func aRoleThatSaysSoIsACall_S4_03(role: String) {
    #expect(rule.calls(in: [output("Calls", role: role)]) == ["Calls"])
  }

  @Test(arguments: ["", "Music", "Movie", "Notification", "Game", "Production"])
  func anyOtherSoundIsNone(role: String) {
    #expect(rule.calls(in: [output("Firefox", role: role)]).isEmpty)
  }

  @Test func aMicrophoneAndSoundOfAProgramThatIsKnownForCallsIsOne_S4_03() {
    #expect(rule.calls(in: [output("Firefox"), input("Firefox")]) == ["Firefox"])
    #expect(rule.calls(in: [output("firefox"), input("firefox", client: 2)]) == ["firefox"])
    #expect(rule.calls(in: [output("Chromium"), input("Chromium input", client: 2)]) == ["Chromium"])
    #expect(rule.calls(in: [output("Electron"), input("ZOOM VoiceEngine")]) == ["Electron"])
  }

  @Test func aMicrophoneAloneOrAnothersIsNone() {
    #expect(rule.calls(in: [input("Firefox")]).isEmpty)
    #expect(rule.calls(in: [output("mpv"), input("Firefox", client: 2)]).isEmpty)
    #expect(rule.calls(in: [output("Firefox"), input("Audacity", client: 2)]).isEmpty)
    #expect(rule.calls(in: [output("Firefox"), input("Firefox", isMonitor: true)]).isEmpty)
    #expect(rule.calls(in: [output("Ardour"), input("Ardour")]).isEmpty)
  }

  @Test func anEmptyListLeavesTheRoles() {
    let rule = CallRule(applications: " , ")
    #expect(rule.calls(in: [output("Firefox"), input("Firefox")]).isEmpty)
    #expect(rule.calls(in: [output("Calls", role: "phone")]) == ["Calls"])
  }

  /// Absent properties mean nothing: S0-04.
  @Test func streamsWithoutNamesAreNoProgramOfTheList_S0_04() {
    let nameless = OtherStream(direction: .output, client: nil)
    #expect(rule.calls(in: [nameless, OtherStream(direction: .input, client: nil)]).isEmpty)
    #expect(rule.calls(in: [OtherStream(direction: .output, client: nil, role: "phone")]) == [""])
  }
}
