import AloudAPI
import BusValues
import DesktopSupport
import EventLoop
import Foundation
import Study
import Testing
import Vocabulary

extension ListeningTests {
  /// A lesson in the real service, driven by the media keys: its sound at the sink tells which phrase is heard.
  struct StudyTests {
    /// The lengths of the voice of each phrase, in milliseconds.
    static let voices = [900, 1300, 700, 1100]
    private static let rate = 44_100
    /// The recorded pause between two phrases.
    private static let pause = 600

    /// The pitch of a phrase, in hertz.
    static func pitch(of phrase: Int) -> Double { Double(170 + 25 * phrase) }

    /// Tones in place of voices, in a little noise.
    static func lesson() -> [UInt8] {
      var generator = SeededGenerator(seed: 3)
      var samples: [Int16] = []
      func silence(_ milliseconds: Int) {
        for _ in 0..<milliseconds * rate / 1000 { samples.append(Int16.random(in: -20...20, using: &generator)) }
      }
      silence(pause)
      for (phrase, length) in voices.enumerated() {
        for frame in 0..<length * rate / 1000 {
          samples.append(Int16(12_000 * sin(2 * .pi * pitch(of: phrase) * Double(frame) / Double(rate))))
        }
        silence(pause)
      }
      silence(2000)
      return RecordingTests.wave(samples, rate: rate)
    }

    static var options: SpeakOptions {
      var options = SpeakOptions()
      options.learn = LearnOptions()
      return options
    }

    /// The property `Study`.
    @Core
    static func study(_ remote: Remote) async throws -> [String: BusValue] {
      try await remote.get(.study).asVardict ?? [:]
    }

    @Core
    static func awaitPhrases(_ remote: Remote) async throws {
      try await eventually("the phrases are heard") {
        try await study(remote)["state"] == .string(StudyState.phrases.rawValue)
      }
    }

    struct Measured {
      /// From the first to the last: each voice whole, and behind each a gap that is as long as it.
      @Test func eachPhraseIsFollowedByAGapOfItsLength_S2_16_S2_17_S2_35() async throws {
        try await Scene.with { scene in
          let (remote, recorder) = (scene.remote, scene.recorder)
          let phrases = Signals(of: PhraseSignal.member, on: remote)
          try await remote(.subscribe([.phrase, .utterance]))
          var options = StudyTests.options
          options.paused = true
          try await remote(.open(uris: ["file://" + (try scene.file("lesson.wav", StudyTests.lesson()))], options))
          try await remote(.play)
          let begun = try await recorder.wait(for: "sound").moment
          try await StudyTests.awaitPhrases(remote)
          let lengths = StudyTests.voices.map { Int64($0) }
          // Behind each voice 0.3 s that belong to the phrase, its gap, and 0.15 s before the next voice.
          let whole = lengths.reduce(0) { $0 + 2 * $1 + 450 }
          let recording = try await recorder.recording(until: begun + (whole + 500) * milliseconds)
          let onsets = recording.onsets(begun - 50 * milliseconds, quiet: 300)
          #expect(onsets.count == lengths.count, "\(onsets.map { ($0 - begun) / milliseconds })")
          guard onsets.count == lengths.count else { return }
          for (phrase, length) in lengths.enumerated() {
            let onset = onsets[phrase]
            let heard = recording.pitch(onset + 100 * milliseconds, onset + (length - 100) * milliseconds)
            #expect(abs(heard - StudyTests.pitch(of: phrase)) < 6, "\(phrase): \(heard) Hz")
            #expect(recording.level(onset + (length - 60) * milliseconds, onset + (length - 10) * milliseconds) > 0.1)
            let next = phrase + 1 < onsets.count ? onsets[phrase + 1] : nil
            if let next {
              let distance = (next - onset) / milliseconds
              #expect(abs(distance - (2 * length + 450)) < 60, "\(phrase): \(distance)")
            }
            let silence = onset + (length + 40) * milliseconds
            #expect(recording.peak(silence, silence + (length + 300) * milliseconds) < 0.01)
          }
          // The first one began as it is, before its phrases were known.
          let told = phrases.arguments.compactMap { PhraseSignal(arguments: $0) }
          #expect(told.map(\.index) == [0, 1, 2, 3])
        }
      }

