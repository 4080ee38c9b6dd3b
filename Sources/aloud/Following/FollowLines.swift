import AloudAPI
import BusValues
import EventLoop
import Glibc

/// `aloud follow` for pipes, screen readers and terminals that cannot be painted on: each sentence on a line of its own
/// when it begins to be heard.
@Core
final class FollowLines {
  private let service: Service
  private let console: Console
  private let mode = TerminalMode(usesScreen: false)
  private let text: FollowedText
  private let control: FollowControl
  private var keys = KeyReader()
  private var prompt: String?
  /// What was printed last: a sentence that is taken up again in its middle is not printed again.
  private var last: (track: ObjectPath, index: Int)?

  init(_ service: Service, _ console: Console) {
    self.service = service
    self.console = console
    text = FollowedText(service)
    control = FollowControl(service)
  }

  /// Returns when the listener leaves.
  func run() async throws(Failure) {
    let hasKeys = TerminalMode.hasKeys
    if hasKeys { mode.enter(console) }
    defer { mode.leave(console) }
    service.listenToTerminal(mode, console, keys: hasKeys)
    while true {
      switch await service.next() {
      case .signal(SIGWINCH): break
      case .signal(let number): throw .quiet(number == SIGINT ? .interrupted : .done)
      case .outputClosed: return
      case .disconnected: throw Failure(.noService, "cannot go on: the session bus ended")
      case let notice:
        do throws(Failure) {
          if try await take(notice) { return }
        } catch {
          // The service may end in the middle of a call; then it is waited for.
          if error.status != .noService, !error.message.isEmpty { say(error.message) }
        }
      }
    }
  }

  /// - Returns: whether the listener leaves.
  private func take(_ notice: Service.Notice) async throws(Failure) -> Bool {
    switch notice {
    case .appeared:
      try await service.ask(for: [.sentence, .page, .error], start: false)
      if let track = try await service.status()?.track.flatMap({ ObjectPath($0) }) {
        if let place = try await text.load(track), let current = place.current { print(Int(current), track) }
      }
    case .event(.sentence(let signal)): try await heard(Int(signal.index), signal.track)
    case .event(.failed(let signal)): say(signal.message)
    case .input(let bytes): for key in keys.keys(bytes) where try await press(key) { return true }
    case .vanished: text.forget()
    case .event, .changed, .elapsed, .signal, .outputClosed, .disconnected: break
    }
    return false
  }

  private func heard(_ index: Int, _ track: ObjectPath) async throws(Failure) {
    if text.track != track || text[index] == nil || text.isTooLong { _ = try await text.load(track) }
    print(index, track)
  }

  private func print(_ index: Int, _ track: ObjectPath) {
    guard last?.track != track || last?.index != index, let sentence = text[index] else { return }
    last = (track, index)
    console.print(PageView.clean(sentence.text))
  }

  private func say(_ message: String) { console.print("aloud: \(message)") }

  // MARK: Keys

  private func press(_ key: Key) async throws(Failure) -> Bool {
    if prompt != nil {
      try await type(key)
      return false
    }
    guard let command = KeyCommand(key) else { return false }
    switch command {
    case .quit: return true
    case .help: console.print(KeyCommand.summary.joined(separator: "\n"))
    case .find:
      prompt = ""
      console.write("/")
    default: if let message = try await control.perform(command, in: text) { say(message) }
    }
    return false
  }

  private func type(_ key: Key) async throws(Failure) {
    switch key {
    case .character(let character):
      prompt?.append(character)
      console.write(String(character))
    case .enter:
      let words = prompt ?? ""
      prompt = nil
      console.print("")
      if let message = try await control.find(words, in: text) { say(message) }
    case .escape, .backspace:
      prompt = nil
      console.print("")
    default: break
    }
  }
}
