import Documents
import EventLoop
package import Playback
import Recordings
import Speech
package import Vocabulary

/// The starting point of a step: a place of a track, in a sentence or in the silence after it.
package struct SteppingPlace: Equatable {
  /// The track that was heard.
  package var track: TrackID
  /// The index of the sentence, or of the one before the silence; -1 in a recording before the first one of its text.
  package var sentence: Int
  /// The position in the track's media time, in microseconds.
  package var position: Microseconds
}

/// The listener's moves: by a time, by units of the text, to a place, and back.
@Core
final class Moves {
  private let turns: Turns
  private let tracks: QueuedTracks
  private let place: PresentPlace
  private let documents: QueuedDocuments

  init(_ turns: Turns, _ tracks: QueuedTracks, _ place: PresentPlace, _ documents: QueuedDocuments) {
    self.turns = turns
    self.tracks = tracks
    self.place = place
    self.documents = documents
  }

  // MARK: By a time

  /// Moves by a time from the present position.
  ///
  /// - Parameter acrossChapters: true if the document counts as one text at the edges of chapters, provided its
  ///   chapters are read in order.
  func seek(by microseconds: Microseconds, acrossChapters: Bool) {
    guard let (track, here, _) = place.heard else { return }
    let now = track.timeline.frame(of: here).microseconds(at: track.timeline.sampleRate)
    if acrossChapters, turns.player.shuffle == .off, turns.player.loop != .track,
      let place = documents.book?.place(microseconds, from: now, of: track.id), place.track != track.id,
      turns.player.entry(place.track) != nil
    {
      return turns.send(.goTo(place.track, at: place.microseconds))
    }
    turns.send(.seek(to: now + microseconds))
  }

  // MARK: By units

  /// Moves by one unit. The previous track is before the first unit of a track, the next track after its last one.
  ///
  /// - Parameters:
  ///   - origin: the starting point of the step; `nil`: the present place.
  ///   - limit: a step back from later than this in a unit leads to its beginning.
  ///   - finishing: true if a step after the last track ends the reading.
  /// - Returns: true if there was a target.
  @discardableResult
  func step(
    _ direction: StepDirection, by unit: MovingUnit, from origin: SteppingPlace? = nil,
    restartingAfter limit: Microseconds,
    finishing: Bool = true
  ) -> Bool {
    if unit == .track { return stepTrack(direction, from: origin, limit, finishing: finishing) }
    guard let place = origin.flatMap({ tracks[$0.track] == nil ? nil : $0 }) ?? self.place.forStep,
      let track = tracks[place.track]
    else { return false }
    if track.countsInTime, unit == .bookmark {
      return step(direction, toOneOf: marks(in: track), in: track, from: place.position, limit)
    }
    if place.sentence < 0, direction == .back, place.position >= limit {
      turns.send(.goTo(track.id, at: 0))
      return true
    }
    func start(_ sentence: Int) -> Microseconds { track.start(of: sentence) }
    switch text(of: track, for: unit).target(
      of: direction, by: unit, from: place.sentence, isLate: { place.position - start($0) >= limit })
    {
    case .sentence(let sentence): go(to: sentence, of: track)
    case .outside(let direction): return leave(track, direction, by: unit, finishing: finishing)
    }
    return true
  }

  /// A track in the form for steps by a unit.
  private func text(of track: Track, for unit: MovingUnit) -> any SteppedText {
    guard unit == .bookmark else { return track }
    let marks = (documents.settings?.bookmarks(in: track.id) ?? []).compactMap { track.sentence(atScalar: $0) }
    return MarkedText(sentenceCount: track.sentenceCount, marks: Set(marks))
  }

  /// The bookmarks of a recording, in order.
  private func marks(in track: Track) -> [Microseconds] {
    (documents.settings?.bookmarks(in: track.id) ?? []).compactMap { track.time(atScalar: $0) }.sorted()
  }