      /// In a long gap the stream leaves the graph, so that the device may sleep. The phrase behind it is heard whole.
      @Test func aLongGapKeepsNoDeviceAwake_S2_39() async throws {
        try await Scene.with { scene in
          let (remote, recorder) = (scene.remote, scene.recorder)
          var options = StudyTests.options
          options.learn?.gap = .time(12_000_000)
          try await remote(.open(uris: ["file://" + (try scene.file("lesson.wav", StudyTests.lesson()))], options))
          let begun = try await recorder.wait(for: "sound").moment
          try await StudyTests.awaitPhrases(remote)
          try await Graph.wait(for: "the stream rests", in: scene.desktop) { $0.stream?.state != "running" }
          let rested = try await remote.position()
          #expect(try await remote.text(.playbackStatus) == "Playing")
          try await Graph.wait(for: "the stream runs again", in: scene.desktop) { $0.stream?.state == "running" }
          // It counts on while it rests.
          #expect(try await remote.position() - rested > 5_000_000)
          let voice = Int64(StudyTests.voices[0])
          let recording = try await recorder.recording(until: begun + (voice + 15_000) * milliseconds)
          let onsets = recording.onsets(begun - 50 * milliseconds, quiet: 300)
          #expect(onsets.count == 2, "\(onsets.map { ($0 - begun) / milliseconds })")
          guard let onset = onsets.last else { return }
          // The first phrase to its end, its gap, and the beginning of the next one. The device may need a moment.
          let distance = (onset - begun) / milliseconds
          #expect(-60...1000 ~= distance - (voice + 300 + 12_000 + 150), "\(distance)")
          let length = Int64(StudyTests.voices[1])
          let heard = recording.pitch(onset + 10 * milliseconds, onset + (length - 10) * milliseconds)
          #expect(abs(heard - StudyTests.pitch(of: 1)) < 6, "\(heard) Hz")
        }
      }

      @Test func theKeysMoveByPhraseAndAPauseKeepsTheGap_S2_39() async throws {
        try await Scene.with { scene in
          let (remote, desktop) = (scene.remote, scene.desktop)
          let file = try scene.file("lesson.wav", StudyTests.lesson())
          try await remote(.open(uris: ["file://" + file], StudyTests.options))
          try await StudyTests.awaitPhrases(remote)
          func phrase() async throws -> UInt32? { try await StudyTests.study(remote)["phrase"]?.asUInt32 }
          _ = try await desktop.run("playerctl", "-p", "aloud", "next")
          try await eventually("the second phrase is heard") { try await phrase() == 1 }
          // Two presses within the time of a double press are one by file: they are kept apart.
          try await remote(.next(.sentence))
          try await eventually("the third phrase is heard") { try await phrase() == 2 }
          try await eventually("its gap has come") { try await StudyTests.study(remote)["gap"] == .bool(true) }
          _ = try await desktop.run("playerctl", "-p", "aloud", "pause")
          try await remote.wait(.playbackStatus, "Paused")
          let place = try await remote.settledPosition()
          let left = try await StudyTests.study(remote)["remaining"]?.asInt64 ?? 0
          #expect(left > 0 && left < 700_000)
          _ = try await desktop.run("playerctl", "-p", "aloud", "play")
          let begun = try await eventually("it goes on") {
            let position = try await remote.position()
            return position > place ? position : nil
          }
          #expect(begun < place + 1_000_000)
          try await eventually("the fourth phrase is heard") { try await phrase() == 3 }
          _ = try await desktop.run("playerctl", "-p", "aloud", "previous")
          try await eventually("a phrase before is heard") { try await phrase().map { $0 < 3 } ?? false }
        }
      }
    }

