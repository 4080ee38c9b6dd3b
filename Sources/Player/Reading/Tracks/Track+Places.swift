import Documents
import EventLoop
import Playback
package import Speech
import Study
package import Vocabulary

// Places of a text, for clients that show it, and their times.
extension Track {
  // MARK: Sentences

  /// The sentence with a scalar of the text, or the first one after it; in a recording, that at the millisecond. `nil`
  /// while it is unknown.
  package func sentence(atScalar scalar: Int) -> Int? {
    guard countsInTime else { return passage.firstSentence { $0.end.scalars > scalar } }
    guard sentenceCount > 0 else { return nil }
    let time = time(atScalar: scalar) ?? 0
    return timeline.place(at: Frame(microseconds: time, at: timeline.sampleRate)).sentence(in: timeline)
  }

  /// The sentence with a place of the text, or the first one after it; `nil` while it is unknown.
  package func sentence(at place: UInt32, in unit: CountingUnit) -> Int? {
    passage.firstSentence { $0.end.counted(in: unit) > place }
  }

  /// The first sentence of a sentence's block.
  package func blockStart(of sentence: Int) -> Int {
    var start = min(sentence, max(0, sentenceCount - 1))
    while start > 0, !timeline.endsParagraph(start - 1) { start -= 1 }
    return start
  }

  /// True if both are chapters of one document.
  func isOfSameDocument(as other: Track) -> Bool { document != nil && document === other.document }

  // MARK: Times

  /// The media time of the start of a sentence, in microseconds.
  package func start(of sentence: Int) -> Microseconds {
    timeline.start(of: sentence).microseconds(at: timeline.sampleRate)
  }

  /// The time of the recording before the track.
  package var timeBefore: Microseconds { content.own.timeBefore }

  /// The media time of a scalar's sentence; in a recording, that of the millisecond. `nil` while it is unknown.
  package func time(atScalar scalar: Int) -> Microseconds? {
    if countsInTime {
      let recorded = Microseconds(Int64(min(max(0, scalar), RecordingContent.longest)) * 1000)
      return content.own.time(ofRecorded: recorded, in: timeline)
    }
    return sentence(atScalar: scalar).map { start(of: $0) }
  }

  /// The millisecond of the recording at a media time of the track.
  package func scalar(at microseconds: Microseconds) -> Int {
    Int(content.own.recordedTime(at: microseconds, in: timeline).count / 1000)
  }

  /// The frame of the timeline at a place in what was fed.
  func frame(ofFed place: Timeline.Place) -> Frame {
    if timeline.hasCues, case .sentence(_, let offset) = place { return timeline.gaps.leadingDelay + offset }
    return timeline.frame(of: place)
  }

  // MARK: Places that last

  /// A place for the next run, in which the lengths before it may be estimates again: with a scalar, unless it is one
  /// of a recording or of text that has not been read.
  func lasting(_ place: KeptPlace) -> KeptPlace {
    guard place.scalar == nil, place.microseconds > 0, !countsInTime, sentenceCount > 0 else {
      return place
    }
    let there = timeline.place(at: Frame(microseconds: place.microseconds, at: timeline.sampleRate))
    return KeptPlace(microseconds: place.microseconds, scalar: scalar(of: there))
  }

  /// The scalar of a place: near the beginning of its word as far as lengths tell it; in a silence, that between the
  /// two sentences. `nil` if it is not known.
  func scalar(of place: Timeline.Place) -> Int? {
    guard !countsInTime, sentenceCount > 0 else { return nil }
    switch place {
    case .leadingDelay: return span(of: 0).scalars.lowerBound
    case .sentence(let sentence, let offset):
      return span(of: sentence).scalars.lowerBound + scalars(before: offset, in: sentence)
    case .gap(let sentence, _): return span(of: sentence).end.scalars
    case .trailingDelay: return span(of: sentenceCount - 1).end.scalars
    case .end: return timeline.isComplete ? span(of: sentenceCount - 1).end.scalars : nil
    }
  }

  /// The scalars before the word at an offset of a sentence, if all scalars take the same time.
  private func scalars(before offset: Frame, in sentence: Int) -> Int {
    let turns = content.own.turns(of: sentence, in: timeline)
    let length = turns?.source ?? timeline.frame(of: .gap(after: sentence, offset: 0)) - timeline.start(of: sentence)
    let offset = turns?.source(at: offset) ?? offset
    let scalars = Array(String(decoding: text(of: sentence), as: UTF8.self).unicodeScalars)
    guard length > 0 else { return 0 }
    let part = Double(min(max(0, offset), length)) / Double(length)
    let before = scalars.prefix(Int(part * Double(scalars.count)))
    return before.lastIndex { $0.properties.isWhitespace }.map { $0 + 1 } ?? 0
  }

  // MARK: A text without times beside a recording

  /// The text beside a recording, if it tells no times: it is shown, and stands in no relation to what is heard. `nil` for
  /// all other texts.
  package var untimedText: Passage? {
    guard let recording, recording.hasText, recording.passage.sentenceCount > 0,
      !(exercise?.originalTimeline ?? timeline).hasCues
    else { return nil }
    return recording.passage
  }

  /// The length of the whole recording in microseconds.
  private var fileLength: Int64 { recording?.fileLength(timeline) ?? 1 }

  /// The timeline that has the paragraphs of the text that is shown: ``untimedText``, or that of the track.
  package var timelineOfText: Timeline { untimedText == nil ? timeline : exercise?.originalTimeline ?? timeline }

  /// The sentence of a text without times that may be heard at a time of the track.
  func estimatedSentence(at time: Microseconds) -> Int? {
    guard let text = untimedText else { return nil }
    let last = text.sentenceCount - 1
    let length = text.span(of: last).end.scalars
    let scalar = Int(Double((timeBefore + originalTime(at: time)).count) / Double(fileLength) * Double(length))
    return text.firstSentence { $0.end.scalars > scalar } ?? last
  }

  /// The time of the track at which a sentence of a text without times may begin.
  func estimatedTime(of sentence: Int) -> Microseconds {
    let length = span(of: sentenceCount - 1).end.scalars
    let share = Double(span(of: sentence).scalars.lowerBound) / Double(max(1, length))
    // In the sentence itself, not at the end of the one before.
    let time = Int64((share * Double(fileLength)).rounded(.up)) + 1000 - timeBefore.count
    return Microseconds(max(0, min(timeline.length.microseconds(at: timeline.sampleRate).count, time)))
  }
}