  /// Goes to the next mark of a recording, or back to the one before. Returns false if there is none.
  private func step(
    _ direction: StepDirection, toOneOf marks: [Microseconds], in track: Track, from position: Microseconds,
    _ limit: Microseconds
  ) -> Bool {
    let target =
      direction == .forward ? marks.first { $0 > position } : marks.last { $0 + limit <= position }
    if let target { turns.send(.goTo(track.id, at: target)) }
    return target != nil
  }

  /// Repeats the current sentence, or the previous one if the current one has only just begun; in a recording without a
  /// text, some seconds.
  func again() {
    if place.track?.isUntimed ?? false {
      seek(by: -5_000_000, acrossChapters: true)
      return turns.send(.play)
    }
    step(.back, by: .sentence, restartingAfter: 1_000_000)
    turns.send(.play)
  }

  /// Goes to the beginning of a sentence.
  private func go(to sentence: Int, of track: Track) {
    turns.send(.goTo(track.id, at: track.start(of: sentence)))
  }

  // MARK: To a place

  /// Goes to the sentence at a place of the current track's text.
  func go(to offset: UInt32, _ unit: CountingUnit, in track: Track) throws(ReadingError) {
    guard let sentence = track.sentence(at: offset, in: unit) else {
      throw ReadingError(
        .outOfRange,
        track.timeline.isComplete ? "the text ends before that" : "the text has not been read in so far yet")
    }
    turns.send(.seek(to: track.isUntimed ? track.estimatedTime(of: sentence) : track.start(of: sentence)))
  }

  /// Marks the beginning or the end of the current word, for a repetition between both.
  func mark(_ mark: RepeatMark) throws(ReadingError) {
    guard let word = place.wordEdges else { throw ReadingError(.noTrack, "nothing is heard that could be marked") }
    let isBegun = turns.player.repeatMode == .a || turns.player.repeatMode == .ab
    if mark == .b, !isBegun {
      throw ReadingError(.outOfRange, "no beginning is marked; `aloud repeat a` marks one")
    }
    turns.send(.mark(mark, start: word.start, end: word.end))
  }

  // MARK: From a unit to the one outside of it

  private func stepTrack(
    _ direction: StepDirection, from origin: SteppingPlace?, _ limit: Microseconds, finishing: Bool
  ) -> Bool {
    guard let current = turns.player.current else { return false }
    guard let origin, turns.player.entry(origin.track) != nil else {
      let isForward = direction == .forward
      turns.send(isForward ? .next(finishing: finishing) : .previous(heard: place.position, restartAfter: limit))
      return true
    }
    switch direction {
    case .forward:
      // The previous press may have gone there already.
      guard let target = turns.player.following(origin.track) else {
        return stepTrack(direction, from: nil, limit, finishing: finishing)
      }
      if target == current { turns.send(.seek(to: 0)) } else { turns.send(.goTo(target)) }
    case .back:
      let target = origin.position >= limit ? origin.track : turns.player.preceding(origin.track) ?? origin.track
      turns.send(.goTo(target, at: 0))
    }
    return true
  }

  /// Steps over an end of a track.
  private func leave(_ track: Track, _ direction: StepDirection, by unit: MovingUnit, finishing: Bool) -> Bool {
    var id = track.id
    // The chapters of a document count as one text.
    while let next = direction == .forward ? turns.player.following(id) : turns.player.preceding(id),
      let chapter = tracks[next], chapter.isOfSameDocument(as: track)
    {
      let text = text(of: chapter, for: unit)
      if let sentence = direction == .forward ? text.first(unit) : text.last(unit) {
        go(to: sentence, of: chapter)
        return true
      }
      // The units of a text that is still closed are unknown.
      if chapter.sentenceCount == 0 {
        turns.send(.goTo(next))
        return true
      }
      id = next
    }
    switch (unit, direction) {
    case (.sentence, .forward), (.paragraph, .forward): turns.send(.next(finishing: finishing))
    case (.sentence, .back), (.paragraph, .back): turns.send(.previous(heard: 0, restartAfter: .max))
    // This text has no further such unit, and another text is not meant.
    default: return false
    }
    return true
  }
}
