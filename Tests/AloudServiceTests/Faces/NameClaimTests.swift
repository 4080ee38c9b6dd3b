import Testing
import Vocabulary

@testable import AloudService

@Suite("When the player's name is owned", .timeLimit(.minutes(1)))
struct NameClaimTests {
  private let music = "org.mpris.MediaPlayer2.vlc"

  private func restored(beside names: Set<String>?) -> NameClaim {
    var claim = NameClaim()
    claim.isConfigured = true
    claim.hasTracks = true
    claim.isOnlyRestored = true
    claim.names = names
    return claim
  }

  @Test func anEmptyQueueOwnsNothingAndAFilledOneDoes() {
    var claim = NameClaim()
    claim.isConfigured = true
    #expect(!claim.isWanted && !claim.dependsOnOthers)
    claim.hasTracks = true
    #expect(claim.isWanted && !claim.dependsOnOthers, "a filled queue does not depend on other players")
    claim.names = [music]
    #expect(claim.isWanted)
  }

  @Test func aRestoredQueueGivesWayToAnotherPlayerAndComesBack() {
    var claim = restored(beside: nil)
    #expect(!claim.isWanted && claim.dependsOnOthers, "the other players are not known yet")
    claim.names = ["org.freedesktop.DBus", ":1.4", "org.mpris.MediaPlayer2.aloud", "org.mpris.MediaPlayer2.aloud.x"]
    #expect(claim.isWanted, "none of them is another player")
    claim.owned(music, true)
    #expect(!claim.isWanted)
    claim.owned("org.mpris.MediaPlayer2.firefox.instance1", true)
    claim.owned(music, false)
    #expect(!claim.isWanted)
    claim.owned("org.mpris.MediaPlayer2.firefox.instance1", false)
    #expect(claim.isWanted)
  }

  @Test func oncePlayedItStaysWhoeverElseIsThere() {
    var claim = restored(beside: [music])
    #expect(!claim.isWanted)
    claim.isOnlyRestored = false
    #expect(claim.isWanted && !claim.dependsOnOthers)
  }

  @Test func anIgnoredNameIsNoPlayer() {
    var claim = restored(beside: ["org.mpris.MediaPlayer2.playerctld", "org.mpris.MediaPlayer2.kdeconnect.mpris_1"])
    #expect(!claim.isWanted)
    claim.players.ignored = ["playerctld", "kdeconnect"]
    #expect(claim.isWanted)
  }

  @Test func aCallToTheNameIsAnsweredByWhomeverElseIsThere() {
    var claim = restored(beside: [music])
    claim.isCalled = true
    #expect(claim.isWanted)
    claim.hasTracks = false
    claim.isOnlyRestored = false
    #expect(claim.isWanted)
    claim.isConfigured = false
    #expect(!claim.isWanted, "the name is not claimed before the privacy of titles is known")
  }
}
