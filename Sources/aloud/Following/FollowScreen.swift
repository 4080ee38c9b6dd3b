import AloudAPI
import BusValues
import EventLoop
import Glibc

/// `aloud follow` on a terminal: pages of the text, with the sentence and the word lit that are heard.
@Core
final class FollowScreen {
  private let service: Service
  private let console: Console
  private let paint: Paint
  private let mode = TerminalMode(usesScreen: true)
  private let text: FollowedText
  private let control: FollowControl

  private var status = Status.idle
  private var view: PageView
  private var layout: PageLayout?
  /// Tells turns of these pages from those of the ones before.
  private var layoutNumber: UInt32 = 0
  /// The pages that the service knows: a part of very many.
  private var announced = 0..<0
  private var page = 0
  private var light = PageView.Light()

  private var keys = KeyReader()
  /// What is being typed to be found.
  private var prompt: String?
  /// Stands in the last row: a problem until a key is pressed, an answer for a moment.
  private var message: String?
  private var answerTimer: TimerToken?
  /// The part of the help that is shown; a small window has no room for all of it.
  private var helpPart: Int?
  private var painted: [String] = []

  init(_ service: Service, _ console: Console, _ paint: Paint) {
    self.service = service
    self.console = console
    self.paint = paint
    text = FollowedText(service)
    control = FollowControl(service)
    view = PageView(columns: console.size.columns, rows: console.size.rows, paint: paint)
  }

  static let kinds: Set<EventKind> = [.sentence, .word, .page, .progress, .state, .utterance, .error]

  /// Returns when the listener leaves.
  func run() async throws(Failure) {
    mode.enter(console)
    defer { mode.leave(console) }
    service.listenToTerminal(mode, console, keys: TerminalMode.hasKeys)
    while true {
      if !service.hasNotices { show() }
      switch await service.next() {
      case .signal(SIGWINCH): await resize()
      case .signal(let number): throw .quiet(number == SIGINT ? .interrupted : .done)
      case .outputClosed: return
      case .disconnected: throw Failure(.noService, "cannot go on: the session bus ended")
      case let notice:
        do throws(Failure) {
          if try await take(notice) { return }
        } catch {
          // The service may end in the middle of a call; that it goes and comes is told by itself.
          message = error.message
        }
      }
    }
  }

  // MARK: What happens

  /// - Returns: whether the listener leaves.
  private func take(_ notice: Service.Notice) async throws(Failure) -> Bool {
    switch notice {
    case .appeared:
      message = nil
      try await service.ask(for: Self.kinds, start: false)
      try await refresh()
    case .vanished:
      message = nil
      status = .idle
      text.forget()
      await arrange()
    case .changed(let names): if names == [Service.jump] { try await locate() } else { try await refresh() }
    case .event(let event): try await handle(event)
    case .input(let bytes): for key in keys.keys(bytes) where try await press(key) { return true }
    case .elapsed, .signal, .outputClosed, .disconnected: break
    }
    return false
  }

  private func handle(_ event: AloudEvent) async throws(Failure) {
    switch event {
    case .sentence(let signal) where signal.track == text.track:
      light = PageView.Light(sentence: signal.range.utf8.range)
      let index = Int(signal.index)
      if text.isTooLong || text[index] == nil {
        try await load(signal.track)
      } else if try await text.extend(toRead: index) {
        await arrange()
      }
    case .word(let signal) where signal.track == text.track: light.word = signal.range.utf8.range
    case .pageTurn(let signal) where signal.layout == layoutNumber && signal.track == text.track:
      page = announced.lowerBound + Int(signal.page)
      if page + 8 > announced.upperBound, announced.upperBound < layout?.pages.count ?? 0 { await announcePages() }
    case .chapterChanged(let signal): try await refresh(track: signal.track)
    case .progress(let signal):
      status.position = signal.positionMicroseconds
      if signal.lengthMicroseconds > 0 { status.length = signal.lengthMicroseconds }
    case .utteranceFinished, .utteranceCancelled: light.word = nil
    case .failed(let signal): message = signal.message
    default: break
    }
  }

  /// Asks how things are, and loads the text of another track.
  private func refresh(track: ObjectPath? = nil) async throws(Failure) {
    status = try await service.status() ?? .idle
    let track = track ?? status.track.flatMap { ObjectPath($0) }
    guard let track else {
      text.forget()
      return await arrange()
    }
    if track != text.track || text.sentences.isEmpty { try await load(track) }
  }

  private func load(_ track: ObjectPath) async throws(Failure) {
    light = PageView.Light()
    if let place = try await text.load(track) { lighten(place) }
    await arrange()
  }

  /// The reading has jumped: also while it is paused, when no word tells of it.
  private func locate() async throws(Failure) {
    status = try await service.status() ?? .idle
    guard let track = text.track, let place = try await text.place(of: track) else { return }
    if let current = place.current, text[Int(current)] == nil { return try await load(track) }
    lighten(place)
    turnToLight()
  }

