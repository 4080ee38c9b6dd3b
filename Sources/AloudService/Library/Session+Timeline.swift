import EventLoop
import Playback
import Speech
import Workers

// What the library keeps of the time of documents.
extension Session {
  /// How fast is read.
  var rate: Double { player.rate }

  /// All chapters of a document, in the queue or not.
  func timeline(of document: OpenDocument) -> BookTimeline {
    BookTimeline(
      document.tracks.map { id in
        BookTimeline.Part(track: id, length: track(id)?.length ?? document.formerLength(of: id))
      }, isWhole: document.isWhole)
  }

  /// What is heard now, in the time of the whole document; of a track without one, in that of the track.
  var documentPosition: Int64 {
    guard let id = player.current, let document = document(of: id) else { return position }
    return timeline(of: document).position(of: id, at: position) ?? position
  }
}

extension SpokenTrack {
  /// The media time at which a sentence begins, in microseconds.
  func start(of sentence: Int) -> Int64 {
    timeline.start(of: sentence).microseconds(sampleRate: SpeechEngine.sampleRate)
  }

  /// How long it is, as far as that is known.
  var length: TrackLength? {
    guard sentenceCount > 0, !isFormerLengthBetter else { return formerLength }
    return TrackLength(
      microseconds: timeline.length.microseconds(sampleRate: SpeechEngine.sampleRate), isExact: timeline.isExact)
  }
}
