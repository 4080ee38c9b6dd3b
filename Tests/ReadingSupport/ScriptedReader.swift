import Documents
import EventLoop
import Vocabulary

@testable import Reading

/// A reader of ``ScriptedFile``s. It tells their events when the clock of a test moves.
@Core
final class ScriptedReader: TextReader {
  /// The files that were given to it, in order, with their options.
  private(set) var asked: [(file: ScriptedFile, format: DocumentFormat, language: String, name: String)] = []
  private let scheduler: ManualScheduler
  private var running: Set<TextReading> = []
  private var next: UInt64 = 1

  init(scheduler: ManualScheduler) { self.scheduler = scheduler }

  /// True if nothing is being read.
  var isIdle: Bool { running.isEmpty }

  func read(
    _ text: any TextFile, as format: DocumentFormat, language: String, _ languages: LanguageMode, name: String,
    isTimed: Bool, events: @escaping @Core (DocumentEvent) -> Void
  ) -> TextReading {
    // A text of the service itself has no script, and is read as it is.
    let file = text as? ScriptedFile ?? ScriptedFile(Script(text.text), isLive: false)
    asked.append((file, format, language, name))
    let reading = TextReading(number: next)
    next += 1
    running.insert(reading)
    tell(file.script.events[...], of: reading, pace: file.script.pace, events)
    return reading
  }

  /// Tells one event a turn, as the messages of a process come.
  private func tell(
    _ rest: ArraySlice<DocumentEvent>, of reading: TextReading, pace: Duration,
    _ events: @escaping @Core (DocumentEvent) -> Void
  ) {
    guard let event = rest.first else { return }
    scheduler.schedule(after: pace) { [weak self] in
      guard let self, running.contains(reading) else { return }
      switch event {
      case .done, .recording, .failed: running.remove(reading)
      default: break
      }
      events(event)
      tell(rest.dropFirst(), of: reading, pace: pace, events)
    }
  }

  func cancel(_ reading: TextReading) { running.remove(reading) }
}

extension TextFile {
  /// All of a short text.
  fileprivate var text: String { String(decoding: contents(from: 0, most: 1 << 16), as: UTF8.self) }
}
