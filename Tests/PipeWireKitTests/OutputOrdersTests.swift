import Realtime
import Testing

@testable import PipeWireKit

/// The rules by which a stream runs, without a stream.
@Suite struct OutputOrdersTests {
  @Test func onlySoundRuns() {
    var orders = OutputOrders()
    #expect(!orders.wantsRun && orders.mayRest && !orders.owesSilence)
    #expect(orders.order(sound: true).serial == 1)
    #expect(orders.wantsRun && !orders.mayRest && !orders.owesSilence)
    #expect(orders.order(sound: false).serial == 2)
    #expect(!orders.wantsRun && !orders.mayRest && orders.owesSilence)
  }

  @Test func aSilenceIsReportedOnce() {
    var orders = OutputOrders()
    let silence = orders.order(sound: false)
    #expect(orders.reportSilence(silence.serial) == true)
    #expect(orders.reportSilence(silence.serial) == false)
    #expect(orders.mayRest && !orders.owesSilence)
  }

  /// *Pause, play, pause* in quick succession: the report of the first pause is not one of the second.
  @Test func aLateReportIsNotThatOfALaterSilence() {
    var orders = OutputOrders()
    let first = orders.order(sound: false)
    _ = orders.order(sound: true)
    let last = orders.order(sound: false)
    #expect(orders.reportSilence(first.serial) == true)
    #expect(!orders.mayRest && orders.owesSilence)
    #expect(orders.reportSilence(last.serial) == true)
    #expect(orders.mayRest)
  }

  @Test func standbyRunsInSilenceAndDoesNotRest() {
    var orders = OutputOrders()
    let silence = orders.order(sound: false)
    #expect(orders.setStandby(true) == true)
    #expect(orders.setStandby(true) == false, "nothing changes")
    #expect(orders.reportSilence(silence.serial) == true)
    #expect(orders.wantsRun && !orders.mayRest)
    #expect(orders.setStandby(false) == true)
    #expect(!orders.wantsRun && orders.mayRest)
  }

  @Test func withoutASinkNothingRunsUntilSoundIsOrderedAgain() {
    var orders = OutputOrders()
    _ = orders.order(sound: true)
    orders.suppress()
    #expect(!orders.wantsRun)
    _ = orders.order(sound: true)
    #expect(!orders.wantsRun, "the order came while there was no sink")
    orders.endSuppression()
    #expect(orders.wantsRun)
  }

  @Test func nothingRunsUntilThePlayerKnowsWhatTheGraphWasTold() {
    var orders = OutputOrders()
    _ = orders.order(sound: true)
    orders.tellGraph()
    #expect(orders.isGraphTold && !orders.wantsRun)
    orders.endGraphTold()
    #expect(!orders.isGraphTold && orders.wantsRun)
  }
}
