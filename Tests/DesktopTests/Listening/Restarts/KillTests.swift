import AloudAPI
import BusValues
import DesktopSupport
import EventLoop
import Foundation
import Testing
import Vocabulary

/// After a kill the service resumes at the last heard word.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct KillTests {
  /// The number of kills at random instants; `ALOUD_KILLS` changes it.
  private static let kills = ProcessInfo.processInfo.environment["ALOUD_KILLS"].flatMap { Int($0) } ?? 100

  @Test(arguments: SpeakingVoices.quickReaders, [UInt64.random(in: 0...(.max))])
  func afterAKillAtAnyInstantTheLastWordHeardIsThePlace(voices: SpeakingVoices, seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    try await RestartableService.with(voices: voices) { fixture in
      let remote = fixture.remote
      try await remote.set(.rate, .double(3))
      let track = try await remote.speak(reading, SpeakOptions(paused: true))
      var place: Int64 = 0
      var farthest: Int64 = 0
      var told: [WordSignal] = []
      // A voice with a model is loaded before its first word.
      let longest = voices.isNatural ? 3_000_000 : 400_000
      for round in 1...(voices.isNatural ? max(1, Self.kills / 10) : Self.kills) {
        let words = try await fixture.subscribe()
        try await remote(.play)
        try await Task.sleep(for: .microseconds(Int.random(in: 0...longest, using: &generator)))
        try await fixture.end(9)
        #expect(try fixture.problems() == [], "round \(round)")
        try await fixture.begin()
        let heard = words.words.map(\.mediaMicroseconds.count)
        let found = try await remote.position()
        told += words.words
        // The last word, or the one before, or the silence after it; without a heard word, the previous place.
        let allowed = heard.isEmpty ? [place] : Array(([place] + heard).suffix(2))
        #expect(
          allowed.contains(found) || (found > place && told.mayBeKept(at: found, in: reading)),
          "round \(round): \(found) after \(heard), from \(place)")
        let state = (try await remote.text(.state), try await remote.text(.pauseReason))
        #expect(state.0 == "paused" && ["restart", "user"].contains(state.1), "round \(round): \(state)")
        #expect(try await fixture.tracks().map(\.id) == [track])
        #expect(try await remote.get(.rate) == .double(3))
        place = found
        farthest = max(farthest, found)
        // Near the end, the reading starts elsewhere.
        if try await remote.length() - place < 10_000_000 {
          try await remote(.setPosition(microseconds: 0, track: nil))
          place = try await remote.settledPosition()
          told = []
        }
      }
      #expect(farthest > 1_000_000, "it got on")
      #expect(!fixture.errors.contains("warning"), "\(fixture.errors)")
    }
  }

  /// The words after the restart follow the others, with the first one repeated from its beginning.
  @Test(arguments: SpeakingVoices.readers)
  func theReadingAfterAKillBeginsWithThatWord(voices: SpeakingVoices) async throws {
    try await RestartableService.with(voices: voices) { fixture in
      let track = try await fixture.remote.speak(reading)
      let before = try await fixture.subscribe()
      try await eventually("words are heard") { before.arguments.count >= 7 }
      try await fixture.endAndBegin(9)
      let last = Array(before.words.suffix(2))
      let place = try await fixture.remote.position()
      let after = try await fixture.subscribe()
      try await fixture.remote(.play)
      try await eventually("words are heard again") { after.arguments.count >= 3 }
      let first = try #require(after.words.first)
      #expect(last.mayBeKept(at: place, in: reading), "\(place) after \(last)")
      // In the silence after a sentence, the next one begins.
      let isInSilence = !last.contains { $0.mediaMicroseconds.count == place }
      let end = last.last { $0.mediaMicroseconds.count <= place }.map {
        $0.range.scalars.start + $0.range.scalars.length
      }
      #expect(
        isInSilence ? first.range.scalars.start == end.map { $0 + 2 } : last.contains(first), "\(first) after \(last)")
      #expect(first.track == track)
      let starts = after.words.map(\.range.scalars.start)
      #expect(starts == starts.sorted() && Set(starts).count == starts.count)
    }
  }

  @Test func theThirdCrashOnTheSameTextLeavesItPaused() async throws {
    try await RestartableService.with(configuration: "[state]\nresume = \"as-it-was\"\n") { fixture in
      let remote = fixture.remote
      try await remote.speak(reading)
      try await remote.wait(.state, "speaking")
      for _ in 0..<2 {
        try await fixture.endAndBegin(9)
        try await remote.wait(.state, "speaking")
      }
      try await fixture.endAndBegin(9)
      try await eventually("it says why") { fixture.service.errors.contains("it stays paused") }
      #expect(try await remote.text(.pauseReason) == "restart")
      // The listener's command has priority.
      try await remote(.play)
      try await remote.wait(.state, "speaking")
    }
  }
}
