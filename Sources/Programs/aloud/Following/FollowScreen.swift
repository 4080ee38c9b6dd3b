import AloudAPI
import AloudClient
import BusValues
import CommandOutput
import Configuration
import EventLoop
import Glibc
import Pager
import Vocabulary

/// The display on a terminal: the text, with the current sentence and word highlighted.
@Core
final class FollowScreen {
  let service: Service
  let console: Console
  let mode: TerminalMode
  let text: FollowedText
  let control: FollowControl
  let search: BookSearch
  let choices: FollowChoices
  let waveform: FollowedWaveform
  /// The texts; the display ends after them.
  private let utteranceWait: UtteranceWait?

  var theme: DisplayTheme
  var settings: Settings.Follow
  var view: PageView
  private(set) var reading = FollowStatus(.idle, at: Core.loop.now)
  private(set) var layout: TextLayout?
  var light = PageView.Light()
  /// The place at which the reading may be, if the text tells no times.
  private var estimate: Range<Int>?
  /// The place at which the listener looks in such a text.
  private var looked: Range<Int>?

  private var keys = KeyReader()
  /// The words of a search that are being typed.
  var query: QueryLine?
  let message: FollowMessage
  var overlay: Overlay?
  /// The library, while there is no text.
  var library: FollowChoices.List?
  /// True before the first painting, while the terminal is asked for its ground.
  private var isAsking = false
  var painted = PaintedScreen()

  /// The content in the place of the text.
  enum Overlay {
    /// A page of the help: a small window has no room for all of it.
    case help(part: Int)
    case list(FollowChoices.List)
    /// The account of the sentence.
    case explanation([String])
  }

  init(
    _ service: Service, _ console: Console, _ theme: DisplayTheme, _ settings: Settings.Follow,
    _ utteranceWait: UtteranceWait?
  ) {
    (self.service, self.console, self.theme, self.settings) = (service, console, theme, settings)
    self.utteranceWait = utteranceWait
    text = FollowedText(service.client)
    control = FollowControl(service)
    search = BookSearch(service.client)
    choices = FollowChoices(service)
    waveform = FollowedWaveform(service.client) { [weak service] in service?.post(.elapsed) }
    message = FollowMessage { [weak service] in service?.post(.elapsed) }
    let directions = Directions(settings.bidi) { name in getenv(name).map { String(cString: $0) } }
    view = PageView(
      columns: console.size.columns, rows: console.size.rows, paint: theme.paint, settings: settings,
      directions: directions, symbols: console.symbols)
    mode = TerminalMode(usesScreen: true, isExplicit: settings.bidi == .own)
  }

  /// Returns when the user leaves, or when the awaited texts have been heard.
  func run() async throws(Failure) {
    mode.enter(console)
    defer { mode.leave(console) }
    service.listenToTerminal(mode, console, keys: TerminalMode.hasKeys)
    askTerminal()
    // No signal says that no service runs.
    do throws(Failure) { try await refresh() } catch { message.say(error.message) }
    while true {
      if !service.hasNotices, !isAsking { show() }
      let notice = await service.next()
      try await utteranceWait?.end(by: notice)
      switch notice {
      case .signal(SIGWINCH): resize()
      case .signal(let number): throw .quiet(number == SIGINT ? .interrupted : .done)
      case .outputClosed: return
      case .disconnected: throw Failure.busEnded
      default:
        do throws(Failure) {
          if try await take(notice) { return }
        } catch {
          // The service may end during a call; signals report that it disappears and returns.
          message.say(error.message)
        }
      }
      if let utteranceWait, utteranceWait.isOver { return try utteranceWait.check() }
    }
  }

  // MARK: The terminal's answers

  /// The time that the display waits for the terminal's answer; it accepts later answers, too.
  private static let patience = Duration.milliseconds(150)

  /// Asks the terminal for the colour of its ground (OSC 11), and for its support of directions (DECRQM).
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

  /// The status of the service.
  var status: Status { reading.value }

