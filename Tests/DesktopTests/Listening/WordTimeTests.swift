import AloudAPI
import BusValues
import DesktopSupport
import EventLoop
import Testing

extension ListeningTests {
  /// The words that are announced and the sound that is heard: the same moment, to within 30 ms.
  struct WordTimeTests {
    /// Each a sentence of its own that begins with a vowel, so that its beginning can be heard.
    private static let words = ["Apple", "Orange", "Eagle", "Otter", "Uncle", "Owl", "Arm", "Oven", "Inn", "Air"]
    private static let text = words.joined(separator: ". ") + "."

    /// Of each word announced between two moments the time to the nearest onset of sound, in milliseconds.
    @Core
    private func errors(_ scene: Scene, _ start: Int64, _ end: Int64) async throws -> [Int64] {
      let recording = try await scene.ear.recording(until: end + 300 * milliseconds)
      let onsets = recording.onsets(start, quiet: 45)
      return scene.ear.all("Word", since: start).filter { $0.moment < end }.map { word in
        onsets.map { (word.moment - $0) / milliseconds }.min { abs($0) < abs($1) } ?? 9999
      }
    }

    @Test(arguments: [1.0, 2.0, 4.0]) func wordsAndSoundAgree_S3_27(rate: Double) async throws {
      try await Scene.with { scene in
        let (remote, ear) = (scene.remote, scene.ear)
        try await remote.set(.rate, .double(rate))
        let start = Remote.now
        try await remote.speak(Self.text)
        let end = try await ear.wait(for: "UtteranceFinished", since: start).moment
        let errors = try await errors(scene, start, end)
        #expect(errors.count == Self.words.count)
        #expect(errors.allSatisfy { abs($0) <= 30 }, "at rate \(rate): \(errors) ms")
        let sentences = ear.all("Sentence", since: start).map(\.moment)
        let gaps = zip(sentences, ear.all("Word", since: start)).map { abs($0 - $1.moment) / milliseconds }
        #expect(gaps.allSatisfy { $0 <= 30 }, "\(gaps)")
      }
    }

    @Test func theyAgreeAfterASeekAPauseAndAnotherRate_S3_27() async throws {
      try await Scene.with { scene in
        let (remote, ear) = (scene.remote, scene.ear)
        try await remote.speak(Self.text + " " + Self.text, SpeakOptions(paused: true))
        let length = try await remote.exactLength()
        try await remote(.play)
        try await ear.wait(for: "Word", count: 2)

        let sought = Remote.now
        try await remote(.setPosition(microseconds: length / 2 + 333_333, track: nil))
        try await ear.wait(for: "Word", count: 2, since: sought)
        try await remote(.pause(.immediate))
        let paused = Remote.now
        var errors = try await errors(scene, sought + 40 * milliseconds, paused)
        #expect(errors.allSatisfy { abs($0) <= 30 }, "after a seek: \(errors) ms")

        let resumed = Remote.now
        try await remote(.play)
        try await ear.wait(for: "Word", count: 2, since: resumed)
        errors = try await self.errors(scene, resumed + 40 * milliseconds, Remote.now)
        #expect(errors.allSatisfy { abs($0) <= 30 }, "after a pause: \(errors) ms")

        try await remote(.setPosition(microseconds: 0, track: nil))
        try await ear.wait(for: "Word", count: 1, since: Remote.now)
        var word = ear.all("Word").count
        for rate in [2.5, 0.7, 1.3] {
          // In the middle of a word.
          try await remote.set(.rate, .double(rate))
          let changed = Remote.now
          word = ear.all("Word").count
          try await ear.wait(for: "Word", count: word + 3)
          errors = try await self.errors(scene, changed + 40 * milliseconds, Remote.now)
          #expect(errors.allSatisfy { abs($0) <= 30 }, "after rate \(rate): \(errors) ms")
        }
      }
    }

    @Test func twoPassesGiveTheSameTimesAndSamples() async throws {
      try await Scene.with { scene in
        let (remote, ear) = (scene.remote, scene.ear)
        let text = "Early every evening an old owl eats. Are eagles awake? Oh no!"
        var passes: [(words: [[String]], sound: Double)] = []
        for _ in 0..<2 {
          let start = Remote.now
          try await remote.speak(text)
          let end = try await ear.wait(for: "UtteranceFinished", since: start).moment
          let recording = try await ear.recording(until: end + 200 * milliseconds)
          let samples = recording.samples(start, end + 200 * milliseconds)
          passes.append(
            (
              ear.all("Word", since: start).map { Array($0.words.dropFirst()) },
              samples.reduce(0) { $0 + Double($1 * $1) }
            ))
        }
        #expect(passes[0].words == passes[1].words && passes[0].words.count == 12)
        // Byte by byte the workers' tests compare; here a cycle that a busy machine misses must not count.
        #expect(abs(passes[0].sound / passes[1].sound - 1) < 0.03)
      }
    }
  }
}
