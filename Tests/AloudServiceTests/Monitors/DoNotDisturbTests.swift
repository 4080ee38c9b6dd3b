import Testing

@testable import AloudService

/// The places in which desktops keep their do-not-disturb.
struct DoNotDisturbTests {
  @Test func theFilesOfLXQtAndCOSMICAreRead() {
    #expect(DoNotDisturbSource.isOn(inLXQt: "[General]\n__userfile__=true\ndoNotDisturb=true\n"))
    #expect(DoNotDisturbSource.isOn(inLXQt: "doNotDisturb = true\r\n"))
    #expect(!DoNotDisturbSource.isOn(inLXQt: "[General]\ndoNotDisturb=false\n"))
    #expect(!DoNotDisturbSource.isOn(inLXQt: "notDoNotDisturb=true\n") && !DoNotDisturbSource.isOn(inLXQt: ""))
    #expect(DoNotDisturbSource.isOn(inCOSMIC: "true\n") && DoNotDisturbSource.isOn(inCOSMIC: " true"))
    #expect(!DoNotDisturbSource.isOn(inCOSMIC: "false\n") && !DoNotDisturbSource.isOn(inCOSMIC: ""))
  }
}
