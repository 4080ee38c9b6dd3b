import Testing
import Vocabulary

@testable import Playback

/// The origin of a volume that a stream reports.
@Suite(.timeLimit(.minutes(1)))
struct StreamVolumeTests {
  private func at(_ milliseconds: Int) -> Moment { Moment(.milliseconds(10_000 + milliseconds)) }

  @Test func theStreamsOwnVolumeIsTakenIfNobodyChoseOne() {
    var volume = StreamVolume()
    volume.streamBegan(at: at(0))
    #expect(volume.reported(0.4, at: at(1)) == .taken)
    #expect(volume.reported(0.6, at: at(2)) == .taken)
  }

  @Test func aVolumeChosenBeforeTheStreamOutlivesTheSessionManagersMemory() {
    var volume = StreamVolume()
    volume.choose(0.3, at: at(-60_000))
    volume.streamBegan(at: at(0))
    // Every stream's initial volume, our own, and the stored one, in any order.
    #expect(volume.reported(1, at: at(10)) == .askAgain(0.3))
    #expect(volume.reported(0.3, at: at(12)) == .taken)
    #expect(volume.reported(0.7, at: at(900)) == .askAgain(0.3))
    #expect(volume.reported(0.3, at: at(910)) == .taken)
    // Then only a mixer can have changed it.
    #expect(volume.reported(0.8, at: at(4000)) == .taken)
    #expect(volume.reported(0.7, at: at(4001)) == .taken)
  }

  @Test func aRepeatedReportIsAListenerAtASlider() {
    var volume = StreamVolume()
    volume.choose(0.3, at: at(-60_000))
    volume.streamBegan(at: at(0))
    for step in 0..<StreamVolume.attempts { #expect(volume.reported(0.5, at: at(step)) == .askAgain(0.3)) }
    #expect(volume.reported(0.5, at: at(9)) == .taken)
    #expect(volume.reported(0.6, at: at(10)) == .taken)
  }

  @Test func aReportOfTheFormerVolumeThatComesLateIsNotTaken() {
    var volume = StreamVolume()
    volume.streamBegan(at: at(0))
    #expect(volume.reported(0.9, at: at(1)) == .taken)
    volume.choose(0.2, at: at(5000))
    #expect(volume.reported(0.9, at: at(5010)) == .late)
    #expect(volume.reported(0.2, at: at(5020)) == .taken)
    // From then on a mixer may change it, too.
    #expect(volume.reported(0.9, at: at(5030)) == .taken)
  }

  @Test func aVolumeThatIsNeverReportedDoesNotHoldForEver() {
    var volume = StreamVolume()
    volume.choose(0.2, at: at(0))
    #expect(volume.reported(0.9, at: at(499)) == .late)
    #expect(volume.reported(0.9, at: at(500)) == .taken)
  }
}
