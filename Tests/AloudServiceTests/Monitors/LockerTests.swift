import AloudAPI
import BusValues
import DesktopSupport
import Foundation
import Glibc
import Testing

@testable import AloudService

/// The lockers on the bus, and those that are programs only.
struct LockerTests {
  private static func failure(_ name: String) -> Result<Bool?, BusError> {
    .failure(BusError(name: name, message: ""))
  }

  @Test func onlyANameThatNobodyHasIsNoAnswer() {
    #expect(Locker.word(in: .success(true)) == .locked)
    #expect(Locker.word(in: .success(false)) == .unlocked)
    for name in [BusError.Name.serviceUnknown, BusError.Name.nameHasNoOwner] {
      #expect(Locker.word(in: Self.failure(name)) == .absent)
    }
    for name in [
      BusError.Name.noReply, BusError.Name.disconnected, BusError.Name.failed, BusError.Name.limitsExceeded,
      BusError.Name.accessDenied, BusError.Name.inconsistentMessage, "org.example.Error",
    ] {
      #expect(Locker.word(in: Self.failure(name)) == .mute, "\(name)")
    }
    #expect(Locker.word(in: .success(nil)) == .mute)
  }

  /// xscreensaver-systemd, hypridle and power managers own `org.freedesktop.ScreenSaver` to take wishes against it.
  @Test func oneThatOnlyTakesWishesAgainstTheScreenSaverIsNoLocker() {
    #expect(Locker.word(in: Self.failure(BusError.Name.unknownMethod)) == .absent)
    #expect(Locker.word(in: Self.failure(BusError.Name.notSupported)) == .absent)
  }

  @Test func aListenerWithoutASessionHasNoHintAndASilentLoginManagerMeansLocked() {
    for name in ["org.freedesktop.login1.NoSessionForPID", BusError.Name.unknownObject, BusError.Name.unknownProperty] {
      #expect(Locker.word(ofLoginManager: Self.failure(name)) == .absent)
    }
    #expect(Locker.word(ofLoginManager: Self.failure(BusError.Name.noReply)) == .mute)
    #expect(Locker.word(ofLoginManager: .success(true)) == .locked)
  }

  @Test func aLineOfTheListOfProcessesIsRead() {
    func read(_ line: String) -> String? {
      LockerPrograms.program(inStat: Array(line.utf8)).map { "\($0.name) \($0.isAlive)" }
    }
    #expect(read("17 (swaylock) S 1 17 17") == "swaylock true")
    #expect(read("17 (swaylock) Z 1 17 17") == "swaylock false")
    #expect(read("17 (a) (b) R 1") == "a) (b true")
    #expect(read("17 (cut") == nil && read("") == nil && read("17 (a)") == nil)
  }

  @Test func thePagesNameWhatIsSeenAndNothingElse() throws {
    func text(_ path: String) throws -> String { try String(contentsOfFile: Project.file(path), encoding: .utf8) }
    let (security, manual) = (try text("docs/security.md"), try text("man/aloud.1"))
    let row = try #require(security.split(separator: "\n").first { $0.hasPrefix("| a running ") })
    #expect(row.matches(of: /`([^`]+)`/).map { String($0.output.1) } == LockerPrograms.names)
    for name in LockerPrograms.names { #expect(manual.contains(name), "\(name)") }
    for locker in Locker.all { #expect(security.contains("`\(locker.name.text)`"), "\(locker.name.text)") }
    // Each process belongs to a program that is named; Plasma has a name on the bus.
    for process in LockerPrograms.all.map(\.process) where process != "kscreenlocker_g" {
      #expect(LockerPrograms.names.contains { process.hasPrefix($0) }, "\(process)")
    }
  }

  @Test func aProgramThatLocksIsSeenWhileItRuns() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "processes-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    func add(_ number: Int, _ name: String, state: String = "S", login: String? = nil) throws {
      let process = "\(folder)/\(number)"
      try FileManager.default.createDirectory(atPath: process, withIntermediateDirectories: true)
      try "\(number) (\(name)) \(state) 1 1".write(toFile: process + "/stat", atomically: false, encoding: .utf8)
      try login?.write(toFile: process + "/loginuid", atomically: false, encoding: .utf8)
    }
    #expect(LockerPrograms.find(in: folder) == .unreadable)
    try add(1, "systemd")
    try add(20, "swayidle")
    try FileManager.default.createDirectory(atPath: folder + "/self", withIntermediateDirectories: true)
    #expect(LockerPrograms.find(in: folder) == .none)
    try add(21, "swaylock", state: "Z")
    #expect(LockerPrograms.find(in: folder) == .none, "it has ended")
    try add(22, "swaylock")
    #expect(LockerPrograms.find(in: folder) == .running("swaylock"))
    // Another user's locker says nothing about this screen.
    #expect(LockerPrograms.find(in: folder, of: getuid() + 1) == .none)
    // Some run as another user; their login is known, or they count.
    try add(23, "slock", login: "\(getuid() + 7)")
    #expect(LockerPrograms.find(in: folder, of: getuid() + 1) == .none)
    try add(24, "physlock", login: "4294967295\n")
    #expect(LockerPrograms.find(in: folder, of: getuid() + 1) == .running("physlock"))
  }

