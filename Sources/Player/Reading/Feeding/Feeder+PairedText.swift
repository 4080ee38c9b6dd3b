import EventLoop
import Playback
import Speech

// The text beside a recording moves a light over the sound, which runs through.
extension Feeder {
  /// The place in what is fed for a place of the timeline.
  func fed(at place: Timeline.Place) -> Timeline.Place {
    guard let track, track.timeline.hasCues, let frame = track.timeline.recordedFrame(at: place) else { return place }
    return .sentence(0, offset: frame)
  }

  /// The place of the timeline for a place in what was fed.
  ///
  /// - Parameter roundEnd: the frame of the recording at which the last round of a repetition has ended.
  func recordedPlace(_ place: Timeline.Place, _ roundEnd: Frame?, in track: Track) -> Timeline.Place {
    let timeline = track.timeline
    switch place {
    case .sentence(_, let offset): return timeline.place(at: timeline.gaps.leadingDelay + offset)
    // The silence between two rounds belongs to the sentence before it.
    case .gap(_, let offset):
      let last = roundEnd.map { timeline.sentence(atRecorded: $0 - 1) ?? 0 } ?? timeline.sentenceCount - 1
      return .gap(after: last, offset: min(offset, max(0, timeline.gap(after: last) - 1)))
    case .leadingDelay, .trailingDelay, .end: return place
    }
  }

  /// Announces the sentences that begin in the next piece of the sound, and the one in which it begins.
  ///
  /// - Parameters:
  ///   - media: the media frame of the first one.
  ///   - end: the frame at which the present round ends.
  func announceSentences(in frames: Range<Frame>, at media: Frame, until end: Frame?, of track: Track) {
    let timeline = track.timeline
    guard timeline.hasCues else { return }
    let origin = timeline.gaps.leadingDelay
    var next = 0
    switch timeline.place(at: origin + frames.lowerBound) {
    case .sentence(let sentence, _):
      if announcedSentence != sentence { announce(sentence, from: frames.lowerBound, at: media, until: end, track) }
      next = sentence + 1
    case .gap(let sentence, _): next = sentence + 1
    case .leadingDelay: break
    case .trailingDelay, .end: return
    }
    while next < timeline.sentenceCount, timeline.start(of: next) - origin < frames.upperBound {
      let start = timeline.start(of: next) - origin
      announce(next, from: start, at: media + start - frames.lowerBound, until: end, track)
      next += 1
    }
  }

  private func announce(
    _ sentence: Int, from frame: Frame, at media: Frame, until end: Frame?, _ track: Track
  ) {
    announcedSentence = sentence
    let start = track.timeline.start(of: sentence) - track.timeline.gaps.leadingDelay
    let audio = SentenceAudio()
    for word in track.recording?.words(of: sentence, at: track.timeline.sampleRate) ?? [] { audio.append(word) }
    audio.end(.complete)
    report(
      .sentence(
        SentencePlan(
          epoch: epoch, track: track.id, sentence: sentence, span: track.span(of: sentence), media: media,
          offset: frame - start, audio: audio, recordedFrames: track.timeline.estimatedSpeech(of: sentence),
          goesBack: reported.isDiscontinuity(media), end: end.map { $0 - start })))
  }

  /// The frame of a recording at which the present round ends; `nil` if nothing is repeated there.
  func endOfRound(from offset: Frame, of track: Track) -> Frame? {
    guard let laps = ABLoop(repetition, of: track.id), track.timeline.hasCues else {
      return endOfLap(in: 0, from: offset, of: track)
    }
    switch laps.extent {
    case .between: return laps.end(in: 0, from: offset)
    case .from: return nil
    case .sentence, .paragraph:
      let timeline = track.timeline
      var sentence = announcedSentence
      if sentence == nil {
        switch timeline.place(at: timeline.gaps.leadingDelay + offset) {
        case .leadingDelay: sentence = 0
        case .sentence(let here, _): sentence = here
        // Outside of a sentence the sound goes on to the next one.
        case .gap(let before, _): sentence = before + 1 < timeline.sentenceCount ? before + 1 : nil
        case .trailingDelay, .end: sentence = nil
        }
      }
      return sentence.map { timeline.start(of: $0) - timeline.gaps.leadingDelay + timeline.estimatedSpeech(of: $0) }
    }
  }

  /// The place at which the next round in a recording begins; `nil` if nothing is repeated.
  func startOfRecordedRound(_ laps: ABLoop, of track: Track) -> SpeechPoint? {
    let timeline = track.timeline
    switch laps.extent {
    case .between(let start, let end): return roundEnds.last?.offset == end.offset ? start : nil
    case .from: return nil
    case .sentence, .paragraph:
      let last = roundEnds.last { $0.media <= playout.media }.map { timeline.sentence(atRecorded: $0.offset - 1) ?? 0 }
      let sentence = last ?? timeline.sentenceCount - 1
      return SpeechPoint(sentence: 0, offset: timeline.start(of: sentence) - timeline.gaps.leadingDelay)
    }
  }

  /// The frame at which the present round of a repeated sentence of a recording has begun; `nil` if it came from before.
  func startOfRecordedSentence(of track: Track) -> Frame? {
    guard track.timeline.hasCues, let last = reported.lastDiscontinuity, playout.media - last.media < 4096 else {
      return nil
    }
    switch ABLoop(repetition, of: track.id)?.extent {
    case .sentence, .paragraph: return last.reported - track.timeline.gaps.leadingDelay
    case .between, .from, nil: return nil
    }
  }
}

extension Timeline {
  /// The sentence of a recording at a frame of it, or the one before; `nil` before the first one.
  fileprivate func sentence(atRecorded frame: Frame) -> Int? {
    switch place(at: gaps.leadingDelay + max(0, frame)) {
    case .sentence(let sentence, _), .gap(let sentence, _): sentence
    case .leadingDelay: nil
    case .trailingDelay, .end: sentenceCount - 1
    }
  }
}
