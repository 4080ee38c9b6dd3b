import BusValues
import DBusKit
import EventLoop
import Glibc
import Reading

/// Keeps ``state`` up to date while somebody wants to know it, and answers single questions about it.
///
/// Nothing is subscribed to and nobody is asked otherwise, with one exception: while the screen is locked the watch
/// goes on, so that a locker that crashes is told from one that was unlocked.
@Core
final class LockWatch {
  /// The time that a source has to answer.
  private static let patience = Duration.seconds(2)
  /// The time that lockers have to obey an order to lock.
  private static let obeying = Duration.seconds(5)
  private static let properties: InterfaceName = "org.freedesktop.DBus.Properties"

  /// The state. It is valid while the lock is watched.
  private(set) var state = ScreenLock()
  private let bus: LastingBus
  private let login: LoginManager
  private let session: LoginSession
  private let pace: LockPace
  private let tell: Relay<SeatNotice>
  private let scheduler: any Scheduler
  private var isWanted = false
  /// True while the sources are heard.
  private var isWatching = false
  private var tokens: [MatchToken] = []
  /// The unique names of the lockers. Signals are accepted from them alone.
  private var owners: [Int: BusName] = [:]
  /// Somebody who waits for an answer.
  private final class Asker {
    /// The questions that are still open; `nil` while they are being asked.
    var questions: [ScreenLock.Question]?
    let done: @Core (Bool) -> Void

    init(_ done: @escaping @Core (Bool) -> Void) { self.done = done }
  }

  private var askers: [Asker] = []
  private var look: TimerToken?
  private var orderTimer: TimerToken?

  init(
    bus: LastingBus, login: LoginManager, session: LoginSession, pace: LockPace, scheduler: any Scheduler,
    _ tell: Relay<SeatNotice>
  ) {
    (self.bus, self.login, self.session, self.scheduler) = (bus, login, session, scheduler)
    (self.pace, self.tell) = (pace, tell)
    login.whenThere { [weak self] _ in
      guard let self, isWatching else { return }
      let former = state
      state.replaced(.hint)
      askHint()
      noteChange(since: former)
    }
  }

  // MARK: News of the session

  /// The desktop or its locker has told the login manager about the lock.
  func hinted(_ isLocked: Bool) { told(.hint, isLocked: isLocked) }

  /// The listener has logged in anew.
  func arrived() { change { $0.unlockedSomewhere() } }

  /// The login manager has gone.
  func managerLost() { if isWatching { change { $0.left(.hint) } } }

  // MARK: Wishes

  /// Begins or ends keeping ``state`` up to date.
  ///
  /// - Parameter anew: true if all sources are asked once more, before the state counts as known: those that tell no
  ///   news may not have been asked for long.
  func watch(_ isWanted: Bool, anew: Bool = false) {
    let isNew = isWanted && !self.isWanted
    self.isWanted = isWanted
    if isWanted, !isWatching {
      begin()
    } else if isNew {
      // Nobody has asked since the last wish.
      let former = state
      state.renew()
      askAll()
      noteChange(since: former)
    } else if anew {
      let former = state
      askAll()
      state.doubt()
      noteChange(since: former)
    }
    settle()
    scheduler.cancel(&look)
    update()
  }

  /// Asks all sources. `done` is called once, in a later turn, with true if the screen is locked, or if a source does
  /// not say that it is not.
  func ask(_ done: @escaping @Core (_ isLocked: Bool) -> Void) {
    let asker = Asker(done)
    askers.append(asker)
    if isWatching { askAll() } else { begin() }
    asker.questions = state.openQuestions
  }

  /// Something may have changed that decides about the pace of looks.
  func update() {
    guard isWatching, look == nil, let pause = pace.pause(state) else { return }
    look = scheduler.schedule(after: pause) { [weak self] in
      guard let self else { return }
      look = nil
      // The wish may be over by now.
      if pace.pause(state) != nil { askAll() }
      update()
    }
  }

  /// The connection to the session bus is back.
  func busReturned() { if isWatching { begin() } }

  /// The connection to the session bus is gone: nobody can tell that the screen is not locked.
  func busLost() {
    guard isWatching else { return }
    (tokens, owners) = ([], [:])
    change { state in for index in Locker.all.indices { state.silenced(.locker(index)) } }
  }

  // MARK: Watching

  private func begin() {
    isWatching = true
    state.begin()
    session.start()
    subscribe()
    askAll()
    settle()
  }

  private func end() {
    isWatching = false
    (tokens, owners) = ([], [:])
    state.begin()
    scheduler.cancel(&look)
    scheduler.cancel(&orderTimer)
  }

  private func subscribe() {
    (tokens, owners) = ([], [:])
    guard let connection = bus.connection else { return }
    for (index, locker) in Locker.all.enumerated() {
      var isFirst = true
      tokens.append(
        connection.watchOwner(of: locker.name) { [weak self] _, new in
          self?.ownerChanged(index, new, isFirst: isFirst)
          isFirst = false
        })
      tokens.append(
        connection.subscribe(MatchRule(interface: locker.interface, member: "ActiveChanged")) { [weak self] signal in
          guard let self, signal.sender == owners[index], let isLocked = signal.arguments.first?.asBool else { return }
          told(.locker(index), isLocked: isLocked)
        })
    }
  }

