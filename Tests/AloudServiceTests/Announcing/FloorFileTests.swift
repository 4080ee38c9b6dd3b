import Announcements
import Foundation
import Testing
import Vocabulary

@testable import AloudService

/// A raised volume passes from a killed service to the next one.
struct FloorFileTests {
  private let raise = VolumeFloor.Raise(sink: "alsa output, left", original: 0.1, raised: 0.4)

  @Test func theValueIsKeptUntilItIsRemoved_S1_09() throws {
    let folder = FileManager.default.temporaryDirectory.path + "/aloud-floor-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let file = try #require(FloorFile(folder: folder))
    #expect(try file.read().isEmpty && file.remove())
    #expect(file.write([raise]))
    let mode = try FileManager.default.attributesOfItem(atPath: folder + "/raised-volume")[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(try file.read() == [raise])
    let other = VolumeFloor.Raise(sink: "headset", original: CubicLevel(1.0 / 3), raised: 0.5)
    #expect(file.write([raise, other]))
    #expect(try file.read() == [raise, other])
    #expect(file.remove())
    #expect(try file.read().isEmpty)
    #expect(FloorFile(folder: nil) == nil)
  }

  @Test(arguments: [
    "", "aloud volume 2\n0.1 0.4 x\n", "aloud volume 1\n0.1 0.4 x", "aloud volume 1\n0.1 0.4 \n",
    "aloud volume 1\n-1 0.4 x\n", "aloud volume 1\n0.1 4 x\n", "aloud volume 1\nnan 0.4 x\n",
    "aloud volume 1\n0.1 0.4 x\ny\n", "aloud volume 1\n", "aloud volume 1\n0.1 x\n", "\u{0}",
  ]) func badContentsAreNoValue(text: String) throws {
    let folder = FileManager.default.temporaryDirectory.path + "/aloud-floor-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder + "/raised-volume"))
    let file = try #require(FloorFile(folder: folder))
    #expect(throws: FloorFile.Unreadable.self) { try file.read() }
  }

  @Test func aNameThatCannotBeReadBackIsNotKept() throws {
    let odd = VolumeFloor.Raise(sink: "two\nlines", original: 0.1, raised: 0.4)
    #expect(FloorFile.bytes([odd]) == nil)
    let long = VolumeFloor.Raise(sink: String(repeating: "x", count: 5000), original: 0.1, raised: 0.4)
    #expect(FloorFile.bytes([long]) == nil)
    #expect(FloorFile.bytes([raise]) != nil)
  }
}
