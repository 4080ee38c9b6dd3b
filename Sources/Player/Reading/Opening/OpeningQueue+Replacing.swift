import Documents
import EventLoop
import Playback
import Speech

// A document is in the queue once, unless it is added again on purpose. If it is opened again, it continues there with
// the options of the new request.
extension OpeningQueue {
  /// The queued chapters of an earlier opening of the same document, and the one of them that is being read in the way
  /// that is requested now.
  func formerTracks(of text: PendingText) -> (ids: [TrackID], heard: TrackID?) {
    guard text.terms.isReplacing, let document = text.document, document.path != nil else { return ([], nil) }
    let tracks = session.player.ids.compactMap { session.track($0) }
      .filter { Self.isPart($0, of: document, text.terms.fileIdentity) }
    guard document.start == nil, session.player.wantsSound,
      let current = tracks.first(where: { $0.id == heardNow }),
      current.document?.voices.standard == document.voices.standard,
      current.document?.isShutOut == false || admission.room == 0
    else { return (tracks.map(\.id), nil) }
    return (tracks.map(\.id), current.id)
  }

  /// The track that is being read, also while a said text is heard before it.
  private var heardNow: TrackID? {
    guard let current = session.player.current, session.player.entry(current)?.isSaid == true else {
      return session.player.current
    }
    return session.player.putOff?.track ?? current
  }

  /// Removes the tracks of the earlier opening. If one of them was current, the reading continues in the new ones.
  func replace(_ former: [TrackID], by first: TrackID, playing: Bool) {
    guard !former.isEmpty else { return }
    if let current = session.player.current, former.contains(current) {
      session.send(.goTo(first))
      if playing { session.send(.play) }
    }
    // A pause of the removed tracks does not pause the new ones.
    if playing, let putOff = session.player.putOff?.track, former.contains(putOff) { session.send(.expect(putOff)) }
    session.send(.remove(former))
  }

  /// True if a track is a chapter of an earlier opening of a document, from the same file. For a closed one only the
  /// file is known. Two files with the same text are two entries, as requested; so is a text without a file.
  ///
  /// - Parameter identity: the identity of the document's file when it was opened.
  private static func isPart(_ track: Track, of document: OpenDocument, _ identity: FileIdentity?) -> Bool {
    if let own = track.document {
      return own !== document && own.contentID == document.contentID && own.path == document.path
    }
    guard track.keptChapter != nil, case .file(let path, let known, _)? = track.origin else { return false }
    return path == document.path && known == identity
  }
}
