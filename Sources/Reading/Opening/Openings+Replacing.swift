import Documents
import EventLoop
import Playback
import Speech

// A document is in the queue once, unless somebody adds it twice: where it is opened again it goes on there, with what
// was asked for this time.
extension Openings {
  /// The chapters in the queue of an earlier opening of the same document, and the one of them that is being read just
  /// as it is asked for now.
  func formerTracks(of opening: Opening) -> (ids: [TrackID], heard: TrackID?) {
    guard opening.isReplacing, let document = opening.document, document.path != nil else { return ([], nil) }
    // Of ten thousand chapters that wait the file is looked at once.
    let identity = document.path.flatMap { reader.identity(ofFileAt: $0) }
    let tracks = session.player.ids.compactMap { session.track($0) }.filter { $0.isPart(of: document, identity) }
    guard document.start == nil, session.player.wantsSound,
      let current = tracks.first(where: { $0.id == heardNow }),
      current.document?.voices.standard == document.voices.standard,
      current.document?.isShutOut == false || admission.room == 0
    else { return (tracks.map(\.id), nil) }
    return (tracks.map(\.id), current.id)
  }

  /// The track that is being read, also while a said text is heard in front of it.
  private var heardNow: TrackID? {
    guard let current = session.player.current, session.player.entry(current)?.isSaid == true else {
      return session.player.current
    }
    return session.player.putOff?.track ?? current
  }

  /// Takes the earlier opening's tracks out; where it was in one of those, it goes on in the new ones.
  func replace(_ former: [TrackID], by first: TrackID, playing: Bool) {
    guard !former.isEmpty else { return }
    if let current = session.player.current, former.contains(current) {
      session.send(.goTo(first))
      if playing { session.send(.play) }
    }
    // A pause of what goes is no pause of what comes after it.
    if playing, let putOff = session.player.putOff?.track, former.contains(putOff) { session.send(.expect(putOff)) }
    session.send(.remove(former))
  }
}

extension SpokenTrack {
  /// Whether it is a chapter of an earlier opening of a document, from the same file; of one that is closed only the file
  /// is known. Two files with the same text are two entries, as they were asked for; so is a text without a file.
  ///
  /// - Parameter identity: that of the document's file as it is now.
  fileprivate func isPart(of document: OpenDocument, _ identity: FileIdentity?) -> Bool {
    if let own = self.document {
      return own !== document && own.contentID == document.contentID && own.path == document.path
    }
    guard keptChapter != nil, case .file(let path, let known, _)? = origin else { return false }
    return path == document.path && known == identity
  }
}
