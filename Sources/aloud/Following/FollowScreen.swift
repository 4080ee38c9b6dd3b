import AloudAPI
import BusValues
import Configuration
import EventLoop
import Glibc

/// The display on a terminal: the text, with the sentence and the word lit that are heard.
@Core
final class FollowScreen {
  let service: Service
  let console: Console
  let mode: TerminalMode
  let text: FollowedText
  let control: FollowControl
  let search: BookSearch
  let choices: FollowChoices
  /// The texts with whose end the display ends.
  private let attendance: Attendance?

  var theme: DisplayTheme
  var settings: Settings.Follow
  var view: PageView
  var status = Status.idle
  /// The moment of ``status``.
  var statusMoment = Core.loop.now
  private(set) var layout: TextLayout?
  var light = PageView.Light()

  private var keys = KeyReader()
  /// The words that are being typed, to be found.
  var query: QueryLine?
  /// Stands in the last row until a key is pressed or another text is read; an answer goes by itself.
  private(set) var message: String?
  private var answerTimer: TimerToken?
  var overlay: Overlay?
  /// The library, while nothing is read.
  var library: FollowChoices.List?
  /// Nothing is painted yet, since the terminal has been asked for its ground.
  private var isAsking = false
  var painted: [String] = []
  var isCursorShown = false

  /// Something in the place of the text.
  enum Overlay {
    /// A small window has no room for all of the help.
    case help(part: Int)
    case list(FollowChoices.List)
  }

  init(
    _ service: Service, _ console: Console, _ theme: DisplayTheme, _ settings: Settings.Follow,
    _ attendance: Attendance?
  ) {
    (self.service, self.console, self.theme, self.settings) = (service, console, theme, settings)
    self.attendance = attendance
    text = FollowedText(service)
    control = FollowControl(service)
    search = BookSearch(service)
    choices = FollowChoices(service)
    let directions = Directions(settings.bidi) { name in getenv(name).map { String(cString: $0) } }
    view = PageView(
      columns: console.size.columns, rows: console.size.rows, paint: theme.paint, settings: settings,
      directions: directions, symbols: console.symbols)
    mode = TerminalMode(usesScreen: true, isExplicit: settings.bidi == .own)
  }

  /// Returns when the listener leaves, or when the texts have been heard that are waited for.
  func run() async throws(Failure) {
    mode.enter(console)
    defer { mode.leave(console) }
    service.listenToTerminal(mode, console, keys: TerminalMode.hasKeys)
    askTerminal()
    // Nothing is announced of a service that does not run.
    do throws(Failure) { try await refresh() } catch { say(error.message) }
    while true {
      if !service.hasNotices, !isAsking { show() }
      let notice = await service.next()
      try await attendance?.end(by: notice)
      switch notice {
      case .signal(SIGWINCH): resize()
      case .signal(let number): throw .quiet(number == SIGINT ? .interrupted : .done)
      case .outputClosed: return
      case .disconnected: throw Failure(.noService, "cannot go on: the session bus ended")
      default:
        do throws(Failure) {
          if try await take(notice) { return }
        } catch {
          // The service may end in the middle of a call; that it goes and comes is told by itself.
          say(error.message)
        }
      }
      if let attendance, attendance.isOver { return try attendance.check() }
    }
  }

  // MARK: The terminal's answers

  /// The time that a terminal has for its answer; one that comes later is taken too.
  private static let patience = Duration.milliseconds(150)

  /// Asks for the ground's colour (OSC 11), and whether the terminal knows about directions (DECRQM).
  private func askTerminal() {
    guard TerminalMode.hasKeys, getenv("TERM").map({ String(cString: $0) }) != "linux" else { return }
    let question = (theme.asksForGround ? "\u{1B}]11;?\u{1B}\\" : "") + "\u{1B}[?2501$p"
    console.write(question)
    guard theme.asksForGround else { return }
    isAsking = true
    Core.loop.schedule(after: Self.patience) { [weak self] in
      guard let self, isAsking else { return }
      isAsking = false
      service.post(.elapsed)
    }
  }

  func use(_ ground: Ground) {
    isAsking = false
    theme.ground = ground
    repaint()
  }

  // MARK: News