    /// The text beside the lesson, in another language, is spoken behind each phrase and its gap.
    @Test func theTranslationIsSpokenBehindThePhrases_S2_41() async throws {
      try await Scene.with { scene in
        let (remote, desktop) = (scene.remote, scene.desktop)
        func clock(_ milliseconds: Int) -> String {
          "00:00:0\(milliseconds / 1000),\(String(milliseconds % 1000 + 1000).dropFirst())"
        }
        var start = StudyTests.pause
        var cues = ""
        let lines = ["Der Hund schläft.", "Die Katze trinkt Milch.", "Es regnet.", "Wir gehen nach Hause."]
        for (index, (line, length)) in zip(lines, StudyTests.voices).enumerated() {
          cues += "\(index + 1)\n\(clock(start + 50)) --> \(clock(start + length - 50))\n\(line)\n\n"
          start += length + StudyTests.pause
        }
        let file = try scene.file("lesson.wav", StudyTests.lesson())
        let text = try scene.file("lesson.de.srt", Array(cues.utf8))
        let (phrases, words) = (
          Signals(of: PhraseSignal.member, on: remote), Signals(of: WordSignal.member, on: remote)
        )
        try await remote(.subscribe([.phrase, .word], withText: true))
        let begun = try await desktop.start([
          Project.program("aloud"), "learn", file, "--with", text, "--gap", "200ms",
        ]).waitForEnd(within: watchdog)
        #expect(begun.succeeded, "\(begun)")
        try await eventually("the lesson is over") { try await remote.text(.playbackStatus) == "Stopped" }
        let told = phrases.arguments.compactMap { PhraseSignal(arguments: $0) }
        let order = told.map { "\($0.index)\($0.details[PhraseSignal.Key.translation]?.asBool == true ? "t" : "")" }
        #expect(order == ["0", "0t", "1", "1t", "2", "2t", "3", "3t"], "\(order)")
        let spoken = words.arguments.compactMap { WordSignal(arguments: $0)?.text }
        let all = lines.joined(separator: " ").replacing(".", with: "").split(separator: " ").map(String.init)
        #expect(spoken.map { $0.replacing(".", with: "") } == all, "\(spoken)")
      }
    }

    /// A kill in the middle: the place is the recording's, and the phrases are there again.
    @Test func afterAKillThePhraseAndTheModeAreKept_S2_40() async throws {
      try await RestartableService.with { fixture in
        let remote = fixture.remote
        let file = fixture.desktop.directory + "/lesson.wav"
        try Data(StudyTests.lesson()).write(to: URL(fileURLWithPath: file))
        var options = StudyTests.options
        options.learn?.speeds = [1, 0.8]
        options.learn?.gap = .time(400_000)
        try await remote(.open(uris: ["file://" + file], options))
        try await StudyTests.awaitPhrases(remote)
        let length = try await remote.length()
        try await remote(.next(.sentence))
        try await eventually("another phrase is heard") {
          try await StudyTests.study(remote)["phrase"]?.asUInt32 ?? 0 > 0
        }
        // Its place is written when it stops.
        try await remote(.pause(.immediate))
        try await remote.wait(.playbackStatus, "Paused")
        let before = try await StudyTests.study(remote)
        let recorded = before["recorded"]?.asInt64 ?? 0
        try await fixture.endAndBegin(9)
        try await remote(.play)
        try await StudyTests.awaitPhrases(remote)
        let study = try await StudyTests.study(remote)
        #expect(study["phrase"] == before["phrase"] && study["repetitions"] == .uint32(2), "\(study)")
        #expect((study["recorded"]?.asInt64 ?? 0) >= recorded - 1_500_000, "\(study), \(recorded)")
        #expect(try await remote.length() == length)
        #expect(fixture.errors.isEmpty || !fixture.errors.contains("warning"), "\(fixture.errors)")
      }
    }
  }
}
