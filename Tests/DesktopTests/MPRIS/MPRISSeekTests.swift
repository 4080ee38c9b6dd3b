import AloudAPI
import BusValues
import DBusKit
import DesktopSupport
import EventLoop
import MPRIS
import Testing

extension MPRISConformance {
  @Suite("Seek, SetPosition, Position, Seeked")
  struct Seeking {
    /// Microseconds of one sample at 22,050 Hz, rounded up.
    private static let sample: Int64 = 46

    init() { _ = coreLoop }

    @Test @Core func s2_02_seekMovesByMicroseconds() async throws {
      try await PlayerFixture.with([.first]) { player in
        for offset: Int64 in [3_000_000, 1, 999_999, -500_000, 123_457] {
          let before = try await player.position
          let mark = player.client.mark
          try await player.client.call("Seek", [.int64(offset)])
          let now = try await player.position
          #expect(abs(now - before - offset) <= Self.sample, "from \(before) by \(offset) to \(now)")
          let told = player.client.seeks(since: mark)
          #expect(told.count == 1 && abs(told[0] - now) <= Self.sample, "one Seeked, also while paused: \(told)")
          #expect(try await player.status == "Paused")
        }
      }
    }

    @Test(arguments: [-1, -30_000_000, .min, .min + 1] as [Int64])
    @Core func s2_10_seekBeforeTheStartIsZero(offset: Int64) async throws {
      try await PlayerFixture.with([.first, .second]) { player in
        try await player.client.call("Next")
        if offset != -1 { try await player.go(to: 2_000_000) }
        try await player.client.call("Seek", [.int64(offset)])
        #expect(try await player.position == 0)
        #expect(try await player.current == player.tracks[1], "it stays in its track")
        #expect(try await player.status == "Paused")
      }
    }

    @Test(arguments: [60_000_000, .max, .max - 1] as [Int64])
    @Core func s2_10_seekBeyondTheEndIsNext(offset: Int64) async throws {
      try await PlayerFixture.with([.first, .second]) { player in
        try await player.go(to: 1_000_000)
        try await player.client.call("Seek", [.int64(offset)])
        #expect(try await player.current == player.tracks[1])
        #expect(try await player.position == 0)
        #expect(try await player.status == "Paused", "Next keeps the pause")
      }
    }

    @Test @Core func seekBeyondTheEndWhilePlayingPlaysTheNext() async throws {
      try await PlayerFixture.with([.first, .second]) { player in
        try await player.play()
        try await player.client.call("Seek", [.int64(.max)])
        #expect(try await player.current == player.tracks[1])
        #expect(try await player.status == "Playing")
        try await player.soundIsHeard()
      }
    }

    @Test @Core func seekBeyondTheEndOfTheLastTrackStops() async throws {
      try await PlayerFixture.with([.short]) { player in
        try await player.play()
        try await player.client.call("Seek", [.int64(60_000_000)])
        #expect(try await player.status == "Stopped")
        #expect(try await player.position == 0)
      }
    }

    @Test @Core func setPositionGoesToThePlace() async throws {
      try await PlayerFixture.with([.first]) { player in
        for place: Int64 in [7_000_000, 0, 1, 12_345_678, 500_000] {
          let mark = player.client.mark
          try await player.go(to: place)
          let now = try await player.position
          #expect(abs(now - place) <= Self.sample, "\(now) instead of \(place)")
          let told = player.client.seeks(since: mark)
          #expect(told.count == 1 && abs(told[0] - now) <= Self.sample, "\(told)")
        }
      }
    }

    @Test @Core func s2_09_seekingKeepsPlayPauseAndRate() async throws {
      try await PlayerFixture.with([.first]) { player in
        try await player.client.set("Rate", .double(1.5))
        try await player.go(to: 4_000_000)
        #expect(try await player.status == "Paused")
        try await player.play()
        let mark = player.client.mark
        try await player.go(to: 8_000_000)
        #expect(try await player.status == "Playing")
        #expect(try await player.client.get("Rate") == .double(1.5))
        try await player.soundIsHeard()
        #expect(player.client.changes(since: mark).isEmpty, "nothing but the place has changed")
      }
    }

