import Foundation
import Playback
import Testing
import Vocabulary

@testable import Reading

/// Texts on their way into the queue, as values.
@Suite(.timeLimit(.minutes(5)))
struct OpeningWalkTests {
  /// The number of walks; `ALOUD_WALKS` sets that of all walks, as `make check` does.
  private static let walks = ProcessInfo.processInfo.environment["ALOUD_WALKS"].flatMap { UInt64($0) } ?? 1000

  /// Each request ends once and gives back its reader and its room, nothing of a text that was given up enters the
  /// queue, none is without a beginning or has a gap, and each has its turn (``OpeningLedger``).
  @Test func everyOpeningEndsOnce_X1() {
    // A walk has some hundred reports.
    for seed in 0..<max(20, Self.walks / 4) {
      var walk = OpeningWalk(seed: seed)
      walk.run(steps: 120)
      guard walk.broken == nil else {
        walk = OpeningWalk(seed: seed, isLogged: true)
        walk.run(steps: 120)
        Issue.record("seed \(seed): \(walk.broken ?? "") after\n\(walk.log.suffix(20).joined(separator: "\n"))")
        return
      }
    }
  }

  // MARK: One text

  private static let empty = ReadingError(.empty, "there is nothing in it")

  @Test func aTextWithoutSentencesFailsInItsTurn() {
    var opening = Opening()
    #expect(opening.handle(.begun) == [.read] && opening.handle(.grown(.enough)) == [])
    #expect(opening.handle(.over(Self.empty, .enough)) == [.settle] && opening.state == .failing(Self.empty))
    #expect(opening.handle(.turn) == [.release, .complete(.failure(Self.empty))] && opening.isDone)
    #expect(opening.handle(.turn).isEmpty && opening.handle(.found(TrackID(1), .enough)).isEmpty)
  }

  @Test func theMissingPlaceIsTheReasonAndNotTheEndOfTheText() {
    let problem = ReadingError(.outOfRange, "no such chapter")
    let damaged = ReadingError(.damaged, "damaged")
    for (error, reason) in [(Self.empty, problem), (damaged, damaged)] {
      var opening = Opening()
      _ = opening.handle(.begun)
      _ = opening.handle(.over(error, .impossible(problem)))
      #expect(opening.state == .failing(reason))
    }
  }

  @Test func whatHasNoRoomIsLeftOutForGood() {
    var opening = Opening()
    _ = opening.handle(.begun)
    let tracks = (1...3).map { TrackID($0) }
    for track in tracks { _ = opening.handle(.found(track, .enough)) }
    let entry = Opening.Entry(first: tracks[0], former: [], sounds: true)
    #expect(
      opening.handle(.admitted(entry, room: 2)) == [
        .enter(Array(tracks[..<2]), entry), .shutOut(1), .takePlace(entry), .complete(.success(tracks[0])),
        .tellOthers(tracks[0]),
      ])
    #expect(opening.handle(.found(TrackID(4), .enough)).isEmpty && opening.handle(.room(9)).isEmpty)
    // The last one of it leaves: nobody wants the rest.
    #expect(opening.handle(.left(tracks[0])).isEmpty && opening.handle(.left(tracks[1])) == [.release])
  }

  @Test func anUndecidedTextDelaysThoseAfterItUnlessItIsLive() {
    var line = OpeningLine()
    line.append(0, holdsUpOthers: false)
    line.append(1, holdsUpOthers: true)
    line.append(2, holdsUpOthers: true)
    #expect(line.takeTurns { $0 == 2 }.isEmpty)
    #expect(line.takeTurns { $0 > 0 } == [1, 2] && !line.isEmpty)
    #expect(line.takeTurns { _ in true } == [0] && line.isEmpty)
  }
}
