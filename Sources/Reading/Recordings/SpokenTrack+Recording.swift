import Documents
import Recordings
import Speech
package import Vocabulary

// A track that is a recording, or a chapter of one, whose sound its file has: a sentence without words, unless there is a
// text beside it.
//
// Places in a document are counted in scalars of its text. In a recording they are counted in milliseconds of the whole
// file, so that they stay right if its chapters become others.
extension SpokenTrack {
  /// True for a recording, also while its file has not been opened in this run.
  package var isRecording: Bool { sound != nil || reopening.format == DocumentFormat.recording.rawValue }

  /// The longest recording in the table of sentences, in milliseconds: 12 days.
  private static let longest = 1 << 30

  /// The sentence that stands for all of a recording.
  var wholeRecording: SentenceRecord {
    let start = min(firstMillisecond, Self.longest - 1)
    return SentenceRecord(
      span: TextSpan(scalars: start..<Self.longest, utf8: 0..<0, utf16: 0..<0), flags: .endsParagraph)
  }

  /// The length of a recording that tells none, in seconds.
  private static let unknownLength: Frame = 24 * 3600

  /// The time of the recording before the track.
  package var timeBefore: Microseconds {
    sound.map { part.first.microseconds(at: SampleRate(hertz: $0.description.sampleRate)) } ?? 0
  }

  /// The first millisecond of the track in the recording.
  var firstMillisecond: Int { scalar(at: 0) }

  /// Makes the track a recording, or a part of one.
  func become(_ sound: RecordedSound, _ part: RecordingPart = .whole) {
    if self.sound !== sound { sound.join(id) }
    let isNew = self.sound == nil && sentenceCount == 0
    self.sound = sound
    self.part = part
    if isNew {
      append(sentences: [wholeRecording])
    } else if pairing != .unread {
      // Another file has taken its place.
      (pairing, textError) = (.unread, "")
      dropText()
    }
    reopening.format = DocumentFormat.recording.rawValue
    let rate = SampleRate(hertz: sound.description.sampleRate)
    // The delays are counted in the frames of the track.
    var gaps = Timeline.Gaps(silences, at: rate)
    // The next chapter follows without a silence.
    if part.end != nil { gaps.trailingDelay = 0 }
    let length = recordedLength
    timeline = Timeline(
      gaps: gaps, recording: length?.frames ?? Self.unknownLength * Frame(rate.hertz),
      isExact: length?.isExact ?? false, sampleRate: rate)
    complete(.complete)
  }

  private var recordedLength: (frames: Frame, isExact: Bool)? {
    sound.flatMap { part.length(in: $0.description.frames, isExact: $0.description.isExact) }
  }

  /// The length of a recording is known better.
  func noteRecordedLength() {
    guard let length = recordedLength else { return }
    timeline.setRecording(length.frames, isExact: length.isExact)
  }

  /// True if the length of the recording is not even estimated.
  var isOfUnknownLength: Bool { sound != nil && recordedLength == nil }

  /// The media time of a scalar's sentence; in a recording, that of the millisecond. `nil` while it is unknown.
  package func time(atScalar scalar: Int) -> Microseconds? {
    if isRecording { return max(0, Microseconds(Int64(min(max(0, scalar), Self.longest)) * 1000) - timeBefore) }
    return sentence(atScalar: scalar).map { start(of: $0) }
  }

  /// The millisecond of the recording at a media time of the track.
  package func scalar(at microseconds: Microseconds) -> Int { Int((timeBefore + microseconds).count / 1000) }

  /// True if another track continues the sound of this one without anything between them.
  func goesOn(in next: SpokenTrack) -> Bool {
    guard let sound, next.sound === sound, part.end == next.part.first, next !== self else { return false }
    return timeline.gaps.trailingDelay == 0 && next.timeline.gaps.leadingDelay == 0 && gain == next.gain
      && blockage == nil
  }
}
