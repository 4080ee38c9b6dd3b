import AloudAPI
import AloudClient
import BusValues
import CommandOutput
import EventLoop
import Glibc
import Pager

/// The display of a short said text: its words are lit in the lines where the command stands, and the text stays there
/// afterwards, like the output of any other command.
@Core
final class FollowInline {
  /// The most rows of a text that is shown so; a longer one has the whole screen.
  static let mostRows = 8
  /// The most columns of its rows.
  private static let mostColumns = 100

  private let service: Service
  private let console: Console
  private let mode = TerminalMode(usesScreen: false)
  private let text: FollowedText
  private let track: ObjectPath
  private let control: FollowControl
  private let utteranceWait: UtteranceWait
  private let paint: Paint
  private let directions: Directions
  private var layout: TextLayout
  private var light = PageView.Light()
  private var keys = KeyReader()
  /// The answer to a key, below the text.
  private var message: String?
  /// The rows on the terminal; the cursor is at the beginning of the row below them.
  private var painted: [String] = []

  /// `nil` if the text is too long for it, or is not known to its end.
  ///
  /// - Parameters:
  ///   - text: that of the only track that is awaited, loaded.
  ///   - place: the place of the reading in it.
  init?(
    _ service: Service, _ console: Console, _ colors: Paint.Colors, _ directions: Directions,
    _ utteranceWait: UtteranceWait, _ text: FollowedText, at place: SentenceList, of track: ObjectPath
  ) {
    guard text.isComplete, !text.sentences.isEmpty else { return nil }
    (self.service, self.console, self.text, self.track) = (service, console, text, track)
    (self.utteranceWait, self.directions) = (utteranceWait, directions)
    control = FollowControl(service)
    // The text is output among other output: it has the terminal's own colours.
    paint = Paint(colors: colors == .none ? .none : .sixteen)
    layout = Self.layout(text, console)
    guard layout.rows.count <= min(Self.mostRows, console.size.rows - 2) else { return nil }
    lighten(place)
  }

  /// Returns when the listener leaves, or when the text has been heard.
  func run() async throws(Failure) {
    mode.enter(console)
    defer {
      unlight()
      mode.leave(console)
    }
    service.listenToTerminal(mode, console, keys: TerminalMode.hasKeys)
    while true {
      if !service.hasNotices { show() }
      let notice = await service.next()
      try await utteranceWait.end(by: notice)
      switch notice {
      case .signal(SIGWINCH): resize()
      case .signal(let number): throw .quiet(number == SIGINT ? .interrupted : .done)
      case .outputClosed: return
      case .disconnected: throw Failure.busEnded
      case .event(let event):
        try await utteranceWait.take(event)
        note(event)
      case .changed([ServiceConnection.jump]):
        if let place = try await Failure.translating(try await text.place(of: track)) { lighten(place) }
      case .input(let bytes): for key in keys.keys(bytes) where try await press(key) { return }
      case .appeared, .vanished, .changed, .elapsed: break
      }
      if utteranceWait.isOver { return try utteranceWait.check() }
    }
  }

  private func note(_ event: AloudEvent) {
    switch event {
    case .sentence(let signal) where signal.track == track:
      (light.sentence, light.word) = (signal.range.utf8.range, nil)
    case .word(let signal) where signal.track == track: light.word = signal.range.utf8.range
    case .utteranceFinished(let signal) where signal.track == track: light = PageView.Light()
    default: break
    }
  }

  private func lighten(_ place: SentenceList) {
    // A text that waits for another one is not lit yet.
    guard place.word != nil else { return }
    light.sentence = place.current.flatMap { text[Int($0)] }?.range.utf8.range
    light.word = place.word?.utf8.range
  }

  /// - Returns: true if the listener leaves.
  private func press(_ key: Key) async throws(Failure) -> Bool {
    guard let command = KeyCommand(key) else { return false }
    if command == .quit { return true }
    message = try await control.perform(command, in: text)
    return false
  }

  // MARK: Rows

  private static func layout(_ text: FollowedText, _ console: Console) -> TextLayout {
    // A full row would move the cursor to the next one.
    let width = max(1, min(console.size.columns - 1, mostColumns))
    return TextLayout(text.sentences, width: width, spacing: 0, bullet: console.symbols.bullet)
  }

  private func resize() {
    layout = Self.layout(text, console)
    erase()
  }

  /// Takes the rows away. The terminal may have broken them anew: the rows above them stay as they are.
  private func erase() {
    guard !painted.isEmpty else { return }
    console.write("\u{1B}[\(painted.count)A\r\u{1B}[J")
    painted = []
  }

  private func show() {
    let painter = RowPainter(
      layout: layout, light: light, paint: paint, directions: directions, symbols: console.symbols)
    var rows = layout.rows.map { painter.painted($0) }
    if let message {
      let cut = TextWidth.truncated(PageView.clean(message), to: layout.width, ellipsis: console.symbols.ellipsis)
      rows.append(paint.painted(cut, .note))
    }
    guard rows != painted else { return }
    if rows.count != painted.count { erase() }
    let back = painted.isEmpty ? "" : "\u{1B}[\(painted.count)A"
    console.write(back + rows.map { "\r\u{1B}[K\($0)\n" }.joined())
    painted = rows
  }

  /// Leaves the text as plain lines.
  private func unlight() {
    (light, message) = (PageView.Light(), nil)
    show()
  }
}
