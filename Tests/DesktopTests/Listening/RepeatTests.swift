import AloudAPI
import BusValues
import DesktopSupport
import EventLoop
import Testing
import Vocabulary

extension ListeningTests {
  /// Repeating a part of the text, as heard.
  struct RepeatTests {
    private static let text =
      "An owl asks an otter. Eleven eagles eat an early apple in an empty orchard. An uncle answers all of them."

    /// The numbers of the heard sentences.
    private static func sentences(_ ear: Ear, since moment: Int64 = 0) -> [Int] {
      ear.all("Sentence", since: moment).compactMap { $0.words.dropFirst().first.flatMap { Int($0) } }
    }

    /// The scalars at which words were heard.
    private static func words(_ ear: Ear, since moment: Int64 = 0) -> [Int] {
      ear.all("Word", since: moment).compactMap { $0.ranges?.scalars.lowerBound }
    }

    @Test func aParagraphAndAChapterAreRepeatedToo_S3_25() async throws {
      try await Scene.with { scene in
        let (remote, ear) = (scene.remote, scene.ear)
        try await remote.speak("One owl. Two owls.\n\nThree owls. Four owls.")
        try await ear.wait(for: "Sentence")
        try await remote(.repeat(.paragraph))
        try await ear.wait(for: "Sentence", count: 5)
        #expect(Self.sentences(ear) == [0, 1, 0, 1, 0])
        let next = Remote.now
        try await remote(.next(.paragraph))
        try await ear.wait(for: "Sentence", count: 3, since: next)
        #expect(Self.sentences(ear, since: next).prefix(3) == [2, 3, 2])
        try await remote(.repeat(.chapter))
        #expect(try await remote.text(.loopStatus) == "Track")
        #expect(try await remote.text(.repeated) == "chapter")
        let chapter = Remote.now
        try await ear.wait(for: "UtteranceFinished", since: chapter)
        try await ear.wait(for: "Sentence", count: 1, since: ear.all("UtteranceFinished", since: chapter)[0].moment)
        #expect(Self.sentences(ear, since: ear.all("UtteranceFinished", since: chapter)[0].moment).first == 0)
        try await remote(.repeat(.off))
        #expect(try await remote.text(.loopStatus) == "None")
      }
    }

    @Test func aRepeatedSentenceKeepsItsPlaceWhenTheRateChanges_S3_07_S3_25() async throws {
      try await Scene.with { scene in
        let (remote, ear) = (scene.remote, scene.ear)
        try await remote.speak(Self.text)
        try await ear.wait(for: "Sentence", count: 2)
        try await remote(.repeat(.sentence))
        try await ear.wait(for: "Sentence", count: 3)
        try await ear.wait(for: "Word", count: 3, since: ear.all("Sentence")[2].moment)
        let faster = Remote.now
        try await remote.set(.rate, .double(2))
        try await ear.wait(for: "Sentence", count: 3, since: faster)
        #expect(Self.sentences(ear) == [0, 1, 1, 1, 1, 1])
        #expect(Set(ear.all("Sentence").dropFirst().map(\.media)).count == 1)
        // No word is repeated at the change of the rate, and none is left out.
        let lap = ear.all("Word").filter { $0.moment >= ear.all("Sentence")[2].moment }
          .prefix { $0.moment < ear.all("Sentence")[3].moment }
        let next = ear.all("Word").filter { $0.moment >= ear.all("Sentence")[3].moment }
          .prefix { $0.moment < ear.all("Sentence")[4].moment }
        #expect(lap.map { $0.words[1] } == next.map { $0.words[1] })
      }
    }

    @Test func aSentenceIsSaidAgainOnceAndTheReadingGoesOn_S3_25() async throws {
      try await Scene.with { scene in
        let (remote, ear) = (scene.remote, scene.ear)
        try await remote.speak(Self.text)
        _ = try await remote.exactLength()
        try await ear.wait(for: "Sentence", count: 2)
        let begun = ear.all("Sentence")[1].media
        try await eventually("more than a second of it") { try await remote.position() > begun + 1_200_000 }
        let result = try await scene.desktop.run(Project.program("aloud"), "again")
        #expect(result.succeeded, "\(result)")
        try await ear.wait(for: "Sentence", count: 4)
        #expect(Self.sentences(ear) == [0, 1, 1, 2])
        // If a sentence has only just begun, the previous one is repeated. A pause ends.
        try await remote(.pause(.immediate))
        try await remote(.again)
        #expect(try await remote.text(.playbackStatus) == "Playing")
        try await ear.wait(for: "UtteranceFinished")
        #expect(Self.sentences(ear) == [0, 1, 1, 2, 1, 2])
      }
    }

