import Testing
import Vocabulary

@testable import Playback

/// The work of a turn does not grow with the queue: the store and clients get only changes.
@Suite struct LongQueueTests {
  private func player(of count: Int) -> Player {
    var player = Player(seed: 1)
    let entries = (1...count).map { number in
      QueueEntry(id: TrackID(UInt64(number)), metadata: TrackMetadata(title: "Chapter \(number)"))
    }
    _ = player.handle(.add(entries, .last, playing: true, heard: 0), at: Moment(.zero))
    return player
  }

  @Test(arguments: [10, 10_000]) func ofAMoveOnlyWhatItTouchesIsDifferent(count: Int) {
    let before = player(of: count)
    var after = before
    _ = after.handle(.next(finishing: false), at: Moment(.zero))
    #expect(after.changed(since: before) == [TrackID(1), TrackID(2)])
    #expect(after.ids == before.ids && after.snapshot.number == 2)
    #expect(!after.isSame(exceptForLengths: before))
  }

  @Test(arguments: [10, 10_000]) func anEstimateIsNothingToKeepAndAnExactLengthIs(count: Int) {
    let before = player(of: count)
    var after = before
    let last = TrackID(UInt64(count))
    _ = after.handle(.measured(last, TrackLength(microseconds: 5, isExact: false)), at: Moment(.zero))
    #expect(after.isSame(exceptForLengths: before) && after != before)
    #expect(after.length(of: last)?.microseconds == 5 && after.entry(last)?.length?.microseconds == 5)
    #expect(after.changed(since: before) == [TrackID(1)], "where the reading is may always have moved")
    _ = after.handle(.measured(last, TrackLength(microseconds: 6, isExact: true)), at: Moment(.zero))
    #expect(after.changed(since: before) == [TrackID(1), last])
    #expect(after.remembered.entries.last?.length?.microseconds == 6)
  }

  @Test func addedDescribedAndRemovedEntriesCountAsChanged() {
    let before = player(of: 100)
    var after = before
    let new = QueueEntry(id: TrackID(200), metadata: TrackMetadata(title: "More"))
    _ = after.handle(.add([new], .continuing(TrackID(50)), playing: false, heard: 0), at: Moment(.zero))
    _ = after.handle(.described(TrackID(7), TrackMetadata(title: "Seven")), at: Moment(.zero))
    _ = after.handle(.remove([TrackID(9)]), at: Moment(.zero))
    #expect(after.changed(since: before) == [TrackID(1), TrackID(7), TrackID(200)])
    #expect(after.ids[48...50] == [TrackID(50), TrackID(200), TrackID(51)] && after.ids.count == 100)
    #expect(after.playingOrder == after.ids)
  }
}
