import Playback
import Testing
import Vocabulary

/// Chapters as one range of time.
struct BookTimelineTests {
  private static func timeline(_ lengths: [(Microseconds, Bool)?], isWhole: Bool = true) -> BookTimeline {
    BookTimeline(
      lengths.enumerated().map { index, length in
        BookTimeline.Part(
          track: TrackID(UInt64(index + 1)),
          length: length.map { TrackLength(microseconds: $0.0, isExact: $0.1) })
      }, isWhole: isWhole)
  }

  @Test func theWholeIsAsLongAsItsChapters_S3_22() {
    #expect(Self.timeline([(10, true), (20, true)]).length == TrackLength(microseconds: 30, isExact: true))
    // Unknown parts: an estimate, a chapter without a length, chapters that are still to be found.
    #expect(!Self.timeline([(10, true), (20, false)]).length.isExact)
    #expect(Self.timeline([(10, true), nil]).length == TrackLength(microseconds: 10, isExact: false))
    #expect(!Self.timeline([(10, true)], isWhole: false).length.isExact)
    #expect(Self.timeline([]).length == TrackLength(microseconds: 0, isExact: true))
  }

  @Test func everyPlaceOfTheWholeIsOneOfAChapterAndBack() {
    let timeline = Self.timeline([(10, true), (0, true), (20, true), nil, (5, false)])
    for position in (0..<35).map({ Microseconds($0) }) {
      guard let place = timeline.place(at: position) else { Issue.record("no place at \(position)"); continue }
      #expect(timeline.position(of: place.track, at: place.microseconds) == position)
    }
    let chapters = (0..<35).compactMap { timeline.place(at: Microseconds($0))?.track.number }
    #expect(chapters == Array(repeating: 1, count: 10) + Array(repeating: 3, count: 20) + Array(repeating: 5, count: 5))
  }

  @Test func placesOutsideAreTheEnds() {
    let timeline = Self.timeline([(10, true), (20, true)])
    #expect(timeline.place(at: -5).map { $0 == (TrackID(1), 0) } == true)
    #expect(timeline.place(at: .min).map { $0 == (TrackID(1), 0) } == true)
    #expect(timeline.place(at: 30).map { $0 == (TrackID(2), 20) } == true)
    #expect(timeline.place(at: .max).map { $0 == (TrackID(2), 20) } == true)
    #expect(Self.timeline([]).place(at: 3) == nil)
  }

  @Test func skippingCrossesTheEdgesOfChapters_S2_10() {
    let timeline = Self.timeline([(10, true), (20, true), (0, true), (30, true)])
    func place(_ offset: Microseconds, _ from: Microseconds, _ track: UInt64) -> [Int64]? {
      timeline.place(offset, from: from, of: TrackID(track)).map { [Int64($0.track.number), $0.microseconds.count] }
    }
    #expect(place(3, 5, 1) == [1, 8] && place(-5, 5, 1) == [1, 0])
    #expect(place(-6, 4, 2) == [1, 8])
    #expect(place(5, 5, 1) == [2, 0] && place(7, 5, 1) == [2, 2])
    // Across an empty one, and across several.
    #expect(place(4, 18, 2) == [4, 2] && place(-3, 1, 4) == [2, 18] && place(40, 5, 1) == [4, 15])
    #expect(place(-11, 4, 2) == [1, 3] && place(-99, 4, 4) == [1, 0] && place(.min, 4, 4) == [1, 0])
    // There is nothing after the end.
    #expect(place(30, 0, 4) == nil && place(.max, 29, 4) == nil && place(.max, 0, 1) == nil)
    #expect(place(1, 0, 9) == nil)
  }

  @Test func theEdgeOfAnEstimatedChapterIsNotCrossed_S2_10() {
    let timeline = Self.timeline([(10, false), (20, true), nil])
    func place(_ offset: Microseconds, _ from: Microseconds, _ track: UInt64) -> [Int64]? {
      timeline.place(offset, from: from, of: TrackID(track)).map { [Int64($0.track.number), $0.microseconds.count] }
    }
    #expect(place(-5, 3, 2) == [2, 0], "the place 2 before its end is unknown")
    #expect(place(50, 3, 1) == [1, 53])
    #expect(place(20, 3, 2) == [3, 3], "and into a chapter of any length")
    #expect(place(-5, 3, 3) == [2, 18])
  }

  @Test func chaptersAreNumberedAndOthersAreNot() {
    let timeline = Self.timeline([(10, true), (20, true)])
    #expect(timeline.number(of: TrackID(2)) == 2 && timeline.number(of: TrackID(9)) == nil)
    #expect(timeline.position(of: TrackID(9), at: 1) == nil)
  }

  @Test func lengthsThatNoClockHasDoNotWrapRound() {
    let long = TrackLength(microseconds: .max, isExact: true)
    let parts = [1, 2].map { BookTimeline.Part(track: TrackID($0), length: long) }
    let book = BookTimeline(parts, isWhole: true)
    #expect(book.length.microseconds == .max)
    #expect(book.position(of: TrackID(2), at: 5) == .max)
    #expect(book.place(at: 3)?.track == TrackID(1))
  }
}
