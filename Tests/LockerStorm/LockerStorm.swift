import AloudAPI
import BusValues
import DBusKit
import DesktopSupport
import EventLoop
import Glibc
import Vocabulary

/// Announcements that arrive while the sources of the screen's lock do what they like.
///
/// Beside the service, this keeps account of what must be true: from the moment at which the service has heard of a
/// lock, until the next one that could end it, no announcement begins whole, none goes on whole, and no event tells its
/// words.
@Core
final class LockerStorm {
  private static let secret = "secret"
  private static let application = "Bank"

  /// The figures of the run.
  struct Figures {
    var announcements = 0
    var whole = 0
    var named = 0
    var dropped = 0
    var cut = 0
    var locks = 0
    var unlocks = 0
    var troubles = 0
    var crashes = 0
    var rounds = 0
    var violations: [String] = []
  }

  private(set) var figures = Figures()
  private let remote: BusConnection
  private let sources: [any StormSource]
  private let login: StormLogin
  private let program: StormProgram
  private var random: SeededGenerator
  private var token: MatchToken?
  /// The announcements that are being spoken whole, with the moment of their beginning.
  private var spokenWhole: Set<UInt64> = []
  private var open: Set<UInt64> = []
  /// Those that ended before their number was known.
  private var ended: Set<UInt64> = []
  /// True from the moment at which the service knows that the screen is locked, until something may end that.
  private var isClosed = false
  /// The sources that were seen locked by an announcement, and have crashed since.
  private var orphans: Set<String> = []
  /// The sources whose lock the service has heard of.
  private var heard: Set<String> = []
  private var seed: UInt64

  init(seed: UInt64, session: String, system: String, program path: String) async throws {
    self.seed = seed
    random = SeededGenerator(seed: seed)
    remote = try BusConnection(address: session)
    let names = [
      "org.freedesktop.ScreenSaver", "org.gnome.ScreenSaver", "org.mate.ScreenSaver", "org.cinnamon.ScreenSaver",
      "org.xfce.ScreenSaver",
    ]
    let lockers = names.map { name in
      StormLocker(
        name, path: ObjectPath("/" + name.split(separator: ".").joined(separator: "/"))!, address: session,
        target: AloudBus.name)
    }
    login = StormLogin(address: system)
    program = StormProgram(path)
    sources = lockers + [login]
    token = remote.subscribe(MatchRule(sender: AloudBus.name, member: AnnouncementSignal.member)) { [weak self] in
      self?.take($0)
    }
    _ = try await call(.subscribe([.announcement], withText: true))
  }

  // MARK: News

  private func take(_ signal: SignalMessage) {
    guard let news = AnnouncementSignal(arguments: signal.arguments) else { return }
    let isWhole = news.text?.contains(Self.secret) ?? false
    if isWhole, isClosed { violation("the event '\(news.event)' of \(news.id) tells the words on a locked screen") }
    switch news.event {
    case "started":
      if isWhole {
        figures.whole += 1
        spokenWhole.insert(news.id)
      } else {
        figures.named += 1
        spokenWhole.remove(news.id)
      }
    // It was put back, and is judged before it begins again.
    case "queued": spokenWhole.remove(news.id)
    case "finished", "cut", "dropped", "replaced", "summed":
      if news.event == "cut" { figures.cut += 1 }
      if news.event == "dropped" { figures.dropped += 1 }
      spokenWhole.remove(news.id)
      if open.remove(news.id) == nil { ended.insert(news.id) }
    default: break
    }
  }

  private func violation(_ text: String) {
    figures.violations.append("seed \(seed), round \(figures.rounds): \(text)")
    print("VIOLATION", figures.violations.last!)
  }

  // MARK: Rounds

  /// Runs until the moment. Each round begins and ends with all sources in order and the screen unlocked.
  func run(until end: Instant) async throws {
    // The service finds the login manager.
    try await calm()
    while Core.loop.now < end {
      figures.rounds += 1
      for _ in 0..<(20 + below(30)) { try await step() }
      try await calm()
    }
    try await calm()
  }

  private func step() async throws {
    switch below(10) {
    case 0, 1, 2: try await announce()
    case 3, 4: try await lockOrUnlock()
    case 5: try await trouble()
    case 6: try await crashOrReturn()
    case 7: try await order()
    case 8: try await runOrEndProgram()
    default: try await pause(below(600))
    }
    if below(3) == 0 { try await pause(below(200)) }
  }

  private func announce() async throws {
    guard open.count < 4 else { return try await pause(300) }
    var text = "The \(Self.secret) is \(below(10_000))."
    if below(4) == 0 { text += " It goes on for a while, and then it ends." }
    var options = AnnounceOptions()
    options.application = Self.application
    options.speech.rate = 3
    let number = try await call(.announce([.text(text)], options)).first?.asUInt64 ?? 0
    figures.announcements += 1
    // One that is dropped at once has ended before the answer.
    if ended.remove(number) == nil { open.insert(number) }
  }

