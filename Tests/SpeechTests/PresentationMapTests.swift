import DesktopSupport
import Testing

@testable import Speech

@Suite(.timeLimit(.minutes(5)))
struct PresentationMapTests {
  @Test func nothingIsHeardBeforeTheFirstEpoch() {
    let map = PresentationMap()
    #expect(map.heard(at: 0) == nil)
    #expect(map.stream(of: 0, in: 1) == nil)
  }

  @Test func atRateOneTheFramesRunSideBySide() {
    var map = PresentationMap()
    map.begin(epoch: 1, stream: 1000, media: 50)
    map.extend(toStream: 1400, media: 450)
    map.extend(toStream: 2000, media: 1050)
    #expect(map.heard(at: 1000)! == (1, 50))
    #expect(map.heard(at: 1999)! == (1, 1049))
    #expect(map.stream(of: 1049, in: 1) == 1999)
  }

  @Test func theEndsHold() {
    var map = PresentationMap()
    map.begin(epoch: 3, stream: 1000, media: 50)
    map.extend(toStream: 1100, media: 250)
    #expect(map.heard(at: 0)! == (3, 50))
    #expect(map.heard(at: 999_999)! == (3, 250))
    #expect(map.stream(of: 49, in: 3) == nil)
    #expect(map.stream(of: 251, in: 3) == nil)
    #expect(map.stream(of: 250, in: 2) == nil)
  }

  @Test func aRateIsASlope() {
    var map = PresentationMap()
    map.begin(epoch: 1, stream: 0, media: 0)
    map.extend(toStream: 100, media: 100)
    map.extend(toStream: 200, media: 300)
    map.extend(toStream: 300, media: 350)
    #expect(map.heard(at: 150)!.media == 200)
    #expect(map.heard(at: 250)!.media == 325)
    #expect(map.stream(of: 200, in: 1) == 150)
    #expect(map.stream(of: 325, in: 1) == 250)
  }

  @Test func plansOfAnEarlierEpochAreNeverHeard() {
    var map = PresentationMap()
    map.begin(epoch: 1, stream: 0, media: 0)
    map.extend(toStream: 1000, media: 2000)
    map.begin(epoch: 2, stream: 500, media: 70)
    map.extend(toStream: 600, media: 170)
    #expect(map.heard(at: 499)! == (1, 998))
    #expect(map.heard(at: 500)! == (2, 70))
    #expect(map.stream(of: 998, in: 1) == 499)
    #expect(map.stream(of: 1500, in: 1) == nil)
  }

  @Test(arguments: [150, 100, 200] as [Frame]) func fedSoundGoesOnInAnotherEpoch_S3_16(joint: Frame) {
    let grid = FrameGrid(from: 44_100, to: 48_000, at: 1000, source: 0)
    for isGrid in [true, false] {
      var map = PresentationMap()
      map.begin(epoch: 1, stream: 1000, media: 0, along: isGrid ? grid : nil)
      for media in [100, 200, 300] as [Frame] {
        let stream = isGrid ? grid.stream(of: media) : 1000 + UInt64(media * 2) + (media == 200 ? 7 : 0)
        if isGrid { map.extend(toStream: stream) } else { map.extend(toStream: stream, media: media) }
      }
      let before = map
      map.hand(from: joint, of: 1, to: 2)
      let index = before.stream(of: joint, in: 1)!
      #expect(map.stream(of: joint, in: 2) == index && map.start(of: 2) == joint)
      for stream in 1000..<UInt64(1700) {
        let (old, new) = (before.heard(at: stream)!, map.heard(at: stream)!)
        #expect(abs(old.media - new.media) <= (isGrid ? 0 : 1), "at \(stream)")
        #expect(new.epoch == (stream < index ? 1 : 2))
      }
      // What is fed then belongs to the new one.
      map.extend(toStream: 2000, media: 400)
      #expect(map.stream(of: 400, in: 2) == 2000 && map.stream(of: 400, in: 1) == nil)
    }
  }

