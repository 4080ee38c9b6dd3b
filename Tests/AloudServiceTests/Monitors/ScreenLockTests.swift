import DesktopSupport
import Testing

@testable import AloudService

/// The lock of the screen, as several sources tell it.
struct ScreenLockTests {
  private static let gnome = ScreenLock.Source.locker(1)
  private static let mate = ScreenLock.Source.locker(2)

  /// A state in which all sources have answered.
  private static func known(_ words: [ScreenLock.Source: ScreenLock.Word]) -> ScreenLock {
    var lock = ScreenLock()
    for (source, word) in words {
      let question = lock.ask(source)
      lock.answer(question, word)
    }
    return lock
  }

  @Test func nothingIsKnownBeforeEverySourceHasAnswered() {
    var lock = ScreenLock()
    #expect(!lock.isKnown && lock.isLocked)
    let first = lock.ask(Self.gnome)
    let second = lock.ask(.programs)
    lock.answer(first, .unlocked)
    #expect(!lock.isKnown && lock.isLocked)
    lock.answer(second, .unlocked)
    #expect(lock.isKnown && !lock.isLocked)
  }

  @Test func inDoubtEverySourceHasToAnswerAgainAndALockIsNews() {
    var lock = Self.known([Self.gnome: .unlocked, .programs: .unlocked])
    let first = lock.ask(Self.gnome)
    let second = lock.ask(.programs)
    #expect(lock.isKnown, "a look changes nothing before its answer")
    lock.doubt()
    #expect(!lock.isKnown && lock.isLocked && !lock.isSaidToBeLocked)
    lock.answer(first, .unlocked)
    #expect(!lock.isKnown)
    let former = lock
    lock.answer(second, .locked)
    #expect(lock.isKnown && lock.isLocked && lock.isLockedAnew(since: former))
    let next = lock.ask(Self.gnome)
    #expect(lock.isKnown)
    lock.answer(next, .unlocked)
    lock.doubt()
    #expect(lock.isKnown, "there is nothing to wait for")
  }

  @Test func newsEndADoubt() {
    var lock = Self.known([Self.gnome: .unlocked])
    let question = lock.ask(Self.gnome)
    lock.doubt()
    lock.told(Self.gnome, isLocked: false)
    #expect(lock.isKnown && !lock.isLocked)
    lock.answer(question, .locked)
    #expect(!lock.isLocked)
  }

  @Test func aSourceThatIsThereAndDoesNotAnswerMeansLocked() {
    #expect(Self.known([Self.gnome: .mute, .programs: .unlocked]).isLocked)
    #expect(!Self.known([Self.gnome: .mute, .programs: .unlocked]).isSaidToBeLocked)
    #expect(!Self.known([Self.gnome: .absent, .programs: .unlocked]).isLocked)
  }

  @Test func anAnswerToAnOlderQuestionDecidesNothing() {
    var lock = ScreenLock()
    let old = lock.ask(Self.gnome)
    // The watch ends, the screen is locked, and another watch begins.
    lock.begin()
    let new = lock.ask(Self.gnome)
    lock.answer(old, .unlocked)
    #expect(!lock.isKnown && lock.isLocked)
    lock.answer(new, .locked)
    #expect(lock.isKnown && lock.isLocked)
    lock.answer(old, .unlocked)
    #expect(lock.isLocked)
  }

  @Test func newsAreNewerThanAnAnswerThatIsStillToCome() {
    var lock = ScreenLock()
    let question = lock.ask(Self.gnome)
    lock.told(Self.gnome, isLocked: true)
    lock.answer(question, .unlocked)
    #expect(lock.isLocked && lock.isSaidToBeLocked)
  }

  @Test func oneSourceDoesNotUnlockWhatAnotherSaysIsLocked() {
    var lock = Self.known([Self.gnome: .unlocked, .hint: .unlocked])
    lock.told(.hint, isLocked: true)
    lock.told(Self.gnome, isLocked: true)
    lock.told(Self.gnome, isLocked: false)
    #expect(lock.isLocked)
    lock.told(.hint, isLocked: false)
    #expect(!lock.isLocked)
  }