  private func call(_ call: AloudCall) async throws -> [BusValue] {
    try await remote.call(
      BusCall(AloudBus.name, AloudBus.path, AloudBus.interface, call.method, call.arguments), timeout: .seconds(30)
    ).arguments
  }

  private func lockOrUnlock() async throws {
    let source = pick()
    guard source.isPresent else { return }
    if source.isLocked {
      mayOpen()
      try await source.lock(false)
      figures.unlocks += 1
      orphans = []
      heard.remove(source.name)
    } else {
      try await source.lock(true)
      figures.locks += 1
      try await remote.ping(AloudBus.name)
      // Something was announced before and after it: the service has listened.
      if !open.isEmpty { heard.insert(source.name) }
    }
    try await settle()
  }

  private func trouble() async throws {
    let source = pick()
    guard source.isPresent else { return }
    figures.troubles += 1
    mayOpen()
    switch below(4) {
    case 0: source.change(.prompt)
    case 1: source.change(.late(100 + below(3000)))
    case 2: source.change(.never)
    default: source.change(.failing)
    }
    try await settle()
  }

  private func crashOrReturn() async throws {
    let source = pick()
    if source.isPresent {
      figures.crashes += 1
      if source.isLocked, heard.contains(source.name) { orphans.insert(source.name) } else { mayOpen() }
      heard.remove(source.name)
      try await source.vanish()
    } else {
      mayOpen()
      orphans.remove(source.name)
      try await source.appear(isLocked: below(2) == 0)
    }
    try await settle()
  }

  private func order() async throws {
    guard login.isPresent else { return }
    let isLocked = below(2) == 0
    if !isLocked {
      mayOpen()
      orphans = []
    }
    try await login.order(isLocked)
    try await settle()
  }

  private func runOrEndProgram() async throws {
    if program.isRunning {
      mayOpen()
      await program.end()
    } else {
      try await program.start()
    }
    try await settle()
  }

  /// Something happens that may let the service speak again; until ``settle()`` nothing is judged.
  private func mayOpen() { isClosed = false }

  /// Waits until the service has handled everything, and decides what must be true from now on.
  private func settle() async throws {
    // The events of before come before the answer.
    try await remote.ping(AloudBus.name)
    let isTold = sources.contains { $0.isPresent && $0.isLocked && (heard.contains($0.name) || open.isEmpty) }
    let isSeen = program.isRunning && open.isEmpty
    guard isTold || isSeen || !orphans.isEmpty else { return }
    isClosed = true
    for number in spokenWhole { violation("\(number) is spoken on, whole, although the screen is locked") }
    spokenWhole = []
  }

  /// Brings everything in order: every source answers, and the screen is unlocked. What is announced then is spoken
  /// whole.
  private func calm() async throws {
    mayOpen()
    await program.end()
    for source in sources {
      source.change(.prompt)
      if !source.isPresent { try await source.appear(isLocked: false) }
      if source.isLocked { try await source.lock(false) }
    }
    try await login.order(false)
    (orphans, heard) = ([], [])
    try await wait("everything that was announced has ended") { self.open.isEmpty }
    // A locker that was silent answers the next question.
    let before = figures.whole
    try await announce()
    try await wait("an announcement on the unlocked screen has ended") { self.open.isEmpty }
    if figures.whole == before { violation("an announcement on the unlocked screen is not spoken whole") }
  }

  private func wait(_ what: String, _ condition: () -> Bool) async throws {
    for _ in 0..<1200 {
      if condition() { return }
      try await pause(50)
    }
    violation("not within a minute: \(what)")
    open = []
  }

  private func pause(_ milliseconds: Int) async throws { try await Task.sleep(for: .milliseconds(milliseconds)) }

  private func pick() -> any StormSource { sources[below(sources.count)] }

  private func below(_ limit: Int) -> Int { Int(random.next() % UInt64(limit)) }
}

/// A program that locks the screen and tells nobody.
@Core
final class StormProgram {
  private let path: String
  private var process: pid_t?
  private var exit: EventSource?

  init(_ path: String) { self.path = path }

  var isRunning: Bool { process != nil }

  func start() async throws {
    let pid = try ProgramStart([path, "100000"]).start()
    process = pid
    exit = Core.loop.onExit(of: pid) { [weak self] _ in self?.process = nil }
  }

  func end() async {
    guard let pid = process else { return }
    kill(pid, SIGKILL)
    while process != nil { try? await Task.sleep(for: .milliseconds(5)) }
  }
}
