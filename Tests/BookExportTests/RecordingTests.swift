import AloudAPI
import Documents
import Recordings
import SoundWire
import Speech
import Testing
import Workers

@testable import BookExport

/// The labels, the text and the speed of an exported recording, as values.
@Suite(.timeLimit(.minutes(1)))
struct RecordingTests {
  private var recording: RecordingDescription {
    var recording = RecordingDescription(format: "MP3", sampleRate: 1000, channels: 2)
    recording.frames = 3000
    (recording.tags.title, recording.tags.artist, recording.tags.trackNumber) = ("Talk", "Ann", 4)
    (recording.gain, recording.peak) = (-6.5, 0.9)
    recording.chapters = [.init(title: "A", firstFrame: 0), .init(title: "", firstFrame: 1000)]
    return recording
  }

  private func wishes(_ output: String, isDivided: Bool = false, _ options: SpeakOptions = .init()) -> ExportWishes {
    ExportWishes(
      input: "in.mp3", output: ExportFile(output), streamFormat: .wav, cues: [], isDivided: isDivided,
      overwrites: false, options: options)
  }

  @Test func optionsComeBeforeTheTagsOfTheRecording() {
    let own = RecordingTarget.all(recording, wishes("out.flac"))[0].labels(cover: [], nil)
    let expected = ["Talk", "Ann", "4", "-6.500000 dB", "0.900000"]
    #expect(own.tags.map(\.value) == expected && own.parts.map(\.start) == [0, 1000])
    var options = SpeakOptions()
    (options.title, options.artists) = ("Mine", ["Bob", "Cy"])
    let labels = RecordingTarget.all(recording, wishes("out.opus", options))[0].labels(cover: [7], nil)
    #expect(labels.tags.contains(SoundTag(name: "title", value: "Mine")) && labels.cover == [7])
    #expect(labels.tags.contains(SoundTag(name: "artist", value: "Bob, Cy")))
    // −6.5 dB from −18 LUFS are −11.5 dB from −23 LUFS.
    #expect(labels.tags.contains(SoundTag(name: "R128_TRACK_GAIN", value: "-2944")))
  }

  @Test func aChapterWithoutATitleHasThatOfTheRecording() {
    let targets = RecordingTarget.all(recording, wishes("out.flac", isDivided: true))
    #expect(targets.map { $0.file?.path } == ["out-01.flac", "out-02.flac"])
    #expect(targets.map(\.first) == [0, 1000] && targets.map(\.end) == [1000, nil])
    let labels = targets.map { $0.labels(cover: [], nil) }
    #expect(labels.map { $0.tags.first?.value } == ["A", "Talk"] && labels.allSatisfy { $0.parts.isEmpty })
    #expect(labels[1].tags.contains(SoundTag(name: "track", value: "2/2")))
    #expect(labels[1].tags.contains(SoundTag(name: "album", value: "Talk")))
  }

  @Test(arguments: [0.5, 1.5, 4]) func eachFrameKeepsItsPlaceAtAnotherSpeed(rate: Double) {
    let speed = RecordingSpeed(sampleRate: 8000, channels: 2, rate: rate)
    var made = 0
    for second in 0..<20 {
      made += speed.process((0..<16_000).map { Float($0 * (second + 1) % 200) / 400 }).count / 2
    }
    made += speed.flush().count / 2
    #expect(speed.place(of: 0) == 0 && speed.place(of: 160_000) == Int64(made))
    let places = stride(from: Int64(0), through: 160_000, by: 999).map { speed.place(of: $0) }
    #expect(places == places.sorted())
    #expect(abs(Double(speed.place(of: 80_000)) - 80_000 / rate) < 800)
  }

  @Test func cuesStayWithinTheirFile() {
    func sentence(_ text: String, _ start: Int, _ end: Int) -> RecordedText.Sentence {
      RecordedText.Sentence(text: text, time: SentenceTime(start: start, end: end), bytes: Array(text.utf8)[...])
    }
    let text = RecordedText(sentences: [sentence("a", 0, 900), sentence("b", 950, 1500), sentence("c", 1200, 9000)])
    let labels = RecordingLabels(recording, options: .init(), format: .flac)
    let first = text.cues(
      sampleRate: 1000, source: 0..<1000, length: 1000, place: { $0 }, parts: [("A", 0)], labels: labels)
    #expect(first.text(.srt).contains("2\n00:00:00,950 --> 00:00:01,000\nb"))
    let second = text.cues(
      sampleRate: 1000, source: 1000..<3000, length: 2000, place: { $0 - 1000 }, parts: [("", 1000)], labels: labels)
    #expect(second.text(.srt) == "1\n00:00:00,200 --> 00:00:02,000\nc\n\n")
  }
}
