import Documents
package import EventLoop
package import Recordings
import Speech
package import Vocabulary

/// A recording, or a chapter of one, whose sound its file has: a sentence without words, unless there is a text beside
/// it.
///
/// Places in a document are counted in scalars of its text. In a recording they are counted in milliseconds of the
/// whole file, so that they stay right if its chapters become others.
@Core
package final class RecordingContent: TrackContent {
  /// The text beside it; without one, a sentence that stands for all of it.
  package private(set) var passage: Passage
  /// Its file's sound, once that has been opened in this run.
  package private(set) var source: RecordedSound?
  /// The part of the recording that the track is.
  package private(set) var part = RecordingPart.whole
  /// The progress of the text beside it.
  var pairing = PairingProgress.unread
  /// The progress of finding its phrases, if it is studied.
  var phrasing = PairingProgress.unread
  /// The reason why that is not shown; empty if it is, or there is none.
  package var textError = ""
  /// The name of its file, for people.
  var textName = ""
  /// The times of its sentences in the whole recording; none if it tells none.
  private var times: [SentenceTime] = []
  /// The milliseconds at which the first and the last sentence of its file begin.
  private var reach: ClosedRange<Int>?
  private let voice: VoiceConfiguration

  /// Takes the place of another content, of which `passage` is known.
  init(_ passage: Passage, voice: VoiceConfiguration) {
    self.passage = passage
    self.voice = voice
  }

  // MARK: Answers

  var hasText: Bool { passage.text.count > 0 }
  /// The sound stays in its file.
  var isTextKept: Bool { false }
  var countsInTime: Bool { true }
  /// Its file tells its length.
  var isMeasured: Bool { false }
  var isOfUnknownLength: Bool { source != nil && length == nil }
  var timeBefore: Microseconds { rate.map { part.first.microseconds(at: $0) } ?? 0 }
  var complaint: String { textError }
  var firstFrame: Frame { part.first }
  var level: Float { source?.level ?? 1 }
  func watchSound(_ body: (@Core () -> Void)?) { source?.onChange = body }
  var run: (sound: RecordedSound, part: RecordingPart)? { source.map { ($0, part) } }
  func sound(of sentence: Int) -> SentenceSound { source.map { .part($0, part) } ?? .made }

  func frameFormat(speechAt rate: SampleRate) -> FrameFormat {
    source.map { FrameFormat(sampleRate: $0.description.sampleRate, channels: $0.description.channels) }
      ?? FrameFormat(sampleRate: rate.hertz, channels: 1)
  }

  /// True if the sound of another recording continues this one without anything between them.
  func goesOn(in next: RecordingContent) -> Bool {
    source != nil && next.source === source && part.end == next.part.first
  }

  // MARK: The sound

  /// The longest recording in the table of sentences, in milliseconds: 12 days.
  static let longest = 1 << 30
  /// The length of a recording that tells none, in seconds.
  private static let unknownLength: Frame = 24 * 3600

  /// Its sample rate, once its file has been opened.
  private var rate: SampleRate? { source.map { SampleRate(hertz: $0.description.sampleRate) } }

  /// The sentence that stands for all of it.
  private var wholeRecording: SentenceRecord {
    let start = min(Int(timeBefore.count / 1000), Self.longest - 1)
    return SentenceRecord(
      span: TextSpan(scalars: start..<Self.longest, utf8: 0..<0, utf16: 0..<0), flags: .endsParagraph)
  }

  private var length: (frames: Frame, isExact: Bool)? {
    source.flatMap { part.length(in: $0.description.frames, isExact: $0.description.isExact) }
  }

  /// Becomes a sound, or a part of one.
  ///
  /// - Parameter timeline: the one before. Its delays are counted anew in frames of the sound.
  func take(_ sound: RecordedSound, _ part: RecordingPart, into timeline: inout Timeline) {
    let isNew = source == nil && passage.sentenceCount == 0
    source = sound
    self.part = part
    if isNew {
      passage.append(wholeRecording)
    } else if pairing != .unread {
      // Another file has taken its place.
      (pairing, textError) = (.unread, "")
      dropText(from: &timeline)
    }
    let rate = SampleRate(hertz: sound.description.sampleRate)
    var gaps = Timeline.Gaps(Silences(timeline.gaps, at: timeline.sampleRate), at: rate)
    // The next chapter follows without a silence.
    if part.end != nil { gaps.trailingDelay = 0 }
    let length = length
    timeline = Timeline(
      gaps: gaps, recording: length?.frames ?? Self.unknownLength * Frame(rate.hertz),
      isExact: length?.isExact ?? false, sampleRate: rate)
  }

  /// Its length is known better.
  func noteLength(in timeline: inout Timeline) {
    guard let length else { return }
    timeline.setRecording(length.frames, isExact: length.isExact)
  }

  /// The length of the whole recording in microseconds, 1 at least.
  func fileLength(_ timeline: Timeline) -> Int64 {
    let frames = source?.description.frames ?? timeline.length
    return max(1, frames.microseconds(at: timeline.sampleRate).count)
  }

  // MARK: The text beside it

  /// The times at which the sentences of the text beside it are spoken, in the whole recording; none if it tells none.
  package var sentenceTimes: [Range<Microseconds>] {
    times.map { time in
      let start = Microseconds(Int64(time.start) * 1000)
      return start..<max(start, Microseconds(Int64(time.end) * 1000))
    }
  }

  /// Takes a text, with the times of its sentences in the whole recording. A chapter takes the sentences that begin in
  /// it. Without times, the text is only shown.
  func take(text: Passage, _ times: [SentenceTime], into timeline: inout Timeline) {
    reach = nil
    self.times = []
    if let first = times.first, let last = times.last, times.count == text.sentenceCount, first.start <= last.start {
      reach = first.start...last.start
      let rate = timeline.sampleRate
      let begin = times.partitioningIndex { Self.frame(atMillisecond: $0.start, at: rate) >= part.first }
      let end =
        part.end.map { end in times.partitioningIndex { Self.frame(atMillisecond: $0.start, at: rate) >= end } }
        ?? times.count
      if begin < end {
        passage = text.excerpt(begin..<end)
        self.times = Array(times[begin..<end])
      }
    } else {
      passage = text
    }
    layOutCues(in: &timeline)
  }

  /// Gives up the text.
  func dropText(from timeline: inout Timeline) {
    passage = Passage(voice: voice)
    passage.append(wholeRecording)
    (times, reach) = ([], nil)
    layOutCues(in: &timeline)
  }

  private func layOutCues(in timeline: inout Timeline) {
    guard source != nil else { return }
    let rate = timeline.sampleRate
    timeline.setCues(
      times.map {
        Self.frame(atMillisecond: $0.start, at: rate) - part.first..<Self.frame(atMillisecond: $0.end, at: rate)
          - part.first
      })
  }

  /// The frame at a time, both from the beginning of the recording.
  private static func frame(atMillisecond time: Int, at rate: SampleRate) -> Frame {
    Frame(microseconds: Microseconds(Int64(time) * 1000), at: rate)
  }

  /// The words of a sentence that have times of their own.
  ///
  /// - Parameter rate: that of their frames.
  func words(of sentence: Int, at rate: SampleRate) -> [WordMark] {
    guard times.indices.contains(sentence), !times[sentence].words.isEmpty else { return [] }
    let time = times[sentence]
    let first = Self.frame(atMillisecond: time.start, at: rate)
    let bytes = passage.text(of: sentence)
    var place = TextPlace.start
    func advance(to end: Int) -> TextPlace {
      for byte in bytes.prefix(end).dropFirst(place.utf8) {
        place.utf8 += 1
        guard byte & 0xC0 != 0x80 else { continue }
        place.scalars += 1
        place.utf16 += byte >= 0xF0 ? 2 : 1
      }
      return place
    }
    return time.words.map { word in
      let start = advance(to: word.utf8.lowerBound)
      let end = advance(to: word.utf8.upperBound)
      return WordMark(
        frame: Int(Self.frame(atMillisecond: word.start, at: rate) - first), span: TextSpan(start, end))
    }
  }

  /// The time after the end of a recording at which its text may still begin a sentence, at least: a minute.
  private static let patience = 60_000

  /// The reason why a text with times cannot be that of the recording; `nil` if it may be, or the length is unknown.
  func mismatch(at rate: SampleRate) -> String? {
    guard let description = source?.description, description.isExact, let frames = description.frames, let reach
    else { return nil }
    let length = Int(frames.microseconds(at: rate).count / 1000)
    func clock(_ time: Int) -> String { ClockText.of(microseconds: Microseconds(Int64(time) * 1000)) }
    guard reach.lowerBound < length else {
      return "its first line is at \(clock(reach.lowerBound)), and the recording ends at \(clock(length))"
    }
    guard reach.upperBound > length + max(Self.patience, length / 20) else { return nil }
    return
      "its last line is at \(clock(reach.upperBound)), and the recording ends at \(clock(length)): it is of another one"
  }
}
