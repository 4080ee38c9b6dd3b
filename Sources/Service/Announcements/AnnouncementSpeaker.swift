/// The speaker of announcements as a value: which run has the player, and the meaning of the player's reports. Events
/// in, effects out.
///
/// The player may hold two of them at once: one that fades out, of which nothing is reported any more, and the one
/// after it, which waits until that is silent. Each report of the player names its text, and counts for the run of that
/// text alone.
///
/// A text that cannot be spoken has a *sign* in its place, a fixed sound, so that the listener knows that there was
/// something.
///
/// `Text` names a text in the player, and is never used twice.
public struct AnnouncementSpeaker<Text: Hashable & Sendable>: Equatable, Sendable {
  /// The number of one attempt to speak an announcement.
  public typealias Run = AnnouncementLane.Run

  /// Something that happened.
  public enum Event: Equatable, Sendable {
    /// A run is to be spoken. Nothing is reported of any other one from now on.
    case speak(Run)
    /// A run is to end.
    case stop(Run, AnnouncementLane.Stop)
    /// Nothing may sound any more, not even what fades out.
    case silence
    /// The text of a run, or its sign, enters the player in this moment; see ``AnnouncementSpeaker/mayEnter(_:)``.
    case entering(Run)
    /// The text of a run, or its sign, is in the player.
    case entered(Run, Text)
    /// The text of a run, or its sign, cannot be opened.
    case refused(Run, String)
    /// The first sound of a text is heard.
    case began(Text)
    /// A word of a text begins to be heard.
    case word(Text, AnnouncedWord)
    /// A text was heard to its end.
    case finished(Text)
    /// A text, or a part of it, cannot be spoken; `nil`: the one that is in the player.
    case failed(Text?, String)
    /// Nothing more of the text in the player can be read.
    case blocked(String)
    /// The player rests at the end of a sentence, or at once if nothing was being spoken.
    case rested
    /// The time of a fade is over.
    case faded(Fade)
    /// The player is silent after a fade.
    case silent(Fade)
  }

  /// An order to the driver. They are performed in order.
  public enum Effect: Equatable, Sendable {
    /// Opens the text of a run, and puts it into the player.
    case open(Run)
    /// Puts the sign of a run into the player.
    case openSign(Run)
    /// Takes a text out of the player: it is silent within one cycle.
    case remove(Text)
    /// Fades the sound out. ``Event/faded(_:)`` follows, unless ``awaitSilence(_:)`` comes first.
    case fadeOut(Fade)
    /// Brings the level back once the player is silent, and then sends ``Event/silent(_:)``.
    case awaitSilence(Fade)
    /// Lets the player rest at the end of its sentence.
    case endWithSentence
    /// Tells the lane.
    case report(Report)
  }

  /// News about a run, for the lane.
  public enum Report: Equatable, Sendable {
    /// It is heard.
    case started(Run)
    /// A word of it begins to be heard. It comes after its start, and before its end.
    case word(Run, AnnouncedWord)
    /// It was heard to its end.
    case finished(Run)
    /// It ended with a sentence, as asked for.
    case stopped(Run)
    /// It cannot be spoken, or not to its end.
    case failed(Run, String)
  }

  /// The number of a fade.
  public struct Fade: Hashable, Sendable {
    var number: UInt64
  }

  /// The run that has its turn.
  private struct Speaking: Equatable, Sendable {
    enum Place: Equatable, Sendable {
      /// Another one still fades out.
      case waiting
      case opening
      /// It is put into the player just now: a text that is not known yet is its own.
      case entering
      case inPlayer(Text)
    }
    var run: Run
    var place: Place
    var hasBegun = false
    var isEnding = false
    /// The reason why its sign stands for the text; `nil` if it is spoken.
    var trouble: String?

    var text: Text? { if case .inPlayer(let text) = place { text } else { nil } }
  }

  /// The one before, which is over for the lane.
  private enum Leaving: Equatable, Sendable {
    case fading(Fade, Text)
    case settling(Fade)
  }

  private var speaking: Speaking?
  private var leaving: Leaving?
  private var lastFade: UInt64 = 0
  private var effects: [Effect] = []

  /// A speaker that speaks nothing.
  public init() {}

  /// The run that is spoken, or about to be; `nil` if there is none.
  public var run: Run? { speaking?.run }

  /// True while one that is over may still be heard, as it fades out.
  public var isFading: Bool { leaving != nil }

  /// True if the text of a run, or its sign, is still to be put into the player.
  public func mayEnter(_ run: Run) -> Bool { speaking?.run == run && speaking?.place == .opening }