    /// Three of four other players fail one of these checks.
    @Test @Core func staleNegativeAndDistantPositionsAreIgnored() async throws {
      try await PlayerFixture.with([.first, .second]) { player in
        try await player.go(to: 3_000_000)
        let before = try await player.state()
        let mark = player.client.mark
        let length = try await player.length
        let calls: [(ObjectPath, Int64)] = [
          (player.tracks[1], 1_000_000), (MPRISBus.noTrack, 1_000_000), ("/", 1_000_000), ("/foreign", 1_000_000),
          ("/org/aloud/Aloud1/track/99999", 0), (player.tracks[0], -1), (player.tracks[0], .min),
          (player.tracks[0], length + 1), (player.tracks[0], .max),
        ]
        for (track, place) in calls {
          try await player.client.call("SetPosition", [.objectPath(track), .int64(place)])
          #expect(try await player.state() == before, "SetPosition \(track) \(place)")
        }
        #expect(player.client.mark == mark, "nothing is announced")
      }
    }

    @Test @Core func whileStoppedNothingCanBeSought() async throws {
      try await PlayerFixture.with([.first]) { player in
        try await player.client.call("Stop")
        guard try await player.client.get("CanSeek") == .bool(false) else { return }
        let before = try await player.state()
        let mark = player.client.mark
        try await player.client.call("Seek", [.int64(1_000_000)])
        try await player.go(to: 1_000_000)
        #expect(try await player.state() == before)
        #expect(player.client.mark == mark)
      }
    }

    @Test @Core func seekedIsForJumpsOnly() async throws {
      try await PlayerFixture.with([.first, .second]) { player in
        try await player.play()
        let mark = player.client.mark
        try await player.client.call("Pause")
        try await player.client.call("Play")
        try await player.client.set("Rate", .double(2))
        try await player.client.set("Rate", .double(0.5))
        try await player.client.set("Rate", .double(1))
        try await player.client.set("Volume", .double(0.5))
        try await player.client.set("LoopStatus", .string("Playlist"))
        try await player.client.set("Shuffle", .bool(true))
        let here = try await player.position
        try await player.reach(here + 1_500_000)
        #expect(player.client.seeks(since: mark).isEmpty)
      }
    }

    @Test @Core func s2_08_jumpsThatOthersMakeAreSeenToo() async throws {
      try await PlayerFixture.with([.first]) { player in
        let mark = player.client.mark
        try await player.client.aloud(.setPosition(microseconds: 5_000_000, track: nil))
        try await player.client.aloud(.seek(byMicroseconds: -1_000_000))
        try await player.client.aloud(.setPositionFraction(0.5))
        try await player.client.aloud(.next(.sentence))
        try await player.client.fence()
        #expect(player.client.seeks(since: mark).count == 4)
      }
    }

    /// KDE's slider sends a call for every pixel.
    @Test @Core func s2_11_aStormOfPositionsEndsAtTheLast() async throws {
      try await PlayerFixture.with([.first]) { player in
        try await player.play()
        let track = player.tracks[0]
        let calls = (1...100).map { step in
          (MemberName("SetPosition"), [BusValue.objectPath(track), .int64(Int64(step) * 100_000)])
        }
        let mark = player.client.mark
        let start = Core.loop.now
        try await player.client.burst(calls)
        let now = try await player.position
        #expect((9_950_000...10_000_000 + player.reachable(since: start)).contains(now), "\(now)")
        #expect(try #require(player.client.seeks(since: mark).last) == 10_000_000)
        try await player.soundIsHeard()
        #expect(try await player.status == "Playing")
      }
    }

