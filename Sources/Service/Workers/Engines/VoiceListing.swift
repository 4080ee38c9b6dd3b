import EventLoop
import Speech
import Vocabulary

/// Collects the voices of several engines, in the order of the engines. One that works is waited for (``VoiceWait``),
/// but not by those who do with the voices that are known.
@Core
final class VoiceListing {
  /// The age at which a list of a former run is made anew. The first text has begun until then.
  private static let recallTrust = Duration.seconds(5)

  private let scheduler: any Scheduler
  private var known: [String: [Voice]] = [:]
  /// The voices that take part in no process of another one: those whose sound has not the rate of most voices of their
  /// engine, and those that are alone.
  private(set) var odd: [VoiceID: OddVoice] = [:]
  /// The engines that list their voices now, by their names.
  private var waits: [String: VoiceWait] = [:]
  private var inquiries: [Inquiry] = []
  private var nextNumber = 0
  /// Those who wait until no engine is waited for.
  private var waitingForEnd: [@Core () -> Void] = []
  /// The engines whose voices were a part of a list, even if they had none yet.
  private var told: Set<String> = []
  private var timer: TimerToken?
  /// Called when the voices of an engine have become known after the others, or are others than before.
  var onLate: (@Core () -> Void)?
  /// Called when an engine does not list its voices.
  var onFailure: (@Core (SpeechEngine, Trouble) -> Void)?
  /// Called when an engine has listed its voices now: a list of a former run says nothing about its health.
  var onSuccess: (@Core (SpeechEngine) -> Void)?

  /// Somebody who wants the voices of some engines.
  private struct Inquiry {
    /// In the order in which they came.
    var number: Int
    var engines: [SpeechEngine]
    var some: @Core ([Voice]) -> Void
    var done: @Core (Result<[Voice], Trouble>) -> Void
  }

  init(scheduler: any Scheduler) { self.scheduler = scheduler }

  // MARK: Questions

  /// Lists the voices of engines, the usual one of which is the first; `done` is called once, in a later turn.
  ///
  /// It fails if the first engine does.
  ///
  /// - Parameter some: gets the voices that are known when an engine takes long, and again when more are.
  func ask(
    _ engines: [SpeechEngine], some: @escaping @Core ([Voice]) -> Void,
    _ done: @escaping @Core (Result<[Voice], Trouble>) -> Void
  ) {
    inquiries.append(Inquiry(number: nextNumber, engines: engines, some: some, done: done))
    nextNumber += 1
    for (index, engine) in engines.enumerated() { list(engine, isNeeded: index == 0) }
    Core.loop.schedule(after: .zero) { self.settle() }
  }

  /// A voice as its engine has listed it; `nil` if it has not, or not yet.
  func voice(_ id: VoiceID) -> Voice? { known[id.engine]?.first { $0.id == id } }

  /// Asks one engine anew.
  func askAgain(_ engine: SpeechEngine) {
    // A list that is being made may be of before.
    guard engine.forgetVoices() else {
      waits[engine.engine]?.isStale = true
      return
    }
    list(engine)
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
    waits[engine] = nil
    told.remove(engine)
    forgetVoices(of: engine)
    Core.loop.schedule(after: .zero) { self.settle() }
  }

  /// True while an engine is waited for, or somebody has not got their list yet.
  var isListing: Bool { isWaiting || !inquiries.isEmpty }

  private var isWaiting: Bool { waits.values.contains { !$0.isGivenUp } }

  /// Calls `body` when all lists are answered; at once if that is so already.
  func whenListed(_ body: @escaping @Core () -> Void) {
    if isListing { waitingForEnd.append(body) } else { body() }
  }

  // MARK: The engines

  private func list(_ engine: SpeechEngine, isNeeded: Bool = false) {
    guard !engine.hasListed, waits[engine.engine]?.engine !== engine else { return }
    waits[engine.engine] = VoiceWait(engine, isNeeded: isNeeded)
    engine.voices { self.take($0, of: engine) }
    watchOver()
  }

  private func take(_ result: Result<[Voice], Trouble>, of engine: SpeechEngine) {
    // Another engine may have its name now.
    guard let wait = waits[engine.engine], wait.engine === engine else { return }
    waits[engine.engine] = nil
    let isNews = note(result, of: engine)
    if engine.hasRecalled { askLater(engine) }
    if case .failure(let error) = result {
      answer({ $0.engines[0] === engine }) { _ in .failure(error) }
    }
    // A folder in which nothing lies yet is news, too: it is to be watched.
    if told.contains(engine.engine), isNews || engine.voiceFolders != wait.formerFolders { onLate?() }
    if wait.isStale { askAgain(engine) }
    settle()
  }

  /// - Returns: true if the voices are not those that were known.
  private func note(_ result: Result<[Voice], Trouble>, of engine: SpeechEngine) -> Bool {
    switch result {
    case .success(var voices):
      if !engine.hasRecalled { onSuccess?(engine) }
      let hasOnePitch = engine.traits?.pitch.count == 1
      for index in voices.indices { voices[index].hasOnePitch = hasOnePitch }
      let isNews = known[engine.engine] != voices
      forgetVoices(of: engine.engine)
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

  private func forgetVoices(of engine: String) {
    known[engine] = nil
    odd = odd.filter { $0.key.engine != engine }
  }

  private func voices(of engines: [SpeechEngine]) -> [Voice] { engines.flatMap { known[$0.engine] ?? [] } }

  // MARK: The wait

  private func watchOver() {
    guard timer == nil, isWaiting else { return }
    timer = scheduler.schedule(after: VoiceWait.lookInterval) { [weak self] in
      guard let self else { return }
      timer = nil
      // The time of the others counts from the list of the usual engine.
      if !waits.values.contains(where: \.isNeeded) {
        for name in waits.keys { waits[name]?.look() }
      }
      settle()
      watchOver()
    }
  }

  /// Answers those whose engines are not waited for any more. The others get the voices that are known, once they have
  /// waited for a while.
  private func settle() {
    answer({ !$0.engines.contains(where: isAwaited) }) { inquiry in
      told.formUnion(inquiry.engines.map(\.engine))
      return .success(voices(of: inquiry.engines))
    }
    if waits.values.contains(where: { $0.time >= VoiceWait.patience && !$0.isGivenUp }) {
      for inquiry in inquiries where !isAwaited(inquiry.engines[0]) { inquiry.some(voices(of: inquiry.engines)) }
    }
    if !isWaiting { scheduler.cancel(&timer) }
    guard !isListing else { return }
    let waiting = waitingForEnd
    waitingForEnd = []
    for body in waiting { body() }
  }

  private func isAwaited(_ engine: SpeechEngine) -> Bool {
    waits[engine.engine].map { $0.engine === engine && !$0.isGivenUp } ?? false
  }

  /// Answers one after the other: as long as one is left, the list that another has got may be of before.
  private func answer(_ isOver: (Inquiry) -> Bool, _ result: (Inquiry) -> Result<[Voice], Trouble>) {
    // Those that come meanwhile have a turn of their own.
    let end = nextNumber
    while let index = inquiries.firstIndex(where: { $0.number < end && isOver($0) }) {
      let inquiry = inquiries.remove(at: index)
      inquiry.done(result(inquiry))
    }
  }
}

/// The difference of a voice from the others of its engine: voices that are alike share a process.
enum OddVoice: Hashable {
  case rate(SampleRate)
  case alone(VoiceID)
}
