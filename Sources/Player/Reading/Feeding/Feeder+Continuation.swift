import EventLoop
import Playback
import Recordings
import Speech
import Vocabulary

/// The next chapter of a recording, whose sound is fed before the open one has been heard to its end, so that no frame
/// and no silence is between them.
struct Continuation {
  let track: Track
  /// The media frame with which it begins, counted as those of the open chapter.
  let joint: Frame
  /// The next place to feed of it.
  var cursor: Timeline.Place
  /// Its sound that was fed.
  var fed = FeedMap()
  /// True once the open chapter has been heard to its end.
  var isDue = false
}

// Chapters of one recording: the sound of the next one follows in the same run.
extension Feeder {
  /// Begins to feed the chapter that follows; false if there is none.
  func beginContinuation() -> Bool {
    guard let successor, let track, track.goesOn(in: successor) else { return false }
    let place = Timeline.Place.sentence(0, offset: 0)
    var next = Continuation(track: successor, joint: playout.media, cursor: place)
    next.fed.begin(at: place, media: playout.media)
    continuation = next
    advance(to: .end)
    reportPrepared()
    return true
  }

  /// Feeds one slice of the chapter that follows; false if there is nothing to feed now.
  func feedContinuation() -> Bool {
    guard let next = continuation, case .run(let sound, let part) = next.track.content.own.sound,
      case .sentence(let sentence, let offset) = next.cursor
    else { return false }
    switch write(sound, part, from: offset, of: next.track) {
    case .fed(let count):
      continuation?.cursor = .sentence(sentence, offset: offset + count)
      return true
    case .awaited:
      if sound.needsDecoder { report(.soundNeeded(next.track)) }
      return false
    // It is shorter than the sound that is fed ahead. The joint has to be heard first.
    case .ended:
      if playout.stream(of: next.joint) == nil { playout.endRun(gain: gain(of: next.track)) }
      return false
    }
  }

  /// Waits for the end of the open chapter, which is in the middle of the fed sound.
  func awaitJoint() {
    guard let continuation, !end.isSet, let index = playout.stream(of: continuation.joint) else { return }
    awaitEnd(at: index)
  }

  /// Reports when the track has been heard to the frame before `index` of the stream.
  func awaitEnd(at index: UInt64) {
    end.set(at: index)
    end.wait { [weak self] in
      guard let self else { return }
      continuation?.isDue = true
      report(.ended(epoch))
    }
  }

  /// Opens a chapter whose beginning is being heard already; false if it is another place.
  func goOn(in track: Track, at microseconds: Microseconds, epoch: Player.Epoch) -> Bool {
    guard let next = continuation, next.isDue, next.track === track, microseconds == 0 else { return false }
    playout.goOn(in: epoch, from: next.joint)
    (self.track, self.epoch, opened) = (track, epoch, 0)
    (cursor, fed) = (next.cursor, next.fed)
    reported.begin(at: next.joint, reported: 0)
    continuation = nil
    roundEnds = []
    end.forget()
    // The sentences of its text in the sound that was fed.
    announcedSentence = nil
    if case .sentence(_, let end) = cursor {
      announceSentences(in: 0..<max(1, end), at: next.joint, until: nil, of: track)
    }
    report(.prepared(epoch))
    return true
  }

  /// The sound after a frame that the output takes next changes; false if that is in the open chapter.
  func planContinuationAnew(_ media: Frame) -> Bool {
    guard let next = continuation, media >= next.joint else { return false }
    let place = next.fed.place(of: media) ?? next.cursor
    continuation?.cursor = place
    continuation?.fed.begin(at: place, media: media)
    report(.changed(media))
    playout.begin(epoch: epoch, media: media, rate: rate, format: next.track.frameFormat)
    pump()
    return true
  }

  /// Another track follows, or none: sound of the former one that was fed ahead is not heard.
  func successorChanged() {
    if let next = continuation, !next.isDue, next.track !== successor { return planAnew() }
    pump()
  }
}