  /// - Returns: true if the user leaves.
  private func take(_ notice: Service.Notice) async throws(Failure) -> Bool {
    switch notice {
    case .appeared:
      message.say(nil)
      try await service.ask(for: FollowDisplay.kinds, start: false)
      try await refresh()
    case .vanished:
      message.say(nil)
      text.forget()
      try await refresh()
    case .changed(let names):
      if names == [ServiceConnection.jump] {
        try await locate()
      } else {
        if names.contains(AloudProperty.study.rawValue) { control.study.phrasesChanged() }
        try await refresh()
        try await Failure.translating(try await waveform.refresh())
      }
    case .event(let event):
      try await utteranceWait?.take(event)
      try await handle(event)
    case .input(let bytes): for key in keys.keys(bytes) where try await press(key) { return true }
    case .elapsed: try await Failure.translating(try await waveform.goOn())
    case .signal, .outputClosed, .disconnected: break
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
      } else if try await Failure.translating(try await text.extend(toRead: index)) {
        arrange()
      }
    case .word(let signal) where signal.track == text.track: light.word = signal.range.utf8.range
    case .stateChanged:
      try await refresh()
      try await Failure.translating(try await waveform.refresh())
    case .chapterChanged(let signal): try await refresh(track: signal.track)
    case .phrase: try await refresh()
    case .progress where status.studied != nil: try await refresh()
    case .progress(let signal):
      let step = signal.positionMicroseconds - status.position
      reading.value.book?.positionMicroseconds += step
      reading.value.position = signal.positionMicroseconds
      if signal.lengthMicroseconds > 0 { reading.value.length = signal.lengthMicroseconds }
      if estimate != nil || text.sentences.isEmpty { try await look() }
    case .utteranceFinished, .utteranceCancelled: light.word = nil
    case .failed(let signal): message.say(signal.message)
    case .libraryChanged: try await Failure.translating(try await waveform.refresh())
    default: break
    }
  }

  /// Reads the status, and loads the text if the track is another one.
  func refresh(track: ObjectPath? = nil) async throws(Failure) {
    let answer = try await service.status()
    reading = FollowStatus(answer ?? KeptState.load()?.status ?? .idle, at: Core.loop.now)
    if status.isIdle { library = try await choices.library() }
    try await control.study.update(status, hasPicture: waveform.entry != nil)
    let track = answer == nil ? nil : track ?? status.track.flatMap { ObjectPath($0) }
    guard let track else {
      text.forget()
      try await Failure.translating(try await waveform.load(nil))
      return arrange()
    }
    // A recording may have no text at all.
    if track != text.track || (text.sentences.isEmpty && waveform.entry == nil) { try await load(track) }
  }

  /// Nothing tells that the text beside a recording has come, or which part of it is heard if it has no times.
  private func look() async throws(Failure) {
    guard let track = text.track, let place = try await Failure.translating(try await text.place(of: track)),
      place.known > 0
    else { return }
    if text.sentences.isEmpty { try await load(track) } else { lighten(place) }
  }

  private func load(_ track: ObjectPath) async throws(Failure) {
    if track != text.track {
      message.textChanged()
      looked = nil
    }
    light = PageView.Light()
    if let place = try await Failure.translating(try await text.load(track)) { lighten(place) }
    try await Failure.translating(try await waveform.load(text.track))
    arrange()
  }

  /// Updates the place after a jump; while the reading is paused, no word signal does that.
  private func locate() async throws(Failure) {
    reading = FollowStatus(try await service.status() ?? .idle, at: Core.loop.now)
    guard let track = text.track, let place = try await Failure.translating(try await text.place(of: track)) else {
      return
    }
    if let current = place.current, text[Int(current)] == nil { return try await load(track) }
    lighten(place)
  }

  private func lighten(_ place: SentenceList) {
    let current = place.current.flatMap { text[Int($0)] }?.range.utf8.range
    light.sentence = place.isEstimated ? nil : current
    estimate = place.isEstimated ? current : nil
    looked = place.isEstimated ? place.looked.flatMap { text[Int($0)] }?.range.utf8.range ?? looked : nil
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

  /// Paints the whole screen again.
  func repaint() {
    view.paint = theme.paint
    console.write(painted.erase())
  }

  /// Lays the text out again.
  func arrange() {
    layout = text.track.map { _ in
      TextLayout(text.sentences, width: view.textWidth, spacing: view.spacing, bullet: console.symbols.bullet)
    }
  }

  /// The first visible row.
  var top: Int {
    if light.sentence == nil, let looked { return layout?.row(of: looked.lowerBound) ?? 0 }
    return layout?.top(sentence: light.sentence ?? estimate, word: light.word, height: view.textHeight) ?? 0
  }

  /// True if the text tells no times.
  var isUntimed: Bool { estimate != nil }

  /// Looks elsewhere in a text that tells no times, a window further. The place is kept for the file.
  func look(_ step: Int) async throws(Failure) {
    guard estimate != nil, let layout, let track = text.track else { return }
    let row = top + step * max(1, view.textHeight / view.spacing - 1) * view.spacing
    guard let place = layout.place(ofRow: max(0, min(row, layout.rows.count - 1))),
      let sentence = text.sentence(at: place)
    else { return }
    looked = sentence.range.utf8.range
    _ = try await service.callIfRunning(.lookAt(track, sentence: sentence.index), task: "keep the place")
  }
}