  @Test func aJointThatWasHeardLongAgoIsHandedOver() {
    var map = PresentationMap()
    map.begin(epoch: 1, stream: 0, media: 0)
    for media in 1...10 as ClosedRange<Frame> {
      map.extend(toStream: UInt64(media * 100 + media * media), media: media * 100)
    }
    map.forget(before: 700)
    map.hand(from: 150, of: 1, to: 2)
    #expect(map.heard(at: 1000)?.epoch == 2 && map.start(of: 1) == nil)
  }

  @Test func aDiscardedEpochLeavesNoTrace() {
    var map = PresentationMap()
    map.begin(epoch: 1, stream: 0, media: 0)
    map.extend(toStream: 100, media: 100)
    for epoch in 2...50 { map.begin(epoch: UInt32(epoch), stream: 100, media: Frame(epoch)) }
    #expect(map.heard(at: 99)! == (1, 99))
    #expect(map.heard(at: 100)! == (50, 50))
    #expect(map.stream(of: 49, in: 49) == nil)
    #expect(map.pieceCount == 2)
  }

  @Test func tenHoursAtRateOneAreOnePieceAndExact() {
    var map = PresentationMap()
    map.begin(epoch: 1, stream: 12_345, media: 678)
    var fed: UInt64 = 0
    while fed < 22_050 * 36_000 {
      fed += 22_050 * 60 + 1
      map.extend(toStream: 12_345 + fed, media: 678 + Frame(fed))
    }
    #expect(map.pieceCount == 1)
    for offset in stride(from: 0, to: fed, by: 1_234_567) {
      #expect(map.heard(at: 12_345 + offset)!.media == 678 + Frame(offset))
      #expect(map.stream(of: 678 + Frame(offset), in: 1) == 12_345 + offset)
    }
  }

  @Test func tenHoursOfAnotherRateAreOnePieceAndExact() {
    var map = PresentationMap()
    map.begin(epoch: 1, stream: 500, media: 77, along: FrameGrid(from: 22_050, to: 48_000, at: 500, source: 77))
    var stream: UInt64 = 500
    while stream < 48_000 * 36_000 {
      stream += 48_000 * 61 + 7
      map.extend(toStream: stream)
    }
    #expect(map.pieceCount == 1)
    for media in stride(from: Frame(77), to: 22_050 * 36_000, by: 1_234_567) {
      let index = map.stream(of: media, in: 1)!
      // 147 media frames take as long as 320 frames of the stream.
      let exact = (Double(media) - 77) * 320 / 147 + 500
      #expect(abs(Double(index) - exact) <= 1)
      #expect(map.heard(at: index)!.media == media && map.heard(at: index - 1)!.media <= media)
    }
  }

  @Test func aCutEpochOfAnotherRateKeepsItsPlaces() {
    var map = PresentationMap()
    map.begin(epoch: 1, stream: 0, media: 0, along: FrameGrid(from: 22_050, to: 48_000, at: 0, source: 0))
    map.extend(toStream: 3200)
    #expect(map.heard(at: 4000)!.media == 1470)
    map.begin(epoch: 2, stream: 1000, media: 9, along: FrameGrid(from: 22_050, to: 48_000, at: 1000, source: 9))
    #expect(map.heard(at: 999)! == (1, 458))
    #expect(map.heard(at: 1000)! == (2, 9))
    #expect(map.stream(of: 459, in: 1) == 1000)
    #expect(map.stream(of: 460, in: 1) == nil)
  }
}

/// Random input compared with a table that has one row for each frame of the stream.
@Suite(.timeLimit(.minutes(5)))
struct PresentationMapModelTests {
  private struct Feed {
    var map = PresentationMap()
    /// The epoch and media frame of each frame of the stream, as real numbers.
    var table: [(epoch: UInt32, media: Double)?] = []
    var end: (epoch: UInt32, stream: Int, media: Int)?
    /// Media frames that were fed without a frame of the stream.
    var taken = 0

    mutating func run(steps: Int, _ generator: inout SeededGenerator) {
      for _ in 0..<steps { step(&generator) }
    }