  /// A private desktop of the same user has a runtime directory of its own.
  @Test func aProgramThatLocksAnotherDesktopOfTheSameUserIsNotOurs() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "processes-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let process = folder + "/22"
    try FileManager.default.createDirectory(atPath: process, withIntermediateDirectories: true)
    try "22 (swaylock) S 1 1".write(toFile: process + "/stat", atomically: false, encoding: .utf8)
    func find(_ environment: String, _ runtime: String? = "/run/user/1") throws -> LockerPrograms.Finding {
      try environment.write(toFile: process + "/environ", atomically: false, encoding: .utf8)
      return LockerPrograms.find(in: folder, runtime: runtime)
    }
    #expect(try find("A=b\0XDG_RUNTIME_DIR=/tmp/other\0C=d\0") == .none)
    #expect(try find("A=b\0XDG_RUNTIME_DIR=/run/user/1\0") == .running("swaylock"))
    // The same folder by another name.
    #expect(try find("XDG_RUNTIME_DIR=/run//user/./1/\0") == .running("swaylock"))
    try FileManager.default.createSymbolicLink(atPath: folder + "/link", withDestinationPath: process)
    #expect(try find("XDG_RUNTIME_DIR=\(folder)/link\0", process) == .running("swaylock"))
    // In doubt it is ours.
    #expect(try find("XDG_RUNTIME_DIR=\0") == .running("swaylock"))
    #expect(try find("XDG_RUNTIME_DIR=/tmp/other\0", "") == .running("swaylock"))
    #expect(try find("A=b\0") == .running("swaylock") && find("") == .running("swaylock"))
    #expect(try find("XDG_RUNTIME_DIR=/tmp/other\0", nil) == .running("swaylock"))
    try FileManager.default.removeItem(atPath: process + "/environ")
    #expect(LockerPrograms.find(in: folder, runtime: "/run/user/1") == .running("swaylock"))
  }

  @Test func theNamesAreAsLongAsTheKernelKeepsThem() {
    #expect(LockerPrograms.all.allSatisfy { (1...15).contains($0.process.utf8.count) })
  }

  @Test func aDesktopWhoseLockIsNotSeenIsNamedWithACure() {
    #expect(LockSight(heard: ["org.mate.ScreenSaver"]).step.cure.isEmpty)
    let cosmic = LockSight(programs: ["swaylock"], desktops: ["COSMIC"]).step
    #expect(cosmic.detail.contains("a locked screen of COSMIC is not seen") && !cosmic.cure.isEmpty)
    let bare = LockSight(desktops: ["sway"]).step
    #expect(bare.detail.contains("is not seen") && bare.detail.contains("swaylock") && !bare.cure.isEmpty)
    #expect(LockSight(programs: ["swaylock"], desktops: ["sway"]).step.cure.isEmpty)
    #expect(LockSight(hasDisplay: false).step.cure.isEmpty)
    #expect(LockSight(mute: ["org.gnome.ScreenSaver"]).step.detail.contains("does not answer"))
    #expect(LockSight(gone: ["org.mate.ScreenSaver"]).step.cure.contains("unlock-session"))
  }
}
