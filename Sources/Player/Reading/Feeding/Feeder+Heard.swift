import EventLoop
import Speech

// The place that is heard, in what was fed.
extension Feeder {
  /// The media frame that the listener hears now; `nil` if nothing is open.
  func heard() -> Frame? {
    track == nil ? nil : playout.heard().map { min($0, continuation?.joint ?? .max) }
  }

  /// True if all text that has arrived of an unfinished text has been fed.
  var awaitsText: Bool {
    guard let track, track.isEndless else { return false }
    switch cursor {
    case .sentence(let sentence, _): return sentence >= track.sentenceCount
    case .gap(let sentence, _): return sentence + 1 >= track.sentenceCount
    case .end: return true
    case .leadingDelay, .trailingDelay: return false
    }
  }

  /// The media frame after the last one of the track, once all of it has been fed.
  var trackEnd: Frame? {
    track != nil && awaited == nil && cursor == .end ? continuation?.joint ?? playout.media : nil
  }

  /// The place of a media frame of this epoch in the present timeline.
  func place(of media: Frame) -> Timeline.Place {
    let place = fedPlace(of: media)
    guard let track, track.timeline.hasCues else { return place }
    return recordedPlace(place, roundEnds.last { $0.media <= media }?.offset, in: track)
  }

  /// The place of a media frame in what was fed. A recording is fed as one long sentence, with and without a text beside
  /// it.
  func fedPlace(of media: Frame) -> Timeline.Place { fed.place(of: media) ?? cursor }

  /// The difference between the present frame in the timeline and the announced one.
  var drift: Frame {
    guard let track, let heard = heard(), awaited == nil else { return 0 }
    return track.timeline.frame(of: place(of: heard)) - reported(heard)
  }
}
