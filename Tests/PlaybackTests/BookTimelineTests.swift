import Playback
import Testing

/// Chapters as one stretch of time.
struct BookTimelineTests {
  private static func timeline(_ lengths: [(Int64, Bool)?], isWhole: Bool = true) -> BookTimeline {
    BookTimeline(
      lengths.enumerated().map { index, length in
        BookTimeline.Part(
          track: TrackID(UInt64(index + 1)),
          length: length.map { TrackLength(microseconds: $0.0, isExact: $0.1) })
      }, isWhole: isWhole)
  }

  @Test func theWholeIsAsLongAsItsChapters_S3_22() {
    #expect(Self.timeline([(10, true), (20, true)]).length == TrackLength(microseconds: 30, isExact: true))
    // Honest about what is not known: an estimate, a chapter without a length, chapters that are still to be found.
    #expect(!Self.timeline([(10, true), (20, false)]).length.isExact)
    #expect(Self.timeline([(10, true), nil]).length == TrackLength(microseconds: 10, isExact: false))
    #expect(!Self.timeline([(10, true)], isWhole: false).length.isExact)
    #expect(Self.timeline([]).length == TrackLength(microseconds: 0, isExact: true))
  }

  @Test func everyPlaceOfTheWholeIsOneOfAChapterAndBack() {
    let timeline = Self.timeline([(10, true), (0, true), (20, true), nil, (5, false)])
    for position: Int64 in 0..<35 {
      guard let place = timeline.place(at: position) else { Issue.record("no place at \(position)"); continue }
      #expect(timeline.position(of: place.track, at: place.microseconds) == position)
    }
    let chapters = (0..<35).compactMap { timeline.place(at: $0)?.track.number }
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
