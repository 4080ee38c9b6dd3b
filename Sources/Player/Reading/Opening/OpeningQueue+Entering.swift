import EventLoop
import Playback
import Speech
import Vocabulary

// The way of a text into the queue, once there is something to speak.
extension OpeningQueue {
  /// Finds out if a text may enter the queue, whose turn it is.
  func ask(_ text: PendingText) {
    let former = formerTracks(of: text)
    if let heard = former.heard { return perform(text.handle(.heard(heard)), of: text) }
    let first = text.first.id
    // Texts of the service itself are always admitted.
    let room = text.terms.admitting == nil ? .max : admission.room + former.ids.count
    do throws(ReadingError) {
      try text.terms.admitting?(former.ids)
      try text.checkFirst(isWithin: room)
    } catch {
      return perform(text.handle(.refused(error)), of: text)
    }
    let entry = Opening.Entry(first: first, former: former.ids, sounds: isToBeHeard(text))
    perform(text.handle(.admitted(entry, room: room)), of: text)
  }

  /// Puts the first tracks into the queue.
  func enter(_ text: PendingText, _ new: [Track], _ entry: Opening.Entry) {
    queue(text, new, placement(of: text, insteadOf: entry.former), playing: entry.sounds)
  }

  /// The first tracks are in the queue.
  func takePlace(_ text: PendingText, _ entry: Opening.Entry) {
    replace(entry.former, by: entry.first, playing: entry.sounds)
    if let sound = text.sound { settle(sound) }
    if let after = text.terms.after { session.endSeries(after) }
    // The text has been saved by now, or will be saved from the text that was read.
    for track in text.tracks where track.source?.isSavedInPieces == false { track.source = nil }
  }

  /// The client knows the first track. If the reading begins further on, the tracks before it have entered the queue
  /// too.
  func tellOthers(of text: PendingText, beside first: TrackID) {
    for track in text.queued where track.id != first { session.notify?(.joined(track, after: first)) }
    if let error = text.missing { session.succession.cannotRead(error, behind: nil) }
    guard !text.opening.isBeingRead else { return }
    describe(text)
    tellShutOut(text)
  }

  /// Many chapters arrive within a moment: one change of the queue for all of them.
  func askForRoomSoon(_ text: PendingText) {
    guard text.followTimer == nil else { return }
    text.followTimer = scheduler.schedule(after: .milliseconds(20)) { [weak self, weak text] in
      guard let self, let text else { return }
      text.followTimer = nil
      askForRoom(text)
    }
  }

  /// Further tracks may follow if one of the text is still in the queue. If every chapter was removed, these are too.
  func askForRoom(_ text: PendingText) {
    guard text.opening.hasFurther, lastQueued(in: text.queued) != nil else { return }
    perform(text.handle(.room(admission.room)), of: text)
  }

  /// Puts further tracks into the queue.
  func follow(_ text: PendingText, _ new: [Track]) {
    guard let anchor = lastQueued(in: text.queued.dropLast(new.count)) else { return }
    for track in new { session.notify?(.joined(track, after: anchor)) }
    queue(text, new, .continuing(anchor), playing: false)
  }

  private func lastQueued(in tracks: ArraySlice<Track>) -> TrackID? {
    tracks.last { session.track($0.id) != nil }?.id
  }

  /// The present place of a text in the queue.
  private func placement(of text: PendingText, insteadOf former: [TrackID]) -> Placement {
    // The new text takes the place of the current one.
    if let current = session.player.current, former.contains(current) { return .behind(current) }
    if let last = text.terms.after.flatMap({ session.queuedDocuments.lastToCome(with: $0) }) { return .after(last) }
    // A text that waits for Play does not silence what the listener has asked for since.
    if text.terms.isPlaying, !isToBeHeard(text), session.player.wantsSound { return .last }
    return text.terms.placement
  }

  /// True if it is to sound as soon as it is its turn. What was asked for before an order of silence is not.
  func isToBeHeard(_ text: PendingText) -> Bool {
    text.terms.isPlaying && !(heedsSilence && session.silences.haveOvertaken(text.terms.silences))
  }

  private func queue(_ text: PendingText, _ new: [Track], _ placement: Placement, playing: Bool) {
    guard let last = new.last else { return }
    let former = text.document?.tracks.count ?? 0
    for track in new { text.document?.add(track.id) }
    session.add(
      new.map { ($0, text.metadata.metadata(of: $0)) }, placement, playing: playing,
      from: text.takeBeginning(in: new),
      rate: former == 0 ? text.document.flatMap { session.documents?.rate(of: $0) } : nil)
    session.grew(text.intake.seal(before: last))
    if former == 1 { describe(text) }
  }

  /// Updates the metadata. A second or the last chapter adds to the data of the first.
  func describe(_ text: PendingText) {
    for track in text.queued {
      guard let entry = session.player.entry(track.id) else { continue }
      // The metadata of an earlier run is kept, except for titles that were only the file's name.
      let metadata =
        text.opening.isAdopted
        ? text.document.map { text.metadata.renamed(entry.metadata, in: $0) } ?? entry.metadata
        : text.metadata.metadata(of: track)
      if entry.metadata != metadata { session.send(.described(track.id, metadata)) }
    }
  }
}