    mutating func step(_ generator: inout SeededGenerator) {
      guard let last = end, Int.random(in: 0..<6, using: &generator) > 0 else { return begin(&generator) }
      let streamCount = Int.random(in: 0...30, using: &generator)
      let mediaCount = Bool.random(using: &generator) ? streamCount : Int.random(in: 0...90, using: &generator)
      // Input that was taken before any output is spread over the next output.
      taken += mediaCount
      let start = last.media + mediaCount - taken
      for offset in 0..<streamCount {
        table.append((last.epoch, Double(start) + Double(taken) / Double(streamCount) * Double(offset)))
      }
      if streamCount > 0 { taken = 0 }
      end = (last.epoch, last.stream + streamCount, last.media + mediaCount)
      map.extend(toStream: UInt64(end!.stream), media: Frame(end!.media))
    }

    private mutating func begin(_ generator: inout SeededGenerator) {
      // Mostly within the planned range, as after a seek.
      let stream = Int.random(in: max(0, table.count - 40)...table.count, using: &generator)
      table.removeLast(table.count - stream)
      taken = 0
      end = ((end?.epoch ?? 0) + 1, stream, Int.random(in: 0...1000, using: &generator))
      map.begin(epoch: end!.epoch, stream: UInt64(stream), media: Frame(end!.media))
    }
  }

  @Test(arguments: 0..<300)
  func theHeardFrameIsTheOneOfTheTable(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var feed = Feed()
    feed.run(steps: 40, &generator)
    for (stream, row) in feed.table.enumerated() {
      guard let row, let heard = feed.map.heard(at: UInt64(stream)) else { continue }
      #expect(heard.epoch == row.epoch)
      // Each later epoch that cuts the same piece rounds its new end to a whole frame.
      #expect(abs(Double(heard.media) - row.media) <= 4)
    }
    let last = feed.map.heard(at: UInt64(feed.table.count))
    #expect(last?.epoch == feed.end?.epoch)
    #expect(last?.media == feed.end.map { Frame($0.media) })
  }

  @Test(arguments: 0..<300)
  func theInverseFindsTheFirstFrameThatReachesThePlace(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var feed = Feed()
    feed.run(steps: 40, &generator)
    for stream in 0..<UInt64(feed.table.count) {
      guard let heard = feed.map.heard(at: stream) else { continue }
      guard let found = feed.map.stream(of: heard.media, in: heard.epoch) else {
        Issue.record("\(heard) at \(stream) is not found")
        continue
      }
      #expect(found <= stream || feed.map.heard(at: found)?.media == heard.media)
      if let there = feed.map.heard(at: found), there.epoch == heard.epoch { #expect(there.media >= heard.media) }
    }
  }

  @Test(arguments: 0..<100)
  func withinAnEpochTheMediaOnlyGrows(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var feed = Feed()
    feed.run(steps: 40, &generator)
    var before: (epoch: UInt32, media: Frame) = (0, 0)
    for stream in 0...UInt64(feed.table.count) {
      guard let heard = feed.map.heard(at: stream) else { continue }
      #expect(heard.epoch > before.epoch || (heard.epoch == before.epoch && heard.media >= before.media))
      before = heard
    }
  }

  @Test(arguments: 0..<100)
  func forgettingChangesNothingThatIsStillToBeHeard(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var feed = Feed()
    feed.run(steps: 60, &generator)
    let before = feed.map
    let limit = UInt64(Int.random(in: 0...feed.table.count, using: &generator))
    feed.map.forget(before: limit)
    #expect(feed.map.pieceCount <= before.pieceCount)
    for stream in limit...UInt64(feed.table.count) + 3 {
      #expect(feed.map.heard(at: stream)?.epoch == before.heard(at: stream)?.epoch)
      #expect(feed.map.heard(at: stream)?.media == before.heard(at: stream)?.media)
    }
    feed.map.forget(before: .max)
    #expect(feed.map.pieceCount <= 1)
    #expect(feed.map.heard(at: .max)?.media == before.heard(at: .max)?.media)
  }
}
