import Documents
import Recordings
import Speech
package import Vocabulary

// A track that is a recording: one sentence without words, whose sound its file has.
//
// Places in a document are counted in scalars of its text. In a recording they are counted in milliseconds.
extension SpokenTrack {
  /// True for a recording, also while its file has not been opened in this run.
  package var isRecording: Bool { sound != nil || reopening.format == DocumentFormat.recording.rawValue }

  /// The longest recording in the table of sentences, in milliseconds: 12 days.
  private static let longest = 1 << 30

  /// The length of a recording that tells none, in seconds.
  private static let unknownLength: Frame = 24 * 3600

  /// Makes the track a recording.
  func become(_ sound: RecordedSound) {
    if self.sound == nil, sentenceCount == 0 {
      let text = TextSpan(scalars: 0..<Self.longest, utf8: 0..<0, utf16: 0..<0)
      append(sentences: [SentenceRecord(span: text, flags: .endsParagraph)])
    }
    self.sound = sound
    reopening.format = DocumentFormat.recording.rawValue
    let rate = SampleRate(hertz: sound.description.sampleRate)
    // The delays are counted in the frames of the track.
    func converted(_ frames: Frame) -> Frame {
      Frame(microseconds: frames.microseconds(at: timeline.sampleRate), at: rate)
    }
    let gaps = Timeline.Gaps(
      leadingDelay: converted(timeline.gaps.leadingDelay), trailingDelay: converted(timeline.gaps.trailingDelay))
    timeline = Timeline(
      gaps: gaps, recording: sound.description.frames ?? Self.unknownLength * Frame(rate.hertz),
      isExact: sound.description.frames != nil && sound.description.isExact, sampleRate: rate)
    complete(.complete)
  }

  /// The length of a recording is known better.
  func noteRecordedLength() {
    guard let sound, let frames = sound.description.frames else { return }
    timeline.setRecording(frames, isExact: sound.description.isExact)
  }

  /// True if the length of the recording is not even estimated.
  var isOfUnknownLength: Bool { sound.map { $0.description.frames == nil } ?? false }

  /// The media time of a scalar's sentence; in a recording, that of the millisecond. `nil` while it is unknown.
  package func time(atScalar scalar: Int) -> Microseconds? {
    if isRecording { return Microseconds(Int64(scalar) * 1000) }
    return sentence(atScalar: scalar).map { start(of: $0) }
  }
}
