import AloudAPI
import AloudClient
import BusValues
import CommandOutput
import EventLoop
import Glibc
import Pager

/// The display for pipes, screen readers and terminals without cursor control: each sentence gets a line when it begins
/// to be heard.
@Core
final class FollowLines {
  private let service: Service
  private let console: Console
  private let mode = TerminalMode(usesScreen: false)
  private let text: FollowedText
  private let control: FollowControl
  private let search: BookSearch
  private let choices: FollowChoices
  /// The texts that are shown; the display ends after them.
  private let utteranceWait: UtteranceWait?
  /// The said text, if it is at hand.
  private let said: String?
  private var keys = KeyReader()
  private var prompt: Prompt?
  /// The sentence that was printed last: it is not printed again if the reading resumes in the middle of it.
  private var last: (track: ObjectPath, index: Int)?

  /// The input that is being typed.
  private enum Prompt {
    case words(String)
    /// The number of an entry.
    case number(String, FollowChoices.List)
  }

  init(_ service: Service, _ console: Console, _ utteranceWait: UtteranceWait?, said: String? = nil) {
    self.service = service
    self.said = said
    self.console = console
    self.utteranceWait = utteranceWait
    text = FollowedText(service.client)
    control = FollowControl(service)
    search = BookSearch(service.client)
    choices = FollowChoices(service)
  }

  /// Returns when the user leaves, or when the awaited texts have been heard.
  func run() async throws(Failure) {
    let hasKeys = TerminalMode.hasKeys
    if hasKeys { mode.enter(console) }
    defer { mode.leave(console) }
    service.listenToTerminal(mode, console, keys: hasKeys)
    while true {
      let notice = await service.next()
      try await utteranceWait?.end(by: notice)
      switch notice {
      case .signal(SIGWINCH): break
      case .signal(let number): throw .quiet(number == SIGINT ? .interrupted : .done)
      case .outputClosed: return
      case .disconnected: throw Failure.busEnded
      default:
        do throws(Failure) {
          if try await take(notice) { return }
        } catch {
          // The service may end during a call; the display waits for the next one.
          if error.status != .noService, !error.message.isEmpty { say(error.message) }
        }
      }
      if let utteranceWait, utteranceWait.isOver { return try utteranceWait.check() }
    }
  }

  /// - Returns: true if the user leaves.
  private func take(_ notice: Service.Notice) async throws(Failure) -> Bool {
    switch notice {
    case .appeared:
      try await service.ask(for: FollowDisplay.kinds, start: false)
      // The text is loaded before it ends; its first sentence is reported like the others.
      if let first = utteranceWait?.tracks.first {
        _ = try await Failure.translating(try await text.load(first))
      } else if let track = try await service.status()?.track.flatMap({ ObjectPath($0) }) {
        if let place = try await Failure.translating(try await text.load(track)), let current = place.current {
          try await show(Int(current), track)
        }
      }
    case .event(let event):
      let isShown = utteranceWait == nil || isAwaited(event)
      try await utteranceWait?.take(event)
      switch event {
      case .sentence(let signal) where isShown: try await heard(Int(signal.index), signal.track)
      // A failure of an awaited text is reported at the end.
      case .failed(let signal) where utteranceWait == nil: say(signal.message)
      default: break
      }
    case .input(let bytes): for key in keys.keys(bytes) where try await press(key) { return true }
    case .vanished: text.forget()
    case .changed, .elapsed, .signal, .outputClosed, .disconnected: break
    }
    return false
  }

  private func isAwaited(_ event: AloudEvent) -> Bool {
    guard case .sentence(let signal) = event else { return true }
    return utteranceWait?.tracks.contains(signal.track) == true
  }

  private func heard(_ index: Int, _ track: ObjectPath) async throws(Failure) {
    if text.track != track || text[index] == nil || text.isTooLong {
      let place = try await Failure.translating(try await text.load(track))
      if place == nil, last == nil, let said { return print(said, index, track) }
    }
    try await show(index, track)
  }