  private func lighten(_ place: SentenceList) {
    let sentence = place.current.flatMap { text[Int($0)] }
    light = PageView.Light(sentence: sentence?.range.utf8.range, word: place.word?.utf8.range)
  }

  // MARK: Pages

  private func resize() async {
    view = PageView(columns: console.size.columns, rows: console.size.rows, paint: paint)
    painted = []
    console.write("\u{1B}[2J")
    await arrange()
  }

  /// Lays the text out anew.
  private func arrange() async {
    layoutNumber &+= 1
    layout = text.track.map { _ in PageLayout(text.sentences, width: view.textWidth, height: view.textHeight) }
    turnToLight()
    await announcePages()
  }

  private func turnToLight() {
    guard let place = light.word?.lowerBound ?? light.sentence?.lowerBound else { return page = 0 }
    page = layout?.page(of: place) ?? 0
  }

  /// Tells the service where each page ends, so that it says when the last word of one is heard.
  private func announcePages() async {
    guard let layout, let track = text.track, !layout.pages.isEmpty else { return }
    let first = max(0, page - AloudBus.maximumPages / 8)
    announced = first..<min(layout.pages.count, first + AloudBus.maximumPages)
    let pages = layout.pages[announced].map { page in
      TextSpan(start: UInt32(page.range.lowerBound), length: UInt32(max(1, page.range.count)))
    }
    message = (try? await control.call(.setPages(track, pages, .utf8, layout: layoutNumber))) ?? message
  }

  // MARK: Keys

  /// - Returns: whether the listener leaves.
  private func press(_ key: Key) async throws(Failure) -> Bool {
    message = nil
    if prompt != nil {
      try await type(key)
      return false
    }
    if let part = helpPart {
      painted = []
      helpPart = KeyCommand(key) == .help && part + 1 < helpParts ? part + 1 : nil
      if key == .escape || KeyCommand(key) == .help { return false }
    }
    guard let command = KeyCommand(key) else { return false }
    switch command {
    case .quit: return true
    case .help: helpPart = 0
    case .find: prompt = ""
    case .page(let step):
      guard let layout, let track = text.track, layout.pages.indices.contains(page + step) else { return false }
      let start = layout.pages[page + step].range.lowerBound
      answer(try await control.call(.goToText(track, offset: UInt32(start), .utf8)))
    default: answer(try await control.perform(command, in: text))
    }
    return false
  }

  /// How long an answer hides where the reading is.
  private static let answerTime = Duration.seconds(5)

  private func answer(_ text: String?) {
    message = text
    if let answerTimer { Core.loop.cancel(answerTimer) }
    guard text != nil else { return answerTimer = nil }
    answerTimer = Core.loop.schedule(after: Self.answerTime) { [weak self] in
      guard let self, message == text else { return }
      message = nil
      service.post(.elapsed)
    }
  }

  private func type(_ key: Key) async throws(Failure) {
    switch key {
    case .character(let character): prompt?.append(character)
    case .backspace: if prompt?.popLast() == nil { prompt = nil }
    case .escape: prompt = nil
    case .enter:
      let words = prompt ?? ""
      prompt = nil
      answer(try await control.find(words, in: text))
    default: break
    }
  }

  // MARK: Showing

  private func show() {
    let title = status.isIdle ? "aloud" : FollowLine.title(status)
    let last =
      prompt.map { "/\($0)" } ?? message
      ?? FollowLine.status(status, page: pageNumber, console.symbols, columns: view.columns)
    let rows: [String]
    if let helpPart {
      let part = min(helpPart, helpParts - 1)
      let lines = Array(KeyCommand.summary.dropFirst(part * view.textHeight).prefix(view.textHeight))
      let more = part + 1 < helpParts ? "? more" : "? back"
      rows = view.screen(title: title, lines: lines, status: more)
    } else if let layout, layout.pages.indices.contains(page) {
      rows = view.screen(title: title, page: layout.pages[page], of: layout, light: light, status: last)
    } else {
      rows = view.screen(title: title, lines: status.isIdle ? ["Nothing is being read."] : [], status: last)
    }
    var output = ""
    for (number, row) in rows.enumerated() where number >= painted.count || painted[number] != row {
      output += "\u{1B}[\(number + 1);1H\(row)\u{1B}[K"
    }
    painted = rows
    if !output.isEmpty { console.write(output) }
  }

  /// Pages that the help takes.
  private var helpParts: Int { (KeyCommand.summary.count + view.textHeight - 1) / view.textHeight }

  /// The page that is shown, from 1 on, and how many there are, where all of the text is here.
  private var pageNumber: (Int, Int?)? {
    guard let layout, layout.pages.count > 1, text.range.lowerBound == 0 else { return nil }
    return (page + 1, text.isComplete ? layout.pages.count : nil)
  }
}

extension TextSpan {
  /// As a range of bytes, or of whatever it counts.
  var range: Range<Int> { Int(start)..<Int(start) + Int(length) }
}