  private func ownerChanged(_ index: Int, _ new: BusName?, isFirst: Bool) {
    owners[index] = new
    let source = ScreenLock.Source.locker(index)
    guard new != nil else { return change { $0.left(source) } }
    // The question of the beginning goes to the owner that is there.
    if isFirst, state.isAsked(source) { return }
    let former = state
    state.replaced(source)
    askLocker(index)
    noteChange(since: former)
  }

  /// Somebody has ordered a lock, or the end of one.
  func ordered(_ isLocked: Bool) {
    told(.order, isLocked: isLocked)
    guard isWatching, isLocked else { return }
    scheduler.cancel(&orderTimer)
    orderTimer = scheduler.schedule(after: Self.obeying) { [weak self] in
      guard let self else { return }
      orderTimer = nil
      // From now on the word of the locker counts that has obeyed, if there is one.
      ask { [weak self] _ in
        if let self, orderTimer == nil { change { $0.forgetOrder() } }
      }
    }
  }

  private func told(_ source: ScreenLock.Source, isLocked: Bool) {
    guard isWatching else { return }
    change { $0.told(source, isLocked: isLocked) }
  }

  private func change(_ body: (inout ScreenLock) -> Void) {
    let former = state
    body(&state)
    noteChange(since: former)
  }

  private func noteChange(since former: ScreenLock) {
    if state.isLockedAnew(since: former) { tell(.lockedAnew) }
    if former.isKnown != state.isKnown || former.isLocked != state.isLocked
      || former.isSaidToBeLocked != state.isSaidToBeLocked
    {
      tell(.lockChanged)
    }
    settle()
  }

  /// Answers those whose questions are closed, and ends the watch if nobody wants it any more.
  private func settle() {
    guard isWatching else { return }
    for asker in askers { asker.questions?.removeAll { !state.isOpen($0) } }
    let answered = askers.filter { $0.questions?.isEmpty ?? false }
    askers.removeAll { $0.questions?.isEmpty ?? false }
    let isLocked = state.isLocked
    for asker in answered { asker.done(isLocked) }
    if isWatching, !isWanted, askers.isEmpty, !state.isEndAwaited { end() }
  }

  // MARK: Questions

  /// Asks every source that has no question to answer already.
  private func askAll() {
    for index in Locker.all.indices where !state.isAsked(.locker(index)) { askLocker(index) }
    if !state.isAsked(.hint) { askHint() }
    if !state.isAsked(.programs) { askPrograms() }
  }

  private func answer(_ question: ScreenLock.Question, _ word: ScreenLock.Word) {
    if state.isOpen(question) { change { $0.answer(question, word) } }
  }

  private func askLocker(_ index: Int) {
    let locker = Locker.all[index]
    ask(
      .locker(index), bus.connection,
      BusCall(locker.name, locker.path, locker.interface, "GetActive", expecting: "b"), Locker.word(in:))
  }

  private func askHint() {
    login.start()
    guard !login.isKnown || login.connection != nil else {
      let question = state.ask(.hint)
      scheduler.schedule(after: .zero) { [weak self] in self?.answer(question, .absent) }
      return
    }
    guard let connection = login.connection else {
      // A system bus that does not answer may have a login manager, whose appearance brings another question.
      let question = state.ask(.hint)
      login.whenKnown { [weak self] in
        if let self, login.connection == nil { answer(question, .absent) }
      }
      scheduler.schedule(after: Self.patience) { [weak self] in self?.answer(question, .mute) }
      return
    }
    // A service of the user's manager belongs to no session; it gets the session on the screen.
    let path = LoginSession.ownPath ?? "/org/freedesktop/login1/session/auto"
    // Its answer comes before the other one, after which something may be heard.
    connection.call(Self.property("Active", of: path), timeout: Self.patience, autoStart: false) { [weak self] result in
      guard let self, isWatching, let isInFront = Self.value(of: result) else { return }
      tell(.foundInFront(isInFront))
    }
    ask(.hint, connection, Self.property("LockedHint", of: path), Locker.word(ofLoginManager:))
  }

  private func askPrograms() {
    let question = state.ask(.programs)
    // The environment is read on the core loop, which may also change it.
    let runtime = getenv("XDG_RUNTIME_DIR").map { String(cString: $0) }
    BlockingWork.run(within: Self.patience, scheduler: scheduler, { LockerPrograms.find(runtime: runtime) }) {
      [weak self] result in
      let word: ScreenLock.Word =
        switch result {
        case .success(.none): .unlocked
        case .success(.running): .locked
        case .success(.unreadable), .failure: .mute
        }
      self?.answer(question, word)
    }
  }

  private func ask(
    _ source: ScreenLock.Source, _ connection: BusConnection?, _ call: BusCall,
    _ word: @escaping (Result<Bool?, BusError>) -> ScreenLock.Word
  ) {
    let question = state.ask(source)
    guard let connection, connection.isOpen else {
      scheduler.schedule(after: .zero) { [weak self] in self?.answer(question, .mute) }
      return
    }
    connection.call(call, timeout: Self.patience, autoStart: false) { [weak self] result in
      self?.answer(question, word(result.map { Self.value(of: .success($0)) }))
    }
  }

  private static func value(of result: Result<BusReply, BusError>) -> Bool? {
    let value = (try? result.get())?.arguments.first
    return (value?.asVariant ?? value)?.asBool
  }

  private static func property(_ name: String, of path: ObjectPath) -> BusCall {
    BusCall(
      LoginManager.name, path, properties, "Get",
      [.string("org.freedesktop.login1.Session"), .string(name)], expecting: "v")
  }
}
