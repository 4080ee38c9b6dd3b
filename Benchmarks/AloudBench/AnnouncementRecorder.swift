import AloudAPI
import BusValues
import DBusKit
import DesktopSupport
import EventLoop

/// The words of the reading and the news about announcements, in their order, on a connection of its own.
@Core
final class AnnouncementRecorder {
  /// Something that the service has told.
  enum Event {
    /// A word of the reading is heard. The place is that of its first scalar in the text.
    case word(Int)
    /// There is news about an announcement.
    case news(AnnouncementSignal)
  }

  private let bus: BusConnection
  private var token: MatchToken?
  /// Everything since the beginning, or since ``forget()``.
  private(set) var events: [Event] = []

  /// Subscribes to news about announcements with their texts, and to words if they are wanted.
  init(words: Bool) async throws {
    bus = try BusConnection.session()
    token = bus.subscribe(MatchRule(path: AloudBus.path, interface: AloudBus.interface)) { [weak self] in
      self?.take(AloudEvent(member: $0.member.text, arguments: $0.arguments))
    }
    let kinds: [EventKind] = words ? [.announcement, .word] : [.announcement]
    _ = try await bus.call(
      BusCall(
        AloudBus.name, AloudBus.path, AloudBus.interface, "Subscribe",
        [.strings(kinds.map(\.rawValue)), .vardict(["text": .bool(true)])]))
  }

  isolated deinit { bus.close() }

  private func take(_ event: AloudEvent?) {
    switch event {
    case .word(let word): events.append(.word(Int(word.range.scalars.start)))
    case .announcement(let news): events.append(.news(news))
    default: break
    }
  }

  /// Forgets what was told so far.
  func forget() { events = [] }

  /// The places of the words.
  var places: [Int] { events.compactMap { if case .word(let place) = $0 { place } else { nil } } }

  /// The news about announcements.
  var news: [AnnouncementSignal] { events.compactMap { if case .news(let news) = $0 { news } else { nil } } }

  /// Waits until the reading has reached this many words more.
  func wait(forWords count: Int) async throws {
    let known = places.count
    try await eventually("the reading goes on") { places.count >= known + count }
  }
}
