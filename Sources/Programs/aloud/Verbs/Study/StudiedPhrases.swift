import AloudAPI
import AloudClient
import BusValues
import CommandOutput
import EventLoop
import Study
import Vocabulary

/// The phrases of the current recording or text as the service has them, and changes of them.
@Core
struct StudiedPhrases {
  /// The phrases that are asked for at a time.
  private static let page: UInt32 = 4096

  private let service: Service
  private let task: String

  /// - Parameter task: completes "cannot …".
  init(_ service: Service, task: String) { (self.service, self.task) = (service, task) }

  /// All of them; none while they are being found.
  ///
  /// - Throws: if nothing is studied.
  func all() async throws(Failure) -> [Phrase] {
    var phrases: [Phrase] = []
    while true {
      let answer: [BusValue]
      do throws(Failure) {
        answer = try await service.call(
          .listPhrases("/", first: UInt32(clamping: phrases.count), count: Self.page), task: task)
      } catch {
        var error = error
        if error.apiCode == .noTrack { error.cure = "aloud learn FILE" }
        throw error
      }
      let details = answer.count == 2 ? answer[1].asVardict ?? [:] : [:]
      guard details["state"]?.asString != StudyState.off.rawValue else {
        throw Failure(.failed, "cannot \(task): nothing is studied", cure: "aloud learn FILE")
      }
      let more = (answer.first?.asArray ?? []).compactMap(Self.phrase)
      phrases += more
      guard more.count == Self.page else { return phrases }
    }
  }

  /// Changes a phrase.
  func make(_ edit: PhraseEditArgument) async throws(Failure) {
    var (index, time): (Int, Microseconds) = ((edit.phrase ?? 1) - 1, 0)
    if let place = edit.place {
      let phrases = try await all()
      if edit.kind == .split {
        guard let found = phrases.firstIndex(where: { $0.start < place.time && place.time < $0.end }) else {
          throw Failure(
            .failed, "cannot \(task): no phrase is heard at \(PhraseListing.clock(place.time))",
            cure: "aloud learn --list")
        }
        (index, time) = (found, place.time)
      } else if phrases.indices.contains(index) {
        let edge = edit.kind == .start ? phrases[index].start : phrases[index].end
        time = place.isRelative ? max(0, edge + place.time) : place.time
      }
    }
    do throws(Failure) {
      _ = try await service.call(
        .editPhrases("/", edit.kind, phrase: UInt32(clamping: index), at: time), task: task)
    } catch {
      var error = error
      if error.apiCode == .outOfRange { error.cure = "aloud learn --list" }
      throw error
    }
  }

  private static func phrase(_ value: BusValue) -> Phrase? {
    guard let times = value.asStructure?.compactMap(\.asMicroseconds), times.count == 4 else { return nil }
    return Phrase(start: times[0], voiceStart: times[1], voiceEnd: times[2], end: times[3])
  }
}
