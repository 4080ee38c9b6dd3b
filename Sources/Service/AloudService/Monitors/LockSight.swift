import AloudAPI
import BusValues
import EventLoop
import Glibc

/// The way in which a locked screen is seen on this desktop, or the reason why it is not. A value.
struct LockSight: Equatable {
  /// The lockers on the bus that say if the screen is locked.
  var heard: [String] = []
  /// Those that do not answer.
  var mute: [String] = []
  /// Those that have left while the screen was locked.
  var gone: [String] = []
  /// The installed programs that are seen while they lock the screen.
  var programs: [String] = []
  /// The words of `XDG_CURRENT_DESKTOP`.
  var desktops: [String] = []
  /// True if there is a display, on which a screen may be locked.
  var hasDisplay = false

  /// The sight of a watch that has asked all sources.
  @Core
  init(_ lock: ScreenLock) {
    func names(_ words: Set<ScreenLock.Word>) -> [String] {
      var names = Locker.all.enumerated().filter { index, _ in
        lock.word(of: .locker(index)).map(words.contains) ?? false
      }.map { $0.element.name.text }
      if lock.word(of: .hint).map(words.contains) ?? false { names.append("the login manager") }
      return names
    }
    // The hint of a desktop that does not set it says "not locked" for ever.
    heard = names([.locked, .unlocked]).filter { $0 != "the login manager" }
    mute = names([.mute])
    gone = names([.lockedAndGone])
    programs = LockerPrograms.names.filter { DesktopTools.isInstalled($0) }
    func value(_ name: String) -> String { getenv(name).map { String(cString: $0) } ?? "" }
    desktops = value("XDG_CURRENT_DESKTOP").split(separator: ":").map(String.init)
    hasDisplay = !value("DISPLAY").isEmpty || !value("WAYLAND_DISPLAY").isEmpty
  }

  /// A sight with these parts, for tests.
  init(
    heard: [String] = [], mute: [String] = [], gone: [String] = [], programs: [String] = [], desktops: [String] = [],
    hasDisplay: Bool = true
  ) {
    (self.heard, self.mute, self.gone) = (heard, mute, gone)
    (self.programs, self.desktops, self.hasDisplay) = (programs, desktops, hasDisplay)
  }

  /// The name of a desktop whose own lock screen tells nobody; `nil` for the others.
  private var unseenDesktop: String? { desktops.first { $0 == "COSMIC" } }

  /// The row of `aloud doctor`. It is never a failure: most of aloud works without.
  var step: DiagnosisStep {
    let manual = "man aloud, LOCKED SCREENS"
    if !mute.isEmpty {
      return step(
        "\(mute.joined(separator: ", ")) does not answer, and so the screen counts as locked",
        "restart the locker, or log out and in")
    }
    if !gone.isEmpty {
      return step(
        "\(gone.joined(separator: ", ")) said that the screen is locked, and has ended since: it counts as locked",
        "loginctl unlock-session, or lock the screen once more and unlock it")
    }
    if let desktop = unseenDesktop, heard.isEmpty {
      return step(
        "a locked screen of \(desktop) is not seen: what is announced is spoken as if it were unlocked"
          + (programs.isEmpty ? "" : "; one of \(programs.joined(separator: ", ")) is"), manual)
    }
    if !heard.isEmpty { return step("a locked screen is told by \(heard.joined(separator: ", "))") }
    if !programs.isEmpty {
      return step("a locked screen is seen while one of these locks it: \(programs.joined(separator: ", "))")
    }
    guard hasDisplay else { return step("there is no display here whose screen could be locked") }
    return step(
      "a locked screen is not seen: no locker is on the bus, and none is installed that is seen while it runs"
        + " (\(LockerPrograms.names.prefix(5).joined(separator: ", ")) …)", manual)
  }

  private func step(_ detail: String, _ cure: String = "") -> DiagnosisStep {
    DiagnosisStep(.lock, isWell: true, detail: detail, cure: cure)
  }
}
