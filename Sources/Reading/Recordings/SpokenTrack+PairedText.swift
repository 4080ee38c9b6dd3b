import Documents
import Recordings
import Speech
import Vocabulary

// The text beside a recording: its sentences have times of their own.
extension SpokenTrack {
  /// True if the track has a text: it is one, or there is one beside the recording.
  package var hasText: Bool { !isRecording || text.count > 0 }

  /// True if the sentences of a recording have times of their own.
  package var hasTimedText: Bool { timeline.hasCues }

  /// The time after the end of a recording at which its text may still begin a sentence, at least: a minute.
  private static let patience = 60_000

  /// Takes the text of another track, with the times of its sentences in the whole recording. A chapter takes the sentences
  /// that begin in it. Without times, the text is only shown.
  func take(textOf draft: SpokenTrack, _ times: [SentenceTime]) {
    textReach = nil
    sentenceTimes = []
    if let first = times.first, let last = times.last, times.count == draft.sentenceCount, first.start <= last.start {
      textReach = first.start...last.start
      let begin = times.partitioningIndex { frame(atMillisecond: $0.start) >= part.first }
      let end = part.end.map { end in times.partitioningIndex { frame(atMillisecond: $0.start) >= end } } ?? times.count
      if begin < end {
        adoptText(of: draft, sentences: begin..<end)
        sentenceTimes = Array(times[begin..<end])
      }
    } else {
      adoptText(of: draft)
    }
    layOutCues()
  }

  /// Gives up the text.
  func dropText() {
    adoptText(of: nil)
    (sentenceTimes, textReach) = ([], nil)
    layOutCues()
  }

  private func layOutCues() {
    guard sound != nil else { return }
    timeline.setCues(
      sentenceTimes.map {
        frame(atMillisecond: $0.start) - part.first..<frame(atMillisecond: $0.end) - part.first
      })
  }

  /// The frame at a time, both from the beginning of the recording.
  func frame(atMillisecond time: Int) -> Frame {
    Frame(microseconds: Microseconds(Int64(time) * 1000), at: timeline.sampleRate)
  }

  /// The words of a sentence of a recording that have times of their own.
  func recordedWords(of sentence: Int) -> [WordMark] {
    guard sentenceTimes.indices.contains(sentence) else { return [] }
    let time = sentenceTimes[sentence]
    guard !time.words.isEmpty else { return [] }
    let first = frame(atMillisecond: time.start)
    let bytes = text(of: sentence)
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
      return WordMark(frame: Int(frame(atMillisecond: word.start) - first), span: TextSpan(start, end))
    }
  }

  private var textLength: Int { span(of: sentenceCount - 1).end.scalars }

  /// The length of the whole recording in microseconds.
  private var fileLength: Int64 {
    let frames = sound?.description.frames ?? timeline.length
    return max(1, frames.microseconds(at: timeline.sampleRate).count)
  }

  /// The sentence of a text without times that may be heard at a time of the track.
  func estimatedSentence(at time: Microseconds) -> Int {
    let scalar = Int(Double((timeBefore + time).count) / Double(fileLength) * Double(textLength))
    return firstSentence { $0.end.scalars > scalar } ?? sentenceCount - 1
  }

  /// The time of the track at which a sentence of a text without times may begin.
  func estimatedTime(of sentence: Int) -> Microseconds {
    let share = Double(span(of: sentence).scalars.lowerBound) / Double(max(1, textLength))
    // In the sentence itself, not at the end of the one before.
    let time = Int64((share * Double(fileLength)).rounded(.up)) + 1000 - timeBefore.count
    return Microseconds(max(0, min(timeline.length.microseconds(at: timeline.sampleRate).count, time)))
  }

  /// The reason why a text with times cannot be that of the recording; `nil` if it may be, or the length is unknown.
  var mismatch: String? {
    guard let description = sound?.description, description.isExact, let frames = description.frames,
      let reach = textReach
    else { return nil }
    let length = Int(frames.microseconds(at: timeline.sampleRate).count / 1000)
    func clock(_ time: Int) -> String { ClockText.of(microseconds: Microseconds(Int64(time) * 1000)) }
    guard reach.lowerBound < length else {
      return "its first line is at \(clock(reach.lowerBound)), and the recording ends at \(clock(length))"
    }
    guard reach.upperBound > length + max(Self.patience, length / 20) else { return nil }
    return
      "its last line is at \(clock(reach.upperBound)), and the recording ends at \(clock(length)): it is of another one"
  }
}
