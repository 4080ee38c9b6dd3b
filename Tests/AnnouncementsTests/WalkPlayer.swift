import Speech
import Vocabulary

@testable import Announcements

/// A player of announcements that a walk moves: it answers when it likes, reports what older texts do as well, and
/// rests only where it was asked to. What it plays is heard.
struct WalkPlayer {
  typealias Run = AnnouncementLane.Run
  typealias Speaker = AnnouncementSpeaker<Int>

  /// A text in the player.
  struct Text {
    var id: Int
    var run: Run
    var isSign: Bool
    var sentencesLeft: Int
    var hasBegun = false
    /// True if the word of its sentence was told.
    var hasWord = false
  }

  /// A text that is being opened.
  struct Opening {
    var run: Run
    var isSign: Bool
  }

  private(set) var texts: [Text] = []
  private(set) var openings: [Opening] = []
  private var lastID = 0
  /// The end of the present fade.
  private var fadeEnd: (moment: Duration, fade: Speaker.Fade)?
  /// The moments at which silence after a fade is told.
  private var silences: [(moment: Duration, fade: Speaker.Fade)] = []
  private var rests = false
  /// True while the sound rests at the end of a sentence.
  private var isResting = false
  /// The runs whose texts were heard to their ends.
  private(set) var heardWhole: Set<Run> = []
  /// The run whose sound is heard in this moment.
  private(set) var sounding: Run?
  /// A broken promise.
  private(set) var broken: String?

  /// The next moment at which something is told by itself.
  var nextMoment: Duration? { ([fadeEnd?.moment].compactMap { $0 } + silences.map(\.moment)).min() }

  /// Performs an order; returns the reports that come from within it.
  mutating func perform(
    _ effect: Speaker.Effect, at now: Duration, using random: inout LaneWalk.Random
  ) -> [Speaker.Event] {
    switch effect {
    case .open(let run): openings.append(Opening(run: run, isSign: false))
    case .openSign(let run): openings.append(Opening(run: run, isSign: true))
    case .remove(let id):
      texts.removeAll { $0.id == id }
      (rests, isResting) = (false, false)
    case .fadeOut(let fade):
      if fadeEnd != nil || !silences.isEmpty { broken = "two fades" }
      fadeEnd = (now + .milliseconds(250), fade)
    case .awaitSilence(let fade):
      fadeEnd = nil
      silences.append((now + .milliseconds([0, 3, 200].randomElement(using: &random) ?? 0), fade))
    case .endWithSentence:
      rests = true
      // Between two sentences, it rests at once.
      if Int.random(in: 0..<4, using: &random) == 0 { return rest() }
    case .report: break
    }
    return []
  }

  private mutating func rest() -> [Speaker.Event] {
    guard rests, !texts.isEmpty, !isResting else { return [] }
    (rests, isResting) = (false, true)
    return [.rested]
  }

  /// The reports that are due by themselves.
  mutating func due(at now: Duration) -> [Speaker.Event] {
    if let (moment, fade) = fadeEnd, moment <= now {
      fadeEnd = nil
      return [.faded(fade)]
    }
    guard let index = silences.firstIndex(where: { $0.moment <= now }) else { return [] }
    return [.silent(silences.remove(at: index).fade)]
  }

  /// A text that was asked for and is answered about now; in any order.
  mutating func nextOpening(using random: inout LaneWalk.Random) -> Opening? {
    openings.indices.randomElement(using: &random).map { openings.remove(at: $0) }
  }

  /// Puts a text into the player, and returns its number.
  mutating func put(_ opening: Opening, sentences: Int) -> Int {
    if !texts.isEmpty { broken = "two texts in the player" }
    lastID += 1
    texts.append(Text(id: lastID, run: opening.run, isSign: opening.isSign, sentencesLeft: sentences))
    (rests, isResting) = (false, false)
    return lastID
  }

  /// The word that is heard in the middle of a sentence; its time is the number of its text.
  static func word(of text: Int) -> AnnouncedWord {
    AnnouncedWord(
      span: TextSpan(scalars: 0..<1, utf8: 0..<1, utf16: 0..<1), mediaMicroseconds: Microseconds(Int64(text)))
  }

  /// A text that is or was in the player: its words may be told late.
  func someText(using random: inout LaneWalk.Random) -> Int? {
    lastID > 0 ? Int.random(in: 1...lastID, using: &random) : nil
  }

  /// The sound goes on: a text begins, a word of it, or its sentence ends, and it may rest where it was asked to.
  mutating func play() -> Speaker.Event? {
    guard let text = texts.last, !isResting else { return nil }
    let index = texts.count - 1
    sounding = text.run
    guard text.hasBegun else {
      texts[index].hasBegun = true
      return .began(text.id)
    }
    guard text.hasWord else {
      texts[index].hasWord = true
      return .word(text.id, Self.word(of: text.id))
    }
    texts[index].hasWord = false
    texts[index].sentencesLeft -= 1
    guard texts[index].sentencesLeft <= 0 else { return rest().first }
    if !text.isSign { heardWhole.insert(text.run) }
    isResting = true
    return .finished(text.id)
  }

  /// The sound of this moment was heard.
  mutating func endMoment() { sounding = nil }

  /// The engine fails, with the name of the text or without.
  mutating func fail(using random: inout LaneWalk.Random) -> [Speaker.Event] {
    guard let text = texts.last, !isResting else { return [] }
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return [.failed(nil, "the engine is lost")]
    case 1:
      isResting = true
      return [.blocked("it cannot be read further")]
    // As a lost engine is told: first of the text, and then of itself.
    case 2: return [.failed(text.id, "it cannot be spoken"), .failed(nil, "the engine is lost")]
    default: return [.failed(text.id, "it cannot be spoken")]
    }
  }
}