  /// - Returns: whether the listener leaves.
  private func take(_ notice: Service.Notice) async throws(Failure) -> Bool {
    switch notice {
    case .appeared:
      say(nil)
      try await service.ask(for: FollowDisplay.kinds, start: false)
      try await refresh()
    case .vanished:
      say(nil)
      text.forget()
      try await refresh()
    case .changed(let names): if names == [Service.jump] { try await locate() } else { try await refresh() }
    case .event(let event):
      try await attendance?.take(event)
      try await handle(event)
    case .input(let bytes): for key in keys.keys(bytes) where try await press(key) { return true }
    case .elapsed, .signal, .outputClosed, .disconnected: break
    }
    return false
  }

  private func handle(_ event: AloudEvent) async throws(Failure) {
    switch event {
    case .sentence(let signal) where signal.track == text.track:
      light.sentence = signal.range.utf8.range
      light.word = nil
      let index = Int(signal.index)
      if text.isTooLong || text[index] == nil {
        try await load(signal.track)
      } else if try await text.extend(toRead: index) {
        arrange()
      }
    case .word(let signal) where signal.track == text.track: light.word = signal.range.utf8.range
    case .chapterChanged(let signal): try await refresh(track: signal.track)
    case .progress(let signal):
      let step = signal.positionMicroseconds - status.position
      status.book?.positionMicroseconds += step
      status.position = signal.positionMicroseconds
      if signal.lengthMicroseconds > 0 { status.length = signal.lengthMicroseconds }
    case .utteranceFinished, .utteranceCancelled: light.word = nil
    case .failed(let signal): say(signal.message)
    default: break
    }
  }

  /// Asks how things are, and loads the text of another track.
  func refresh(track: ObjectPath? = nil) async throws(Failure) {
    let answer = try await service.status()
    status = answer ?? KeptState.load()?.status ?? .idle
    statusMoment = Core.loop.now
    if status.isIdle { library = try await choices.library() }
    let track = answer == nil ? nil : track ?? status.track.flatMap { ObjectPath($0) }
    guard let track else {
      text.forget()
      return arrange()
    }
    if track != text.track || text.sentences.isEmpty { try await load(track) }
  }

  private func load(_ track: ObjectPath) async throws(Failure) {
    // A problem of another text is none of this one; an answer goes by itself.
    if track != text.track, answerTimer == nil { message = nil }
    light = PageView.Light()
    if let place = try await text.load(track) { lighten(place) }
    arrange()
  }

  /// The reading has jumped: also while it is paused, when no word tells of it.
  private func locate() async throws(Failure) {
    status = try await service.status() ?? .idle
    statusMoment = Core.loop.now
    guard let track = text.track, let place = try await text.place(of: track) else { return }
    if let current = place.current, text[Int(current)] == nil { return try await load(track) }
    lighten(place)
  }

  private func lighten(_ place: SentenceList) {
    light.sentence = place.current.flatMap { text[Int($0)] }?.range.utf8.range
    light.word = place.word?.utf8.range
    light.found = text.track.map { search.ranges(in: $0) } ?? []
  }

  // MARK: Rows

  private func resize() {
    view = PageView(
      columns: console.size.columns, rows: console.size.rows, paint: theme.paint, settings: settings,
      directions: view.directions, symbols: console.symbols)
    repaint()
    arrange()
  }

  /// Everything is painted again, whatever stands there.
  func repaint() {
    view.paint = theme.paint
    painted = []
    console.write("\u{1B}[2J")
  }

  /// Lays the text out anew.
  func arrange() {
    layout = text.track.map { _ in
      TextLayout(text.sentences, width: view.textWidth, spacing: view.spacing, bullet: console.symbols.bullet)
    }
  }

  /// The first row that is shown.
  var top: Int {
    layout?.top(sentence: light.sentence, word: light.word, height: view.textHeight) ?? 0
  }

  // MARK: Messages

  /// The time for which an answer hides the modes of the reading.
  private static let answerTime = Duration.seconds(5)

  /// A problem stays until a key is pressed or another text is read.
  func say(_ text: String?) {
    if let answerTimer { Core.loop.cancel(answerTimer) }
    answerTimer = nil
    message = text
  }

  /// An answer to a key is there for a moment.
  func answer(_ text: String?) {
    say(text)
    guard text != nil else { return }
    answerTimer = Core.loop.schedule(after: Self.answerTime) { [weak self] in
      guard let self else { return }
      say(nil)
      service.post(.elapsed)
    }
  }
}

extension TextSpan {
  /// As a range of bytes, or of whatever it counts.
  var range: Range<Int> { Int(start)..<Int(start) + Int(length) }
}
