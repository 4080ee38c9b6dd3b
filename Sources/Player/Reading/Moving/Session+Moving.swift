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

// Stepping by meaning: the next unit, and its place.
extension Session {
  /// The present place; `nil` if nothing is open.
  package var steppingPlace: SteppingPlace? {
    guard let track = player.current.flatMap({ self.track($0) }), let heard = feeder.heard() else { return nil }
    let place = feeder.place(of: heard)
    var sentence = place.sentence(in: track.timeline)
    // The first sentence of the text beside a recording is still to come.
    if track.hasTimedText, case .leadingDelay = place { sentence = -1 }
    return SteppingPlace(
      track: track.id, sentence: sentence,
      position: track.timeline.frame(of: place).microseconds(at: track.timeline.sampleRate))
  }

  /// Moves by one unit. The previous track is before the first unit of a track, the next track after its last one.
  ///
  /// - Parameters:
  ///   - origin: the starting point of the step; `nil`: the present place.
  ///   - limit: a step back from later than this in a unit leads to its beginning.
  ///   - finishing: true if a step after the last track ends the reading.
  /// - Returns: true if there was a target.
  @discardableResult
  package func step(
    _ direction: StepDirection, by unit: MovingUnit, from origin: SteppingPlace? = nil,
    restartingAfter limit: Microseconds,
    finishing: Bool = true
  ) -> Bool {
    if unit == .track { return stepTrack(direction, from: origin, limit, finishing: finishing) }
    guard let place = origin.flatMap({ self.track($0.track) == nil ? nil : $0 }) ?? steppingPlace,
      let track = track(place.track)
    else { return false }
    if track.countsInTime, unit == .bookmark {
      return step(direction, toOneOf: marks(in: track), in: track, from: place.position, limit)
    }
    if place.sentence < 0, direction == .back, place.position >= limit {
      send(.goTo(track.id, at: 0))
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
    let marks = (documents?.bookmarks(in: track.id) ?? []).compactMap { track.sentence(atScalar: $0) }
    return MarkedText(sentenceCount: track.sentenceCount, marks: Set(marks))
  }

  /// The bookmarks of a recording, in order.
  private func marks(in track: Track) -> [Microseconds] {
    (documents?.bookmarks(in: track.id) ?? []).compactMap { track.time(atScalar: $0) }.sorted()
  }

  /// Goes to the next mark of a recording, or back to the one before. Returns false if there is none.
  private func step(
    _ direction: StepDirection, toOneOf marks: [Microseconds], in track: Track, from position: Microseconds,
    _ limit: Microseconds
  ) -> Bool {
    let target =
      direction == .forward ? marks.first { $0 > position } : marks.last { $0 + limit <= position }
    if let target { send(.goTo(track.id, at: target)) }
    return target != nil
  }

  /// Repeats the current sentence, or the previous one if the current one has only just begun; in a recording without a
  /// text, some seconds.
  package func again() {
    if isAtUntimedRecording {
      seek(by: -5_000_000, acrossChapters: true)
      return send(.play)
    }
    step(.back, by: .sentence, restartingAfter: 1_000_000)
    send(.play)
  }

  /// Goes to the beginning of a sentence.
  package func go(to sentence: Int, of track: Track) {
    send(.goTo(track.id, at: track.start(of: sentence)))
  }

  private func stepTrack(
    _ direction: StepDirection, from origin: SteppingPlace?, _ limit: Microseconds, finishing: Bool
  ) -> Bool {
    guard let current = player.current else { return false }
    guard let origin, player.entry(origin.track) != nil else {
      let isForward = direction == .forward
      send(isForward ? .next(finishing: finishing) : .previous(heard: position, restartAfter: limit))
      return true
    }
    switch direction {
    case .forward:
      // The previous press may have gone there already.
      guard let target = player.following(origin.track) else {
        return stepTrack(direction, from: nil, limit, finishing: finishing)
      }
      if target == current { send(.seek(to: 0)) } else { send(.goTo(target)) }
    case .back:
      let target = origin.position >= limit ? origin.track : player.preceding(origin.track) ?? origin.track
      send(.goTo(target, at: 0))
    }
    return true
  }

  /// Steps over an end of a track.
  private func leave(_ track: Track, _ direction: StepDirection, by unit: MovingUnit, finishing: Bool) -> Bool {
    var id = track.id
    // The chapters of a document count as one text.
    while let next = direction == .forward ? player.following(id) : player.preceding(id),
      let chapter = self.track(next), chapter.isOfSameDocument(as: track)
    {
      let text = text(of: chapter, for: unit)
      if let sentence = direction == .forward ? text.first(unit) : text.last(unit) {
        go(to: sentence, of: chapter)
        return true
      }
      // The units of a text that is still closed are unknown.
      if chapter.sentenceCount == 0 {
        send(.goTo(next))
        return true
      }
      id = next
    }
    switch (unit, direction) {
    case (.sentence, .forward), (.paragraph, .forward): send(.next(finishing: finishing))
    case (.sentence, .back), (.paragraph, .back): send(.previous(heard: 0, restartAfter: .max))
    // This text has no further such unit, and another text is not meant.
    default: return false
    }
    return true
  }
}