  private func show(_ index: Int, _ track: ObjectPath) async throws(Failure) {
    // The text of a phrase is hidden from a listener who speaks it.
    if let study = try await service.status()?.studied {
      guard last?.track != track || last?.index != index else { return }
      last = (track, index)
      return console.print("phrase \(index + 1) of \(study.phrases)")
    }
    print(index, track)
  }

  /// A short text may be over and gone before its sentences could be asked for. Those who said it see it all the same.
  private func print(_ said: String, _ index: Int, _ track: ObjectPath) {
    last = (track, index)
    for line in said.split(whereSeparator: \.isNewline) { console.print(PageView.clean(String(line))) }
  }

  private func print(_ index: Int, _ track: ObjectPath) {
    guard last?.track != track || last?.index != index, let sentence = text[index] else { return }
    last = (track, index)
    console.print(PageView.clean(sentence.text))
  }

  private func say(_ message: String) { console.print("aloud: \(message)") }

  // MARK: Keys

  private func press(_ key: Key) async throws(Failure) -> Bool {
    switch prompt {
    case .words(let words): try await type(key, words)
    case .number(let digits, let list): try await type(key, digits, list)
    case nil: return try await perform(key)
    }
    return false
  }

  private func perform(_ key: Key) async throws(Failure) -> Bool {
    guard let command = KeyCommand(key) else { return false }
    switch command {
    case .quit: return true
    case .phraseText:
      guard let study = try await service.status()?.studied, let phrase = study.phrase else {
        say("nothing is studied")
        break
      }
      guard let sentence = text[phrase] else {
        say("there is no text beside the recording")
        break
      }
      console.print(PageView.clean(sentence.text))
    case .help: console.print(KeyHelp.rows(isPlain: true).joined(separator: "\n"))
    case .explain:
      guard let last, let sentence = text[last.index], text.track == last.track else {
        say("nothing is being read")
        break
      }
      for line in try await FollowExplanation(console.symbols).lines(sentence, voice: text.voice) {
        console.print(line)
      }
    case .find:
      prompt = .words("")
      console.write("/")
    case .findAgain(let direction): try await find(nil, direction)
    case .choose(let choice):
      let status = try await service.status() ?? .idle
      guard let list = try await choices.list(choice, status) else { return false }
      guard !list.choice.entries.isEmpty else {
        say(list.emptiness)
        return false
      }
      for (index, entry) in list.choice.entries.enumerated() {
        console.print(PageView.clean("\(index + 1) \(entry.label) \(entry.detail)"))
      }
      prompt = .number("", list)
      console.write("number: ")
    default: if let message = try await control.perform(command, in: text) { say(message) }
    }
    return false
  }

  /// - Parameter words: `nil` for the previous words.
  private func find(_ words: String?, _ direction: Int) async throws(Failure) {
    let result = try await Failure.translating(try await search.find(words, direction, in: text))
    if let message = result.message(direction) { say(message) }
  }

  private func type(_ key: Key, _ words: String) async throws(Failure) {
    switch key {
    case .character(let character):
      prompt = .words(words + String(character))
      console.write(PageView.clean(String(character)).isEmpty ? " " : String(character))
    case .enter:
      prompt = nil
      console.print("")
      try await find(words, 1)
    case .escape, .backspace:
      prompt = nil
      console.print("")
    default: break
    }
  }

  private func type(_ key: Key, _ digits: String, _ list: FollowChoices.List) async throws(Failure) {
    switch key {
    case .character(let character) where character.isASCII && character.isNumber:
      prompt = .number(digits + String(character), list)
      console.write(String(character))
    case .enter:
      prompt = nil
      console.print("")
      guard let number = Int(digits), list.actions.indices.contains(number - 1) else { return }
      if let message = try await choices.perform(list.actions[number - 1]) { say(message) }
    case .escape, .backspace:
      prompt = nil
      console.print("")
    default: break
    }
  }
}
