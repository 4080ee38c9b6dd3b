import Testing

@testable import Configuration

@Suite(.timeLimit(.minutes(3)))
struct PartsTests {
  @Test(arguments: [
    ("5s", 5_000_000), ("300ms", 300_000), ("2", 2_000_000), ("2min", 120_000_000), ("2m", 120_000_000),
    ("1h", 3_600_000_000), ("1.5 s", 1_500_000), (".5", 500_000), ("250us", 250), ("0", 0), ("3S", 3_000_000),
    ("1m30s", 90_000_000), ("1h 30min", 5_400_000_000), ("1h30", 5_400_000_000), ("1m30", 90_000_000),
    ("1h2m3.5s", 3_723_500_000), ("1:30", 90_000_000), ("1:02:03", 3_723_000_000), ("0:00.25", 250_000),
    ("90:00", 5_400_000_000), ("1s500ms", 1_500_000), ("2 minutes", 120_000_000), ("1,5h", 5_400_000_000),
  ])
  func durationsAreReadAsPeopleWriteThem(text: String, microseconds: Int64) {
    #expect(DurationText.parse(text) == .microseconds(microseconds))
  }

  @Test(arguments: [
    "", "s", "-1s", "1e3", "inf", "nan", "0x10", "1.2.3", "5 parsecs", "99999999999h", "1,5,5s", "1s1m",
    "1m1m", "1.5m30s", "30s5", "1:75", "1:2:3:4", "1.5:30", ":", "1:", ":30", "1h:30", "5ms5us5", "h1m", "١m",
  ])
  func aTextThatIsNoDurationIsRefused(text: String) {
    #expect(DurationText.parse(text) == nil)
  }

  @Test(arguments: [
    (0, "0s"), (300_000, "300ms"), (3_000_000, "3s"), (120_000_000, "2min"), (3_600_000_000, "1h"),
    (1_500_000, "1.5s"), (250, "250us"), (90_000_000, "90s"), (1_000_001, "1.000001s"),
  ])
  func durationsAreWrittenInTheirShortestForm(microseconds: Int64, text: String) {
    #expect(DurationText.format(.microseconds(microseconds)) == text)
    #expect(DurationText.parse(text) == .microseconds(microseconds))
  }

  @Test func aSkipBackIsAsLongAsOneForwardUnlessItHasItsOwnLength_S2_03() {
    var player = Settings().player
    player.skipInterval = .seconds(30)
    #expect(player.skip(isForward: true) == .seconds(30) && player.skip(isForward: false) == .seconds(-30))
    player.skipIntervalBack = .seconds(10)
    #expect(player.skip(isForward: true) == .seconds(30) && player.skip(isForward: false) == .seconds(-10))
  }

  @Test func theNearestWordIsFoundOnlyWhenItIsNear() {
    #expect(Suggestion.nearest(to: "staus", among: ["stop", "status", "seek"]) == "status")
    #expect(Suggestion.nearest(to: "paly", among: ["play", "pause"]) == "play")
    #expect(Suggestion.nearest(to: "zzz", among: ["play", "pause"]) == nil)
    #expect(Suggestion.nearest(to: "", among: ["play"]) == nil)
  }

  @Test func pathsFollowTheBaseDirectorySpecification() {
    func paths(_ variables: [String: String]) -> [String] { ConfigurationFiles.paths { variables[$0] } }
    #expect(paths(["HOME": "/home/a"]) == ["/etc/xdg/aloud/aloud.toml", "/home/a/.config/aloud/aloud.toml"])
    #expect(
      paths(["HOME": "/h", "XDG_CONFIG_HOME": "/c", "XDG_CONFIG_DIRS": "/first:relative:/second"])
        == ["/second/aloud/aloud.toml", "/first/aloud/aloud.toml", "/c/aloud/aloud.toml"])
    #expect(paths(["XDG_CONFIG_HOME": "relative", "XDG_CONFIG_DIRS": ""]) == ["/etc/xdg/aloud/aloud.toml"])
  }
}