    /// VLC and Audacious update the position four times a second.
    @Test(arguments: [1.0, 2.0, 0.5])
    @Core func thePositionIsFineAndGoesAtTheRate(rate: Double) async throws {
      try await PlayerFixture.with([.first]) { player in
        try await player.client.set("Rate", .double(rate))
        try await player.play()
        try await player.reach(500_000)
        // Each place was heard between the query and the answer. If a machine cannot produce sound fast enough, the
        // place stands still now and then; a fault of the service is there every time.
        let wanted = 0.85 * rate...1.15 * rate
        var rates: [ClosedRange<Double>] = []
        repeat {
          let (asked, first, answered) = (Core.loop.now, try await player.position, Core.loop.now)
          let positions = try await player.positions(over: .seconds(1))
          let (askedAgain, last, end) = (Core.loop.now, try await player.position, Core.loop.now)
          for (one, next) in zip(positions, positions.dropFirst()) { #expect(one <= next, "it goes back") }
          let values = Set(positions).count
          #expect(2 * values >= min(80, positions.count), "only \(values) values in \(positions.count) answers")
          let moved = Double(last - first)
          rates.append(
            moved / Double(asked.duration(to: end).wholeMicroseconds)...moved
              / Double(answered.duration(to: askedAgain).wholeMicroseconds))
        } while !rates[rates.count - 1].overlaps(wanted) && rates.count < 4
        #expect(rates[rates.count - 1].overlaps(wanted), "\(rates)")
      }
    }

    /// While the sentences ahead are measured, the length changes during the reading.
    @Test @Core func anEstimateThatIsCorrectedNeverMovesThePositionBack() async throws {
      try await PlayerFixture.with { player in
        let sentences = (1...80).map { $0 % 3 == 0 ? "Number \($0), 1999, 12,345.67 and WWW." : "Yes, no, oh, I see." }
        let text = SampleText(name: "long.txt", content: sentences.joined(separator: " "))
        try await player.client.aloud(.open(uris: [try player.file(text)], SpeakOptions(paused: true)))
        try await player.client.wait(for: "a length") { try await player.length > 0 ? () : nil }
        try await player.go(to: try await player.length / 2)
        try await player.play()
        let mark = player.client.mark
        var last = try await player.position
        var isExact = false
        while !isExact {
          for now in try await player.positions(over: .milliseconds(200)) {
            #expect(now >= last, "from \(last) back to \(now)")
            last = now
          }
          isExact = try await player.client.aloud(.lengthExact).asBool ?? true
        }
        #expect(player.client.seeks(since: mark).isEmpty, "there was no jump")
        #expect(player.client.announced("PlaybackStatus", since: mark).isEmpty)
      }
    }

    /// "Unless the track is starting at an unexpected position": a track that was interrupted resumes at its place.
    @Test @Core func goingBackToAnInterruptedTrackIsAJumpThatFollowsItsMetadata() async throws {
      try await PlayerFixture.with([.first]) { player in
        try await player.play()
        try await player.reach(1_500_000)
        try await player.client.aloud(.speak(text: "Now.", SpeakOptions(whenBusy: .now)))
        let mark = player.client.mark
        try await player.client.wait(for: "the first text goes on") {
          try await player.current == player.tracks[0] ? () : nil
        }
        try await player.client.fence()
        let place = try #require(player.client.seeks(since: mark).last)
        #expect(place > 1_000_000)
        let heard = player.client.heard[mark...]
        let jump = try #require(heard.lastIndex { $0.member == PlayerInterface.seeked })
        let metadata = try #require(heard.lastIndex { PropertiesChanged($0)?.changed["Metadata"] != nil })
        #expect(metadata < jump, "a client takes the place for one of the track that it knows")
      }
    }

    @Test @Core func thePositionIsNeverAnnounced() async throws {
      try await PlayerFixture.with([.word, .first]) { player in
        try await player.client.call("Play")
        try await player.client.wait(for: "the second track") {
          try await player.current == player.tracks[1] ? () : nil
        }
        try await player.go(to: 2_000_000)
        try await player.client.call("Seek", [.int64(100_000)])
        try await player.client.call("Pause")
        try await player.client.call("Stop")
        for change in player.client.changes(since: 0) {
          #expect(change.changed["Position"] == nil)
          #expect(!change.invalidated.contains("Position"))
        }
      }
    }

    @Test @Core func thePositionStaysBetweenZeroAndTheLength() async throws {
      try await PlayerFixture.with([.short, .second]) { player in
        let length = try await player.length
        try await player.go(to: length - 300_000)
        try await player.client.call("Play")
        while try await player.current == player.tracks[0] {
          let now = try await player.position
          #expect((0...length).contains(now))
        }
      }
    }
  }
}
