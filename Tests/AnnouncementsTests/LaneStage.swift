import Testing
import Vocabulary

@testable import Announcements

/// A lane with a speaker that a test moves by hand.
struct LaneStage {
  var lane = AnnouncementLane()
  var now = Duration.zero
  /// The orders to the speaker, in order.
  private(set) var spoken: [AnnouncementLane.SpokenAnnouncement] = []
  private(set) var stops: [AnnouncementLane.Stop] = []
  private(set) var notices: [AnnouncementNotice] = []
  /// The run that goes on.
  private(set) var run: AnnouncementLane.Run?

  /// The spoken texts, in order.
  var texts: [String] { spoken.map(\.text) }

  /// The news about an announcement.
  func events(_ id: Announcement.ID) -> [AnnouncementNotice.Event] {
    notices.filter { $0.announcement.id == id }.map(\.event)
  }

  /// The end of an announcement.
  func end(_ id: Announcement.ID) -> AnnouncementNotice.Event? { events(id).first(where: \.isEnd) }

  mutating func send(_ event: AnnouncementLane.Event) {
    for effect in lane.handle(event, at: now) {
      switch effect {
      case .speak(let announcement):
        #expect(run == nil, "two at a time")
        spoken.append(announcement)
        run = announcement.run
      case .stop(let stopped, let stop):
        #expect(stopped == run, "a stop of another run")
        stops.append(stop)
        if stop != .sentenceEnd { run = nil }
      case .tell(let notice): notices.append(notice)
      }
    }
  }

  /// Adds an announcement and returns its ID.
  @discardableResult
  mutating func add(
    _ text: String, from application: String = "Mail", sender: String? = nil,
    _ change: (inout Announcement) -> Void = { _ in }
  ) -> Announcement.ID {
    var announcement = Announcement(
      id: lane.newID(), text: text, sender: sender ?? ":\(application)", application: application)
    change(&announcement)
    send(.add(announcement))
    return announcement.id
  }

  /// Adds one of a notification.
  @discardableResult
  mutating func notify(_ text: String, from application: String = "Mail", number: UInt32? = nil) -> Announcement.ID {
    add(text, from: application) {
      $0.isNotification = true
      $0.notification = number
    }
  }

  /// Adds one with a priority.
  @discardableResult
  mutating func add(_ text: String, _ priority: AnnouncementPriority, sender: String? = nil) -> Announcement.ID {
    add(text, sender: sender) { $0.priority = priority }
  }

  /// Adds one of a screen-reading program.
  @discardableResult
  mutating func echo(_ text: String) -> Announcement.ID { add(text, from: "Orca") { $0.goesFirst = true } }

  mutating func begin() {
    if let run { send(.started(run)) }
  }

  /// Speaks what is spoken to its end.
  mutating func finish() {
    guard let run else { return }
    begin()
    self.run = nil
    send(.finished(run))
  }

  /// The speaker reaches a sentence's end, after it was asked to stop there.
  mutating func reachSentenceEnd() {
    guard let run else { return }
    self.run = nil
    send(.stopped(run))
  }

  /// The engine cannot go on.
  mutating func fail() {
    guard let run else { return }
    self.run = nil
    send(.failed(run))
  }

  /// Time passes, with a wake at each moment that the lane names.
  mutating func pass(_ duration: Duration) {
    let end = now + duration
    while let next = lane.nextWake, next <= end {
      now = max(now, next)
      send(.wake)
    }
    now = end
  }

  /// Speaks until nothing is left to speak.
  mutating func finishAll() {
    for _ in 0..<1000 where run != nil || lane.isSpeaking {
      if run == nil { pass(.seconds(1)) }
      finish()
    }
  }
}
