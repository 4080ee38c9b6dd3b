import EventLoop
package import Playback
package import Speech
package import Vocabulary

// The place of the reading, its texts and its times.
extension Session {
  /// The present state of the service.
  package var state: SessionState {
    switch snapshot.status {
    case .stopped: return lastError.isEmpty || player.current == nil ? .idle : .error
    case .paused: return player.wantsSound ? .interrupted : .paused
    case .playing: if player.isAside { return .interrupted }
    }
    guard !player.isPreparing, let heard = feeder.heard() else { return .preparing }
    if succession.isFetching { return .fetching }
    let place = feeder.place(of: heard)
    // A recording also sounds between the sentences of its text.
    if let timeline = feeder.track?.timeline, timeline.hasCues, timeline.recordedFrame(at: place) != nil {
      return .speaking
    }
    switch place {
    case .leadingDelay, .trailingDelay: return .delay
    case .sentence: return feeder.track?.isInGap(place) ?? false ? .gap : .speaking
    case .gap: return .gap
    case .end:
      // At the very end the state is unchanged. A text that is still being written is silent there.
      guard let timeline = feeder.track?.timeline, timeline.isComplete else { return .gap }
      return timeline.gaps.trailingDelay > 0 ? .delay : .speaking
    }
  }

  /// The present position, in microseconds of the current track's media time.
  package var position: Microseconds { place.position }

  /// The starting point of a step from here; `nil` if nothing is open.
  package var steppingPlace: SteppingPlace? { place.forStep }

  // MARK: The text, for clients that show it

  /// The present sentence of the current track, and its present word if that is known; `nil` if there is no text.
  package var textPlace: (sentence: Int, word: TextSpan?)? { place.text }

  /// The sentence that may be heard now of a text beside a recording that tells no times: its share of the text is that
  /// of the time. `nil` for all other texts.
  package var estimatedSentence: Int? { place.estimatedSentence }

  /// The start of the word or sentence that is heard after a word; `nil` after the last one.
  package func following(_ word: WordMark, of plan: SentencePlan) -> TextPlace? { hearing.following(word, of: plan) }

  // MARK: Recordings

  /// True if the current track is a recording.
  package var isAtRecording: Bool { place.track?.isRecording ?? false }

  /// True if the current track is a recording without sentences that have times.
  package var isAtUntimedRecording: Bool { place.track?.isUntimed ?? false }

  /// True if recordings with a replay gain are brought to the level of speech. True at first.
  package var levelsRecordings: Bool {
    get { feeder.feed.runs.levelsRecordings }
    set { feeder.feed.runs.levelsRecordings = newValue }
  }

  /// Records the heard place of a recording, which has no words. Whoever keeps a place that is heard now calls it
  /// before.
  package func noteRecordedPlace() { recordings.notePlace() }

  // MARK: Lengths

  /// Measures the sentences of queued tracks.
  package var lengthMeasurer: LengthMeasurer { lengths.measurer }

  // MARK: Documents

  /// The settings that documents keep beyond the queue; `nil` if nothing keeps them.
  package var documents: (any DocumentSettings)? {
    get { queuedDocuments.settings }
    set { queuedDocuments.settings = newValue }
  }

  /// The document of a track in the queue; `nil` for a text that is not divided.
  package func document(of id: TrackID) -> OpenDocument? { queuedDocuments.document(of: id) }

  /// The current document, also while paused.
  package var currentDocument: OpenDocument? { queuedDocuments.current }

  /// All chapters of the current document; `nil` if there is only one.
  package var book: BookTimeline? { queuedDocuments.book }

  /// All chapters of a document, in the queue or not.
  package func timeline(of document: OpenDocument) -> BookTimeline { queuedDocuments.timeline(of: document) }

  /// The present position in the time of the whole document; without a document, in the time of the track.
  package var documentPosition: Microseconds { queuedDocuments.position }

  /// True if the current text is, or may turn out to be, one of several chapters.
  package var isInDocument: Bool { queuedDocuments.isCurrent }

  /// The tracks, and all others of the same documents.
  package func withFurtherChapters(of ids: [TrackID]) -> [TrackID] { queuedDocuments.withFurtherChapters(of: ids) }

  /// The part of the opened bytes that belongs to one track. Further chapters of a book are counted when they arrive.
  package func ownBytes(of id: TrackID, outOf bytes: Int) -> Int { queuedDocuments.ownBytes(of: id, outOf: bytes) }

  /// The bytes of text that each track of an earlier run may take, before it is read again.
  package var keptBytes: [(id: TrackID, bytes: Int)] { queuedDocuments.keptBytes }
}
