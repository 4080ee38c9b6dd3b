import Announcements
import BusValues
import Foundation
import Testing
import Vocabulary

@testable import AloudService

/// Notifications as they stand on the bus.
struct NotifyCallTests {
  private static func arguments(
    _ application: String = "Mail", replaces: UInt32 = 0, _ hints: [String: BusValue] = [:]
  ) -> [BusValue] {
    [
      .string(application), .uint32(replaces), .string("icon"), .string("Hello"), .string("<b>World</b>"),
      .strings(["default", "Open"]), .vardict(hints), .int32(-1),
    ]
  }

  @Test func aCallIsReadWithTheHintsOfAloud_S1_12() throws {
    let call = try #require(
      NotifyCall(
        Self.arguments(
          replaces: 7,
          [
            "urgency": .byte(2), "category": .string("email.arrived"), "x-aloud-speak": .bool(false),
            "x-aloud-voice": .string("de"), "x-aloud-rate": .double(1.5), "x-aloud-digits": .string("single"),
            "x-aloud-priority": .string("message"), "sound-name": .string("bell"), "suppress-sound": .bool(true),
          ])))
    #expect(call.replaces == 7 && !call.isOwn)
    let notification = call.notification
    #expect(notification.application == "Mail" && notification.summary == "Hello")
    #expect(notification.body == "<b>World</b>" && notification.category == "email.arrived")
    #expect(notification.urgency == .critical)
    let hints = notification.hints
    #expect(hints.speak == false && hints.voice == "de" && hints.rate == 1.5 && hints.digits == .single)
    #expect(hints.priority == .message && hints.soundName == "bell" && hints.suppressSound)
    #expect(hints.unreadable.isEmpty)
  }

  @Test func scriptsWriteNumbersAsTexts_S1_12() {
    let hints = NotificationHints(["x-aloud-rate": .string("1.5"), "x-aloud-speak": .string("false")])
    #expect(hints.rate == 1.5 && hints.speak == false)
    #expect(NotificationHints(["x-aloud-speak": .int32(1)]).speak == true)
    #expect(NotificationUrgency(hint: .string("critical")) == .critical)
    #expect(NotificationUrgency(hint: .int32(0)) == .low)
  }

  @Test func nonsenseIsNamedAndChangesNothing() {
    let hints = NotificationHints([
      "x-aloud-rate": .string("fast"), "x-aloud-speak": .string("perhaps"), "x-aloud-priority": .string("loud"),
      "x-aloud-voice": .strings(["de"]), "sound-file": .string(""), "suppress-sound": .string("?"),
    ])
    #expect(
      Set(hints.unreadable) == [
        "x-aloud-rate", "x-aloud-speak", "x-aloud-priority", "x-aloud-voice", "sound-file", "suppress-sound",
      ])
    #expect(hints.rate == nil && hints.speak == nil && hints.priority == nil && !hints.suppressSound)
    for hint in [.byte(9), .int32(-1), .double(.nan), .string("x"), nil] as [BusValue?] {
      #expect(NotificationUrgency(hint: hint) == .normal)
    }
  }

  @Test func aloudsOwnNotificationsAreLeftOut() {
    #expect(NotifyCall(Self.arguments("Mail", ["desktop-entry": .string("org.aloud.Aloud")]))?.isOwn == true)
    #expect(NotifyCall(Self.arguments("Mail", ["x-aloud-own": .bool(true)]))?.isOwn == true)
    #expect(NotifyCall(Self.arguments("Mail", ["desktop-entry": .string("org.gnome.Geary")]))?.isOwn == false)
  }

  @Test func anApplicationWithoutANameHasThatOfItsEntry() {
    let call = NotifyCall(Self.arguments("", ["desktop-entry": .string("org.gnome.Geary")]))
    #expect(call?.notification.application == "org.gnome.Geary")
  }

  @Test func anotherShapeIsNoNotification() {
    #expect(NotifyCall([]) == nil)
    #expect(NotifyCall(Array(Self.arguments().dropLast())) == nil)
    for index in [0, 1, 3, 4, 6] {
      var arguments = Self.arguments()
      arguments[index] = .byte(1)
      #expect(NotifyCall(arguments) == nil)
    }
  }

  // MARK: Numbers

  private static func call(_ serial: UInt32, _ client: String = ":1.1") -> NotificationNumbers.Call {
    NotificationNumbers.Call(client: client, serial: serial)
  }

  @Test func anAnswerBelongsToItsCall() {
    var numbers = NotificationNumbers()
    numbers.called(Self.call(5), Announcement.ID(1))
    numbers.called(Self.call(5, ":1.2"), Announcement.ID(2))
    #expect(numbers.answered(Self.call(6)) == nil)
    #expect(numbers.answered(Self.call(5, ":1.2")) == Announcement.ID(2))
    #expect(numbers.answered(Self.call(5, ":1.2")) == nil, "a second answer is a lie")
    #expect(numbers.answered(Self.call(5)) == Announcement.ID(1))
    #expect(numbers.isEmpty)
  }

  @Test func aServerThatNeverAnswersCostsNoMemory() {
    var numbers = NotificationNumbers()
    for serial in 1...100_000 as ClosedRange<UInt32> {
      numbers.called(Self.call(serial), Announcement.ID(UInt64(serial)))
    }
    #expect(numbers.count <= NotificationNumbers.most)
    #expect(numbers.answered(Self.call(100_000)) == Announcement.ID(100_000))
    #expect(numbers.answered(Self.call(1)) == nil)
    numbers.forgetAll()
    #expect(numbers.isEmpty)
  }

  // MARK: The kept wish

  @Test func theWishIsKept() throws {
    let folder = FileManager.default.temporaryDirectory.path + "/aloud-watch-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let file = try #require(WatchFile(folder: folder))
    #expect(!file.isOn)
    #expect(file.set(true) && file.isOn)
    let mode = try FileManager.default.attributesOfItem(atPath: folder + "/notifications")[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(file.set(true) && file.set(false) && !file.isOn && file.set(false))
    for other in ["", "aloud notifications 2\nwatch on\n", "aloud notifications 1\nwatch off\n"] {
      try other.write(toFile: folder + "/notifications", atomically: false, encoding: .utf8)
      #expect(!file.isOn)
    }
    #expect(WatchFile(folder: nil) == nil)
    #expect(try #require(WatchFile(folder: "/proc/aloud")).set(true) == false)
  }

  // MARK: Sounds

  @Test func aSoundIsFoundByItsName_S1_17() {
    #expect(SoundTheme.paths(of: "bell", in: ["/d"]).first == "/d/sounds/freedesktop/stereo/bell.oga")
    #expect(SoundTheme.paths(of: "message-new", in: ["/d"]).contains("/d/sounds/freedesktop/stereo/message.wav"))
    for name in ["", "../x", "a/b", ".", "a b", String(repeating: "x", count: 101), "ü"] {
      #expect(SoundTheme.paths(of: name, in: ["/d"]).isEmpty, "\(name)")
    }
    let folders = SoundTheme.folders { ["HOME": "/home/me", "XDG_DATA_DIRS": "/a:b:/c"][$0] }
    #expect(folders == ["/home/me/.local/share", "/a", "/c"])
  }
}