  /// Takes an event and returns the orders.
  public mutating func handle(_ event: Event) -> [Effect] {
    effects = []
    switch event {
    case .speak(let run): speak(run)
    case .stop(let run, let stop): end(run, stop)
    case .silence: endFade()
    case .entering(let run): if mayEnter(run) { speaking?.place = .entering }
    case .entered(let run, let text): enter(run, text)
    case .refused(let run, let message): if speaking?.run == run { giveUp(message) }
    case .began(let text): begin(text)
    case .word(let text, let word): pass(word, of: text)
    case .finished(let text): finish(text)
    case .failed(let text, let message): fail(text, message)
    case .blocked(let message): if isInPlayer { end(failing: message) }
    case .rested: rest()
    case .faded(let fade): if case .fading(fade, _) = leaving { endFade() }
    case .silent(let fade): if leaving == .settling(fade) { settle() }
    }
    defer { effects = [] }
    return effects
  }

  // MARK: Orders of the lane

  private mutating func speak(_ run: Run) {
    leave()
    guard leaving == nil else { return speaking = Speaking(run: run, place: .waiting) }
    speaking = Speaking(run: run, place: .opening)
    effects.append(.open(run))
  }

  private mutating func end(_ run: Run, _ stop: AnnouncementLane.Stop) {
    guard let speaking, speaking.run == run else { return }
    switch stop {
    case .atOnce:
      leave()
      endFade()
    case .fade:
      guard leaving == nil, let text = speaking.text, speaking.hasBegun else { return leave() }
      self.speaking = nil
      lastFade += 1
      leaving = .fading(Fade(number: lastFade), text)
      effects.append(.fadeOut(Fade(number: lastFade)))
    case .sentenceEnd:
      guard speaking.text != nil, speaking.hasBegun else {
        // There is no sentence that is heard.
        leave()
        return effects.append(.report(.stopped(run)))
      }
      self.speaking?.isEnding = true
      effects.append(.endWithSentence)
    }
  }

  /// Takes the text of the present run out of the player; nothing more is reported of it.
  private mutating func leave() {
    if let text = speaking?.text { effects.append(.remove(text)) }
    speaking = nil
  }

  // MARK: Fades

  private mutating func endFade() {
    guard case .fading(let fade, let text) = leaving else { return }
    leaving = .settling(fade)
    effects += [.remove(text), .awaitSilence(fade)]
  }

  private mutating func settle() {
    leaving = nil
    guard let run, speaking?.place == .waiting else { return }
    speaking?.place = .opening
    effects.append(.open(run))
  }

  // MARK: Reports of the player

  private mutating func enter(_ run: Run, _ text: Text) {
    guard let speaking, speaking.run == run, speaking.text == nil || speaking.text == text else {
      // It was stopped in the moment in which it entered.
      return effects.append(.remove(text))
    }
    self.speaking?.place = .inPlayer(text)
  }

  /// True if the text of the present run is in the player, though perhaps not known yet.
  private var isInPlayer: Bool { speaking.map { $0.text != nil || $0.place == .entering } ?? false }

  /// True if a text is that of the present run. Its sound may be reported before the answer about it.
  private mutating func isPresent(_ text: Text) -> Bool {
    guard let speaking else { return false }
    if speaking.place == .entering { self.speaking?.place = .inPlayer(text) }
    return self.speaking?.text == text
  }

  private mutating func begin(_ text: Text) {
    guard isPresent(text), let speaking, !speaking.hasBegun else { return }
    self.speaking?.hasBegun = true
    if speaking.trouble == nil { effects.append(.report(.started(speaking.run))) }
  }

  /// Nothing is told of a text that is over, of one that fades out, and of a sign.
  private mutating func pass(_ word: AnnouncedWord, of text: Text) {
    guard let speaking, speaking.text == text, speaking.hasBegun, speaking.trouble == nil else { return }
    effects.append(.report(.word(speaking.run, word)))
  }

  private mutating func finish(_ text: Text) {
    if case .fading(_, text) = leaving { return endFade() }
    guard isPresent(text), let speaking else { return }
    if let trouble = speaking.trouble { return end(failing: trouble) }
    leave()
    effects.append(.report(.finished(speaking.run)))
  }

  private mutating func fail(_ text: Text?, _ message: String) {
    if let text {
      guard isPresent(text) else { return }
    } else if !isInPlayer {
      return
    }
    giveUp(message)
  }

  /// The text cannot be spoken: its sign is heard in its place. A sign that cannot be heard ends the run.
  private mutating func giveUp(_ message: String) {
    guard let speaking else { return }
    if let trouble = speaking.trouble { return end(failing: "\(trouble); nor is its sound: \(message)") }
    leave()
    var next = Speaking(run: speaking.run, place: .opening)
    next.trouble = message
    self.speaking = next
    effects.append(.openSign(speaking.run))
  }

  private mutating func end(failing message: String) {
    guard let run else { return }
    leave()
    effects.append(.report(.failed(run, message)))
  }

  private mutating func rest() {
    guard let speaking, speaking.isEnding, speaking.text != nil else { return }
    leave()
    effects.append(.report(.stopped(speaking.run)))
  }
}
