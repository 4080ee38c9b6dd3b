import AloudAPI
import DirectReading
import SoundWire
import Speech
import Testing
import Workers

@testable import BookExport

@Suite(.timeLimit(.minutes(1)))
struct CuesTests {
  private func text(_ form: Cues.Form, parts: Range<Int> = 0..<2) -> String {
    Cues(SampleBook.spoken, parts: parts, sampleRate: SampleBook.rate).text(form)
  }

  @Test func aSentenceIsACueAtTheTimeAtWhichItIsHeard() {
    // A second of delay, four of speech, two of silence between chapters, two of speech.
    #expect(
      text(.srt)
        == "1\n00:00:01,000 --> 00:00:05,000\nOne & two.\n\n2\n00:00:07,000 --> 00:00:09,000\nThree.\n\n")
  }

  @Test func theWordsTimesStandWithinTheirCue() {
    let cue = "00:00:01.000 --> 00:00:05.000\nOne &amp; <00:00:02.500>two.\n"
    #expect(text(.vtt).hasPrefix("WEBVTT\n\n\(cue)"))
  }

  @Test func aFileOfOneChapterBeginsAtZero() {
    #expect(text(.srt, parts: 1..<2) == "1\n00:00:00,000 --> 00:00:02,000\nThree.\n\n")
  }

  @Test func aChapterWithoutATitleIsCalledByItsBeginning() {
    let json = text(.json)
    #expect(json.contains(#""chapters":[{"title":"First","start":0},{"title":"Three.","start":7}]"#), "\(json)")
    #expect(json.contains(#""title":"Counting","authors":["Ada"],"length":12"#), "\(json)")
  }
}

@Suite(.timeLimit(.minutes(1)))
struct ExportLabelsTests {
  private func labels(_ parts: Range<Int>, _ options: SpeakOptions = SpeakOptions(), mostChapters: Int? = nil)
    -> (tags: [String: String], chapters: [Int])
  {
    let labels = ExportLabels(
      SampleBook.spoken, parts: parts, options: options, name: "folder/a.txt", mostChapters: mostChapters
    ).labels
    let tags = Dictionary(uniqueKeysWithValues: labels.tags.map { ($0.name, $0.value) })
    return (tags, labels.parts.map(\.start))
  }

  @Test func aWholeBookHasItsTitleAndItsChapters() {
    let (tags, chapters) = labels(0..<2)
    #expect(tags == ["title": "Counting", "album": "Counting", "artist": "Ada"])
    #expect(chapters == [0, 7000])
  }

  @Test func aFileOfAChapterHasTheChaptersTitleAndNumber() {
    let (tags, chapters) = labels(1..<2)
    #expect(tags == ["title": "Three.", "album": "Counting", "artist": "Ada", "track": "2/2"])
    #expect(chapters.isEmpty)
  }

  @Test func theListenersWordsComeFirstAndTheFormatLimitsTheChapters() {
    let (tags, chapters) = labels(0..<2, SpeakOptions(title: "A", artists: ["B"]), mostChapters: 1)
    #expect(tags == ["title": "A", "album": "A", "artist": "B"])
    #expect(chapters == [0])
  }
}
