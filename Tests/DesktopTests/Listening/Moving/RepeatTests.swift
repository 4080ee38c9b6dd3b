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
    private static func sentences(_ recorder: Recorder, since moment: Int64 = 0) -> [Int] {
      recorder.all("Sentence", since: moment).compactMap { $0.words.dropFirst().first.flatMap { Int($0) } }
    }

    /// The scalars at which words were heard.
    private static func words(_ recorder: Recorder, since moment: Int64 = 0) -> [Int] {
      recorder.all("Word", since: moment).compactMap { $0.ranges?.scalars.lowerBound }
    }

    /// The verbs, on a paused text: `RepetitionRuleTests` proves what is heard then.
    @Test func theVerbsOfRepeatingAndSleepingSayWhatIsSet_S3_25() async throws {
      try await Scene.with { scene in
        let (remote, desktop) = (scene.remote, scene.desktop)
        let aloud = Project.program("aloud")
        try await remote.speak(Self.text, SpeakOptions(paused: true))
        let repeated = try await desktop.run(aloud, "repeat", "sentence")
        #expect(repeated.output == "sentence\n", "\(repeated)")
        #expect(try await remote.text(.repeated) == "sentence")
        let chapters = try await desktop.run(aloud, "sleep", "2", "chapters", "--json")
        #expect(chapters.output.contains("\"sleepChapters\":2"), "\(chapters)")
        let extended = try await desktop.run(aloud, "sleep", "+10m")
        #expect(extended.output == "sleeps after 10 min of reading\n", "\(extended)")
        #expect(try await remote.text(.sleepTimer) == "time")
        let again = try await desktop.run(aloud, "again")
        #expect(again.succeeded, "\(again)")
        #expect(try await remote.text(.playbackStatus) == "Playing")
      }
    }

    /// The sound at the start of a repetition.
    struct Measured {
      @Test(arguments: SpeakingVoices.readers)
      func betweenTwoMarksTheWordsComeAgain_S3_25(voices: SpeakingVoices) async throws {
        try await Scene.with(voices: voices) { scene in
          let (remote, recorder) = (scene.remote, scene.recorder)
          try await remote.speak(RepeatTests.text)
          _ = try await remote.exactLength()
          // The end cannot be set before the first mark.
          #expect(await remote.failure(of: .repeat(.b)) == "OutOfRange")
          try await recorder.wait(for: "Word", count: 7)
          try await remote(.repeat(.ab))
          let first = try await recorder.barrier(remote)
          let marked = recorder.all("Word").filter { $0.moment < first }.last
          #expect(try await remote.text(.repeated) == "a")
          try await recorder.wait(for: "Word", count: 3, since: first)
          try await remote(.repeat(.ab))
          let second = try await recorder.barrier(remote)
          #expect(try await remote.text(.repeated) == "ab")
          let begin = try #require(marked?.ranges?.scalars.lowerBound)
          // Three rounds of the same words, until the listener removes the marks.
          try await eventually("three laps") { RepeatTests.words(recorder, since: second).count { $0 == begin } >= 3 }
          let heard = RepeatTests.words(recorder, since: second)
          let laps = heard.split(separator: begin, omittingEmptySubsequences: false).dropFirst().dropLast()
          #expect(laps.count >= 2 && Set(laps.map(Array.init)).count == 1, "\(laps)")
          // The words are those that were heard between the two marks.
          let between = recorder.all("Word").filter { $0.moment < second }.compactMap { $0.ranges?.scalars.lowerBound }
            .drop { $0 != begin }.dropFirst()
          let lap = Array(laps.first ?? [])
          #expect(lap.count >= 2 && abs(lap.count - between.count) <= 2, "\(lap), marked: \(between)")
          #expect(lap.prefix(between.count) == between.prefix(lap.count))
          #expect(RepeatTests.sentences(recorder).filter { $0 == 2 }.isEmpty)
          // The cut in the sound is smoothed: it has no sharper edges than speech. The cycles that an overloaded
          // machine loses on the way to the recorder have sharp edges too, but not in each round.
          @Core func lapTimes() -> [Range<Int64>] {
            let laps = recorder.all("Word", since: second).filter { $0.ranges?.scalars.lowerBound == begin }
            let begins = laps.map(\.moment)
            return zip(begins, begins.dropFirst()).map { $0..<$1 }
          }
          func sharpness(_ recording: Recording, _ from: Int64, _ to: Int64) -> Float {
            let samples = Array(recording.samples(from, to))
            let slopes = zip(samples, samples.dropFirst()).map { $1 - $0 }
            return zip(slopes, slopes.dropFirst()).map { abs($1 - $0) }.max() ?? 0
          }
          // Speech with the words of the lap in it: one of them may have the sharpest edges.
          let usual = sharpness(try await recorder.recording(until: second), 0, second)
          var repeated: [Float] = []
          while repeated.min().map({ $0 >= 1.5 * usual + 0.01 }) ?? true, repeated.count < 12 {
            let number = repeated.count
            let lap = try await eventually("another lap") { lapTimes().dropFirst(number).first }
            // The range from the middle of one round to the middle of the next.
            let half = (lap.upperBound - lap.lowerBound) / 2
            let recording = try await recorder.recording(until: lap.upperBound + half)
            repeated.append(sharpness(recording, lap.lowerBound + half, lap.upperBound + half))
          }
          #expect(repeated.contains { $0 < 1.5 * usual + 0.01 }, "\(repeated), usually \(usual)")
          let off = Remote.now
          try await remote(.repeat(.ab))
          #expect(try await remote.text(.repeated) == "off")
          try await recorder.wait(for: "UtteranceFinished", since: off)
          #expect(RepeatTests.sentences(recorder, since: off).contains(2))
        }
      }
    }
  }
}
