import BusValues
import Testing
import Vocabulary

@testable import AloudService

@Suite(.timeLimit(.minutes(1)))
struct OtherPlayersTests {
  private static let vlc = "org.mpris.MediaPlayer2.vlc"

  /// The value in a reference: an expectation cannot modify its operand.
  private final class Desk {
    var players = OtherPlayers()

    init(_ names: [(String, BusName)] = [(vlc, ":1.5")]) {
      players.ignored = ["playerctld", "kdeconnect"]
      for (name, owner) in names { players.add(name, owner: owner) }
    }

    func heard(isPlaying: Bool, from owner: BusName, isNews: Bool) -> Bool {
      players.heard(isPlaying: isPlaying, from: owner, isNews: isNews)
    }
  }

  @Test func onlyOneThatBeginsToPlayCounts_S4_03() {
    let desk = Desk()
    #expect(!desk.heard(isPlaying: true, from: ":1.5", isNews: false))
    #expect(!desk.heard(isPlaying: true, from: ":1.5", isNews: true))
    #expect(!desk.heard(isPlaying: false, from: ":1.5", isNews: true))
    #expect(desk.heard(isPlaying: true, from: ":1.5", isNews: true))
    #expect(!desk.heard(isPlaying: true, from: ":1.5", isNews: true))
  }

  @Test func oneThatAppearsPlayingHasBegun() {
    let desk = Desk()
    #expect(desk.heard(isPlaying: true, from: ":1.5", isNews: true))
  }

  @Test(arguments: [
    "org.mpris.MediaPlayer2.playerctld", "org.mpris.MediaPlayer2.kdeconnect.mpris_000001",
    "org.mpris.MediaPlayer2.aloud", "org.mpris.MediaPlayer2.aloud.instance77", "org.mpris.MediaPlayer3.x", "org.x",
  ])
  func ourselvesAndMirrorsOfOthersAreNoPlayers(name: String) {
    let desk = Desk([(name, ":1.9")])
    #expect(!desk.players.contains(":1.9"))
    #expect(!desk.heard(isPlaying: true, from: ":1.9", isNews: true))
  }

  @Test func aBrowserWithManyNamesIsOnePlayerUntilTheLastHasGone() {
    let names = ["org.mpris.MediaPlayer2.firefox.instance_1_3", "org.mpris.MediaPlayer2.firefox.instance_1_7"]
    let desk = Desk(names.map { ($0, ":1.6") })
    desk.players.setTitle("Mozilla Firefox", of: ":1.6")
    #expect(desk.heard(isPlaying: true, from: ":1.6", isNews: true))
    desk.players.remove(names[0], owner: ":1.6")
    #expect(!desk.heard(isPlaying: true, from: ":1.6", isNews: true))
    #expect(desk.players.title(of: ":1.6") == "Mozilla Firefox")
    desk.players.remove(names[1], owner: ":1.6")
    #expect(!desk.players.contains(":1.6"))
    desk.players.remove(names[1], owner: ":1.6")
  }

  @Test func aPlayerWithoutATitleIsCalledByItsName() {
    #expect(Desk().players.title(of: ":1.5") == "vlc")
    #expect(Desk().players.title(of: ":1.99") == "")
  }
}
