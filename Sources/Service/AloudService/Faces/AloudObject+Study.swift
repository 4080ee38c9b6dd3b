import AloudAPI
import BusValues
import DBusKit
import EventLoop
import MPRIS
import Playback
import Reading
import Speech
import Study
import Vocabulary

// The calls of clients about studying.
extension AloudObject {
  func learn(_ path: ObjectPath, _ options: LearnOptions) throws(APIError) -> Answer {
    try studying.learn(try text(of: path), options)
    return .done
  }

  func stopLearning(_ path: ObjectPath) throws(APIError) -> Answer {
    studying.stop(try text(of: path))
    return .done
  }

  func editPhrases(
    _ path: ObjectPath, _ edit: PhraseEdit.Kind, phrase: UInt32, at time: Microseconds
  ) throws(APIError) -> Answer {
    try studying.edit(try text(of: path), edit, phrase: Int(phrase), at: time)
    return .done
  }

  /// The most phrases of an answer.
  private static let mostPhrases = 4096

  /// The reply shows what somebody listens to, so it follows the rule for the text.
  func listPhrases(of path: ObjectPath, first: UInt32, count: UInt32, for call: IncomingCall) -> Answer {
    access.ask(for: call.sender, "the phrases", locked: .withPrivateTitles) { [self] refusal in
      do throws(APIError) {
        if let refusal { throw refusal }
        let track = try text(of: path)
        let total = track.exercise == nil ? 0 : track.sentenceCount
        let start = min(Int(first), total)
        let end = min(total, start + min(Int(count), Self.mostPhrases))
        let phrases = (start..<end).compactMap { track.phrase($0) }
        var details = study(of: track)
        details["total"] = .uint32(UInt32(clamping: total))
        call.reply([
          .array(
            of: "(xxxx)",
            phrases.map { phrase in
              .structure([
                .microseconds(phrase.start), .microseconds(phrase.voiceStart), .microseconds(phrase.voiceEnd),
                .microseconds(phrase.end),
              ])
            }), .vardict(details),
        ])
      } catch {
        call.fail(error.busError)
      }
    }
    return .later
  }

  // MARK: Places of what is studied

  /// The current track, if it is studied.
  var studied: Track? { currentTrack.flatMap { $0.exercise == nil ? nil : $0 } }

  private var currentTrack: Track? { session.snapshot.track.flatMap { session.track($0) } }

  /// Goes to a place of what is studied: to the first turn of its phrase, or to the next phrase.
  func setPosition(ofRecording position: Microseconds) throws(APIError) -> Answer {
    guard let track = currentTrack else { return .done }
    let length = track.originalLength
    if position > length, track.isOriginalLengthExact {
      throw APIError(.outOfRange, "the recording ends after \(ClockText.of(microseconds: length))")
    }
    session.send(.seek(to: track.time(ofOriginal: position)))
    return .now([.microseconds(session.position)])
  }

  // MARK: The property

  /// The study of the current track.
  var study: [String: BusValue] { study(of: currentTrack) }

  private func study(of track: Track?) -> [String: BusValue] {
    var table: [String: BusValue] = [:]
    guard let track, let plan = track.options.study else { return ["state": .string(StudyState.off.rawValue)] }
    guard track.exercise != nil else {
      let progress = studying.progress(of: track)
      table["state"] = .string((progress == nil ? StudyState.off : .finding).rawValue)
      table["progress"] = progress.map { .double($0) }
      return table
    }
    table["state"] = .string(StudyState.phrases.rawValue)
    table["phrases"] = .uint32(UInt32(clamping: track.sentenceCount))
    table["repetitions"] = .uint32(UInt32(clamping: plan.exercise.speeds.count))
    guard track.id == session.snapshot.track, let place = session.studyPlace else { return table }
    table["phrase"] = .uint32(UInt32(clamping: place.phrase))
    table["repetition"] = .uint32(UInt32(clamping: place.turn))
    table["gap"] = .bool(place.isInGap)
    if place.isTranslation { table["translation"] = .bool(true) }
    table["remaining"] = place.remaining.map { .microseconds($0) }
    table["recorded"] = .microseconds(place.original)
    return table
  }
}
