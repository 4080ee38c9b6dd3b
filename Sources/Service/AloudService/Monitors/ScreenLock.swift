/// The lock of the listener's screen, as several sources tell it: each keeps its own last word, and the screen is
/// locked while one of them says so. A value.
///
/// It fails closed: a source that is there and does not answer counts as one that says "locked".
struct ScreenLock: Equatable {
  /// Something that knows about the lock.
  enum Source: Hashable {
    /// A locker with a name on the session bus, by its place in ``Locker/all``.
    case locker(Int)
    /// The login manager's hint about the session, which desktops and lockers set.
    case hint
    /// The login manager's order to lock or unlock, which lockers obey.
    case order
    /// The running programs that lock a screen and tell nobody.
    case programs
  }

  /// The last word of a source.
  enum Word: Equatable {
    /// There is no such source here.
    case absent
    /// It says that the screen is not locked.
    case unlocked
    /// It says that the screen is locked.
    case locked
    /// It said so, and has left the bus since. A crash of a locker unlocks nothing by itself.
    case lockedAndGone
    /// It is there, and does not answer.
    case mute
  }

  /// A question to a source.
  struct Question: Hashable {
    let source: Source
    fileprivate let number: Int
  }

  private var words: [Source: Word] = [:]
  /// The number of times that a source has told a lock by itself, or has said so after it said the contrary.
  private var locks = 0
  /// The questions that are still to be answered, at most one for each source.
  private var open: [Source: Int] = [:]
  private var lastNumber = 0
  /// The last question whose answer is needed although its source has answered before.
  private var lastNeeded = 0

  // MARK: State

  /// True if every source that was asked has answered once, and again since ``doubt()``.
  var isKnown: Bool { !words.isEmpty && open.allSatisfy { words[$0.key] != nil && $0.value > lastNeeded } }

  /// True if a source says that the screen is locked, or does not say that it is not.
  var isLocked: Bool { !isKnown || words.values.contains { $0 == .mute } || isSaidToBeLocked }

  /// True if a source says that the screen is locked.
  var isSaidToBeLocked: Bool { words.values.contains { $0 == .locked || $0 == .lockedAndGone } }

  /// True if a source says that the screen is locked, and will tell the end of it.
  var isEndAwaited: Bool {
    words.contains { $0.key != .programs && ($0.value == .locked || $0.value == .lockedAndGone) }
  }

  /// True if the screen was locked since an earlier state, as far as a source noticed the moment. A screen that was
  /// locked when the questions began is no such case.
  func isLockedAnew(since former: ScreenLock) -> Bool { locks != former.locks }

  /// The last word of a source; `nil` if it was not asked.
  func word(of source: Source) -> Word? { words[source] }

  // MARK: Questions

  /// A new question to a source. An answer to an older one is ignored from now on.
  mutating func ask(_ source: Source) -> Question {
    lastNumber += 1
    open[source] = lastNumber
    return Question(source: source, number: lastNumber)
  }

  /// Forgets every word but "locked", so that the state is unknown until all have answered again: a source may have
  /// fallen silent, and some tell no news.
  mutating func renew() {
    words = words.filter { $0.value == .locked || $0.value == .lockedAndGone }
  }

  /// Makes the state unknown until all questions that are open now are answered. The words stay, so that a lock that
  /// shows now is still news.
  mutating func doubt() { lastNeeded = lastNumber }

  /// The questions that wait for their answers.
  var openQuestions: [Question] { open.map { Question(source: $0.key, number: $0.value) } }

  /// True if a question to the source waits for its answer.
  func isAsked(_ source: Source) -> Bool { open[source] != nil }

  /// True if a question is still to be answered, and counts.
  func isOpen(_ question: Question) -> Bool { open[question.source] == question.number }

  /// Takes an answer. One to a question that is closed says how it was before, and is ignored.
  mutating func answer(_ question: Question, _ word: Word) {
    guard isOpen(question) else { return }
    open[question.source] = nil
    if word == .locked, words[question.source] == .unlocked { locks += 1 }
    switch word {
    case .absent: leave(question.source)
    // Silence takes back nothing.
    case .mute where isLockedWord(of: question.source): break
    default: words[question.source] = word
    }
  }

  /// Begins anew, since nobody has kept up with the sources: all words are forgotten, and answers to all questions so
  /// far are ignored.
  mutating func begin() { (words, open) = ([:], [:]) }

  // MARK: News

  /// A source tells a change by itself. It is newer than every answer that is still to come.
  mutating func told(_ source: Source, isLocked: Bool) {
    let wasLocked = isLockedWord(of: source)
    open[source] = nil
    words[source] = isLocked ? .locked : .unlocked
    if isLocked { locks += 1 }
    // A locker that was never locked has not been unlocked by the listener.
    if case .locker = source, !wasLocked { return }
    if !isLocked { unlockedSomewhere() }
  }

  /// A source has left. What it said last holds if that was "locked".
  mutating func left(_ source: Source) {
    open[source] = nil
    leave(source)
  }

  /// Something else stands behind a source now, or for the first time: a locker may begin with the lock itself. Unless
  /// it was locked, the state is unknown until the new one has answered ``ask(_:)``, which must follow.
  mutating func replaced(_ source: Source) {
    if !isLockedWord(of: source) { words[source] = nil }
  }

  /// A source cannot be heard any more.
  mutating func silenced(_ source: Source) {
    if !isLockedWord(of: source) { words[source] = .mute }
  }

  /// The listener has unlocked the session, or has logged in anew: what a locker said that is gone is over. So is an
  /// order to lock.
  mutating func unlockedSomewhere() {
    for (source, word) in words where word == .lockedAndGone { words[source] = .absent }
    words[.order] = .absent
  }

  /// Nobody has obeyed an order to lock.
  mutating func forgetOrder() { words[.order] = .absent }

  private mutating func leave(_ source: Source) {
    words[source] = isLockedWord(of: source) ? .lockedAndGone : .absent
  }

  private func isLockedWord(of source: Source) -> Bool { words[source] == .locked || words[source] == .lockedAndGone }
}