  @Test func aLockerThatCrashesUnlocksNothing() {
    var lock = Self.known([Self.mate: .locked, Self.gnome: .absent, .hint: .unlocked])
    lock.left(Self.mate)
    #expect(lock.isSaidToBeLocked && lock.isEndAwaited)
    let question = lock.ask(Self.mate)
    lock.answer(question, .absent)
    #expect(lock.isLocked, "nobody at the name says nothing new")
    // One that was never locked has not been unlocked.
    lock.told(Self.gnome, isLocked: false)
    #expect(lock.isLocked)
    var again = lock
    lock.told(.order, isLocked: false)
    #expect(!lock.isLocked, "the listener has ordered it: loginctl unlock-session")
    again.replaced(Self.mate)
    #expect(again.isLocked)
    let other = again.ask(Self.mate)
    again.answer(other, .unlocked)
    #expect(!again.isLocked, "the next locker knows it")
  }

  @Test func aLockerThatAppearsMayBeginWithTheLock() {
    var lock = Self.known([Self.gnome: .absent, .programs: .unlocked])
    lock.replaced(Self.gnome)
    let question = lock.ask(Self.gnome)
    #expect(lock.isLocked && !lock.isKnown && !lock.isSaidToBeLocked)
    var other = lock
    lock.left(Self.gnome)
    #expect(lock.isKnown && !lock.isLocked)
    other.answer(question, .locked)
    #expect(other.isKnown && other.isSaidToBeLocked)
  }

  @Test func anOrderToLockHoldsUntilItIsForgottenOrTheScreenIsUnlocked() {
    var lock = Self.known([Self.gnome: .unlocked])
    lock.told(.order, isLocked: true)
    #expect(lock.isLocked)
    var other = lock
    lock.forgetOrder()
    #expect(!lock.isLocked)
    other.told(Self.gnome, isLocked: true)
    other.told(Self.gnome, isLocked: false)
    #expect(!other.isLocked)
  }

  @Test func aScreenThatWasLockedAlreadyIsNotLockedAnew() {
    let before = ScreenLock()
    #expect(!Self.known([Self.gnome: .locked]).isLockedAnew(since: before))
    var lock = Self.known([Self.gnome: .unlocked, .programs: .unlocked])
    let unlocked = lock
    let question = lock.ask(.programs)
    lock.answer(question, .locked)
    #expect(lock.isLockedAnew(since: unlocked))
    let seen = lock
    lock.told(Self.gnome, isLocked: true)
    #expect(lock.isLockedAnew(since: seen))
  }

  /// Sources lock, unlock, hang, answer late, crash and come back in any order. The state never says "not locked" while
  /// a source that could tell it knows that the screen is locked.
  @Test(arguments: 1...40)
  func noOrderOfWhatSourcesTellOpensALockedScreen(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    func below(_ limit: Int, _ random: inout SeededGenerator) -> Int { Int(random.next() % UInt64(limit)) }
    let sources: [ScreenLock.Source] = [Self.gnome, Self.mate, .hint, .programs]
    var lock = ScreenLock()
    /// The knowledge of the sources; `nil` if nobody is there.
    var truth: [ScreenLock.Source: Bool?] = [Self.gnome: false, Self.mate: nil, .hint: false, .programs: false]
    /// The truth when a question reached its source, for those that are under way.
    var underway: [(question: ScreenLock.Question, word: ScreenLock.Word)] = []
    func word(_ source: ScreenLock.Source) -> ScreenLock.Word {
      truth[source]!.map { $0 ? .locked : .unlocked } ?? .absent
    }
    for step in 0..<3000 {
      let source = sources[below(sources.count, &random)]
      switch below(9, &random) {
      case 0, 1:
        guard let isLocked = truth[source]! else { continue }
        truth[source] = !isLocked
        // Programs that lock tell nobody.
        if source != .programs { lock.told(source, isLocked: !isLocked) }
      case 2:
        if source == .programs { continue }
        if truth[source]! == nil {
          truth[source] = .some(below(2, &random) == 0)
          lock.replaced(source)
          underway.append((lock.ask(source), word(source)))
        } else {
          truth[source] = .some(nil)
          lock.left(source)
        }
      case 3, 4: if !lock.isAsked(source) { underway.append((lock.ask(source), word(source))) }
      case 5, 6:
        guard !underway.isEmpty else { continue }
        let index = below(underway.count, &random)
        let (question, word) = underway.remove(at: index)
        lock.answer(question, below(8, &random) == 0 ? .mute : word)
      case 7:
        lock.begin()
        for source in sources { underway.append((lock.ask(source), word(source))) }
      default:
        lock.told(.order, isLocked: below(2, &random) == 0)
        if below(2, &random) == 0 { lock.forgetOrder() }
      }
      // Those that tell their changes are never contradicted.
      let isLocked = [Self.gnome, Self.mate, .hint].contains { truth[$0]! == true }
      if isLocked { #expect(lock.isLocked, "step \(step)") }
    }
  }
}
