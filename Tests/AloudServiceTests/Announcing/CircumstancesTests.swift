import Announcements
import Configuration
import Testing
import Vocabulary

@testable import AloudService

/// The decisions about announcements by the circumstances.
struct CircumstancesTests {
  private static func verdict(
    _ change: (inout Circumstances) -> Void, notification: Bool = true, urgency: NotificationUrgency = .normal,
    application: String = "Mail", first: Bool = false, settings: Settings.Notify = Settings().notify
  ) -> AnnouncementVerdict {
    var circumstances = Circumstances()
    change(&circumstances)
    var announcement = Announcement(id: .init(1), text: "A secret.", sender: ":1.5", application: application)
    announcement.isNotification = notification
    announcement.urgency = urgency
    announcement.goesFirst = first
    return circumstances.verdict(on: announcement, by: settings)
  }

  private static func settings(_ change: (inout Settings.Notify) -> Void) -> Settings.Notify {
    var settings = Settings().notify
    change(&settings)
    return settings
  }

  @Test func aLockedScreenTellsNoMoreThanTheListenerChose_S1_01() {
    #expect(Self.verdict { $0.isLocked = true } == .speakInstead("Mail"))
    #expect(Self.verdict({ $0.isLocked = true }, application: "") == .drop(.locked))
    #expect(Self.verdict({ $0.isLocked = true }, settings: Self.settings { $0.locked = .nothing }) == .drop(.locked))
    #expect(Self.verdict({ $0.isLocked = true }, settings: Self.settings { $0.locked = .all }) == .speak)
    #expect(Self.verdict({ $0.isLocked = true }, notification: false) == .speakInstead("Mail"))
    // The program that reads the locked screen itself.
    #expect(Self.verdict({ $0.isLocked = true }, notification: false, first: true) == .speak)
  }

  @Test func anotherSessionHearsNothing() {
    for first in [true, false] { #expect(Self.verdict({ $0.isInFront = false }, first: first) == .drop(.seat)) }
    #expect(Self.verdict({ $0.isInFront = false }, settings: Self.settings { $0.locked = .all }) == .drop(.seat))
  }

  @Test func doNotDisturbConcernsNotifications_S1_07() {
    let critical = Self.settings { $0.doNotDisturb = .critical }
    #expect(Self.verdict { $0.isUndisturbed = true } == .drop(.doNotDisturb))
    #expect(Self.verdict({ $0.isUndisturbed = true }, urgency: .critical) == .drop(.doNotDisturb))
    #expect(Self.verdict({ $0.isUndisturbed = true }, urgency: .critical, settings: critical) == .speak)
    #expect(Self.verdict({ $0.isUndisturbed = true }, settings: critical) == .drop(.doNotDisturb))
    #expect(Self.verdict({ $0.isUndisturbed = true }, settings: Self.settings { $0.doNotDisturb = .ignore }) == .speak)
    #expect(Self.verdict({ $0.isUndisturbed = true }, notification: false) == .speak)
  }

  @Test func criticalNotificationsAreHeardOverAFilm() {
    #expect(Self.verdict { $0.isFullscreen = true } == .drop(.fullscreen))
    #expect(Self.verdict({ $0.isFullscreen = true }, urgency: .critical) == .speak)
    #expect(
      Self.verdict({ $0.isFullscreen = true }, settings: Self.settings { $0.silentInFullscreen = false }) == .speak)
  }

  @Test func aCallHoldsUnlessTheListenerWantsNone() {
    #expect(Self.verdict { $0.isInCall = true } == .speak)
    let none = Self.settings { $0.duringCalls = .drop }
    #expect(Self.verdict({ $0.isInCall = true }, settings: none) == .drop(.call))
    #expect(Self.verdict({ $0.isInCall = true }, notification: false, settings: none) == .speak)
  }

  @Test func windowPropertiesAreRead() {
    #expect(FullscreenWindow.window(in: "_NET_ACTIVE_WINDOW: window id # 0x1400003\n") == "0x1400003")
    #expect(FullscreenWindow.window(in: "_NET_ACTIVE_WINDOW: window id # 0x0, 0x0\n") == nil)
    #expect(FullscreenWindow.window(in: "_NET_ACTIVE_WINDOW:  not found.\n") == nil)
    #expect(FullscreenWindow.window(in: "# 0x1; rm") == nil)
    #expect(FullscreenWindow.isFullscreen("_NET_WM_STATE = _NET_WM_STATE_FOCUSED, _NET_WM_STATE_FULLSCREEN\n"))
    #expect(!FullscreenWindow.isFullscreen("_NET_WM_STATE = _NET_WM_STATE_FOCUSED\n"))
  }
}