    /// The sound at the start of a repetition.
    struct Measured {
      @Test func aSentenceIsHeardAgainAndAgainWithoutAGap_S3_25() async throws {
        try await Scene.with { scene in
          let (remote, ear) = (scene.remote, scene.ear)
          let seeked = Signals(of: "Seeked", on: remote)
          try await remote.speak(RepeatTests.text)
          _ = try await remote.exactLength()
          try await ear.wait(for: "Sentence", count: 2)
          let result = try await scene.desktop.run(Project.program("aloud"), "repeat", "sentence")
          #expect(result.output == "sentence\n", "\(result)")
          #expect(try await remote.text(.repeated) == "sentence")
          try await ear.wait(for: "Sentence", count: 5)
          #expect(RepeatTests.sentences(ear) == [0, 1, 1, 1, 1])
          // Every round has the same words at the same places, and Position goes back as MPRIS requires.
          let laps = ear.all("Sentence").dropFirst()
          let starts = laps.map(\.media)
          #expect(Set(starts).count == 1, "\(starts)")
          try await eventually("each return is told") { seeked.arguments.count >= 3 }
          #expect(Set(seeked.arguments.prefix(3).compactMap { $0.first?.asInt64 }) == Set(starts))
          let moments = laps.map(\.moment)
          let heard = ear.all("Word", since: moments[1]).filter { $0.moment < moments[3] }
          #expect(heard.count % 2 == 0 && heard.count >= 16)
          #expect(heard.prefix(heard.count / 2).map(\.words) == heard.suffix(heard.count / 2).map(\.words))
          let position = try await remote.position()
          #expect(position >= starts[0] && position < starts[0] + 6_000_000)
          // The silence between two rounds is the one between two sentences.
          let recording = try await ear.recording(until: moments[3])
          let silence = recording.longestSilence(moments[0], moments[3])
          #expect(silence < 700 * milliseconds, "\(silence / milliseconds) ms")
          // During a repetition, pauses and seeks work as usual.
          try await remote(.pause(.immediate))
          let held = try await remote.settledPosition()
          #expect(held >= starts[0])
          let resumed = Remote.now
          try await remote(.play)
          try await ear.wait(for: "Sentence", since: resumed)
          #expect(RepeatTests.sentences(ear, since: resumed) == [1])
          let jumped = Remote.now
          try await remote(.next(.sentence))
          try await ear.wait(for: "Sentence", count: 2, since: jumped)
          #expect(RepeatTests.sentences(ear, since: jumped) == [2, 2])
          try await remote(.repeat(.off))
          try await ear.wait(for: "UtteranceFinished", since: jumped)
          #expect(try await remote.text(.repeated) == "off")
          #expect(ear.all("UtteranceStarted").count == 1)
        }
      }

      @Test func betweenTwoMarksTheWordsComeAgain_S3_25() async throws {
        try await Scene.with { scene in
          let (remote, ear) = (scene.remote, scene.ear)
          try await remote.speak(RepeatTests.text)
          _ = try await remote.exactLength()
          // The end cannot be set before the first mark.
          #expect(await remote.failure(of: .repeat(.b)) == "OutOfRange")
          try await ear.wait(for: "Word", count: 7)
          try await remote(.repeat(.ab))
          let first = try await ear.fence(remote)
          let marked = ear.all("Word").filter { $0.moment < first }.last
          #expect(try await remote.text(.repeated) == "a")
          try await ear.wait(for: "Word", count: 3, since: first)
          try await remote(.repeat(.ab))
          let second = try await ear.fence(remote)
          #expect(try await remote.text(.repeated) == "ab")
          let begin = try #require(marked?.ranges?.scalars.lowerBound)
          // Three rounds of the same words, until the listener removes the marks.
          try await eventually("three laps") { RepeatTests.words(ear, since: second).count { $0 == begin } >= 3 }
          let heard = RepeatTests.words(ear, since: second)
          let laps = heard.split(separator: begin, omittingEmptySubsequences: false).dropFirst().dropLast()
          #expect(laps.count >= 2 && Set(laps.map(Array.init)).count == 1, "\(laps)")
          // The words are those that were heard between the two marks.
          let between = ear.all("Word").filter { $0.moment < second }.compactMap { $0.ranges?.scalars.lowerBound }
            .drop { $0 != begin }.dropFirst()
          let lap = Array(laps.first ?? [])
          #expect(lap.count >= 2 && abs(lap.count - between.count) <= 2, "\(lap), marked: \(between)")
          #expect(lap.prefix(between.count) == between.prefix(lap.count))
          #expect(RepeatTests.sentences(ear).filter { $0 == 2 }.isEmpty)
          // The cut in the sound is smoothed: it has no sharper edges than speech. The cycles that an overloaded
          // machine loses on the way to the recorder have sharp edges too, but not in each round.
          @Core func lapTimes() -> [Range<Int64>] {
            let begins = ear.all("Word", since: second).filter { $0.ranges?.scalars.lowerBound == begin }.map(\.moment)
            return zip(begins, begins.dropFirst()).map { $0..<$1 }
          }
          func sharpness(_ recording: Recording, _ from: Int64, _ to: Int64) -> Float {
            let samples = Array(recording.samples(from, to))
            let slopes = zip(samples, samples.dropFirst()).map { $1 - $0 }
            return zip(slopes, slopes.dropFirst()).map { abs($1 - $0) }.max() ?? 0
          }
          let usual = sharpness(try await ear.recording(until: first), 0, first)
          var repeated: [Float] = []
          while repeated.min().map({ $0 >= 1.5 * usual + 0.01 }) ?? true, repeated.count < 12 {
            let number = repeated.count
            let lap = try await eventually("another lap") { lapTimes().dropFirst(number).first }
            // The range from the middle of one round to the middle of the next.
            let half = (lap.upperBound - lap.lowerBound) / 2
            let recording = try await ear.recording(until: lap.upperBound + half)
            repeated.append(sharpness(recording, lap.lowerBound + half, lap.upperBound + half))
          }
          #expect(repeated.contains { $0 < 1.5 * usual + 0.01 }, "\(repeated), usually \(usual)")
          let off = Remote.now
          try await remote(.repeat(.ab))
          #expect(try await remote.text(.repeated) == "off")
          try await ear.wait(for: "UtteranceFinished", since: off)
          #expect(RepeatTests.sentences(ear, since: off).contains(2))
        }
      }
    }
  }
}
