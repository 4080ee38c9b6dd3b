import EventLoop
import Speech
import Vocabulary

/// Collects the voices of several engines, in the order of the engines. Nobody waits for one that is slow or ill.
@Core
final class VoiceListing {
  /// After the usual engine has listed its voices, the others have so long.
  private static let patience = Duration.seconds(1)
  /// The age at which a list of a former run is made anew. The first text has begun until then.
  private static let recallTrust = Duration.seconds(5)

  private let scheduler: any Scheduler
  private var known: [String: [Voice]] = [:]
  /// The voices that take part in no process of another one: those whose sound has not the rate of most voices of their
  /// engine, and those that are alone.
  private(set) var odd: [VoiceID: OddVoice] = [:]
  /// Called when the voices of an engine have become known after the others, or are others than before.
  var onLate: (@Core () -> Void)?
  /// Called when an engine does not list its voices.
  var onFailure: (@Core (SpeechEngine, Trouble) -> Void)?
  /// Called when an engine has listed its voices now: a list that is kept says nothing about its health.
  var onSuccess: (@Core (SpeechEngine) -> Void)?

  init(scheduler: any Scheduler) { self.scheduler = scheduler }

  /// Lists the voices of engines, the usual one of which is the first; `done` is called once, in a later turn.
  ///
  /// It fails if the first engine does.
  func ask(_ engines: [SpeechEngine], _ done: @escaping @Core (Result<[Voice], Trouble>) -> Void) {
    var missing = engines.count
    var limit: TimerToken?
    var isOver = false
    func finish(_ result: Result<[Voice], Trouble>) {
      guard !isOver else { return }
      isOver = true
      if let limit { scheduler.cancel(limit) }
      done(result)
    }
    for (index, engine) in engines.enumerated() {
      let isKept = engine.hasListed
      engine.voices { [weak self, scheduler] result in
        missing -= 1
        let isNews = self?.note(result, of: engine, isKept: isKept || engine.hasRecalled) ?? false
        if !isKept, engine.hasRecalled { self?.askLater(engine) }
        if index == 0 {
          if case .failure(let error) = result { return finish(.failure(error)) }
          if !isOver {
            limit = scheduler.schedule(after: Self.patience) { finish(.success(self?.voices(of: engines) ?? [])) }
          }
        }
        if isOver, isNews { self?.onLate?() }
        if missing == 0 { finish(.success(self?.voices(of: engines) ?? [])) }
      }
    }
  }

  /// A voice as its engine has listed it; `nil` if it has not, or not yet.
  func voice(_ id: VoiceID) -> Voice? { known[id.engine]?.first { $0.id == id } }

  /// Asks one engine anew.
  func askAgain(_ engine: SpeechEngine) {
    let isListing = !engine.forgetVoices()
    let folders = engine.voiceFolders
    engine.voices { [weak self] in
      // A folder in which nothing lies yet is news, too: it is to be watched.
      if self?.note($0, of: engine) ?? false || engine.voiceFolders != folders { self?.onLate?() }
      // A list that was being made may be of before.
      if isListing { self?.askAgain(engine) }
    }
  }

  /// Nothing that was seen of the engine has changed since a former run. Its libraries may have.
  private func askLater(_ engine: SpeechEngine) {
    scheduler.schedule(after: Self.recallTrust) { [weak self, weak engine] in
      guard let engine, engine.hasRecalled else { return }
      self?.askAgain(engine)
    }
  }

  /// An engine is gone.
  func forget(_ engine: String) {
    known[engine] = nil
    odd = odd.filter { $0.key.engine != engine }
  }

  /// - Returns: true if the voices are not those that were known.
  private func note(_ result: Result<[Voice], Trouble>, of engine: SpeechEngine, isKept: Bool = false) -> Bool {
    switch result {
    case .success(var voices):
      if !isKept { onSuccess?(engine) }
      let hasOnePitch = engine.traits?.pitch.count == 1
      for index in voices.indices { voices[index].hasOnePitch = hasOnePitch }
      let isNews = known[engine.engine] != voices
      forget(engine.engine)
      known[engine.engine] = voices
      for voice in voices where voice.isAlone || voice.sampleRate != engine.traits?.sampleRate {
        odd[voice.id] = voice.isAlone ? .alone(voice.id) : .rate(voice.sampleRate)
      }
      return isNews
    case .failure(let error):
      onFailure?(engine, error)
      return false
    }
  }

  private func voices(of engines: [SpeechEngine]) -> [Voice] { engines.flatMap { known[$0.engine] ?? [] } }
}

/// What sets a voice apart from the others of its engine: voices that are alike share a process.
enum OddVoice: Hashable {
  case rate(SampleRate)
  case alone(VoiceID)
}
