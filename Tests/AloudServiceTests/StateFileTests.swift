import Foundation
import Testing

@testable import AloudService

@Suite struct StateFileTests {
  private let folder = NSTemporaryDirectory() + "aloud-state-\(UUID().uuidString)"

  @Test func whatIsWrittenIsRead() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let file = StateFile(path: folder + "/deeper/levels")
    #expect(file.read() == StateFile.Levels())
    let levels = StateFile.Levels(volume: 0.36, rate: 2.25)
    #expect(file.write(levels) == 0)
    #expect(file.read() == levels)
    let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/deeper") == ["levels"])
  }

  @Test func aFileThatIsCutOrDamagedCountsAsFarAsItCanBeRead() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let file = StateFile(path: folder + "/levels")
    #expect(file.write(StateFile.Levels(volume: 0.5, rate: 1.5)) == 0)
    let whole = try Data(contentsOf: URL(fileURLWithPath: file.path))
    for length in 0..<whole.count {
      try whole.prefix(length).write(to: URL(fileURLWithPath: file.path))
      let levels = file.read()
      if let volume = levels.volume { #expect((0...1).contains(volume)) }
      if let rate = levels.rate { #expect((0.25...6).contains(rate)) }
    }
    try Data("volume 7\nrate nan\nnoise\n\u{0}".utf8).write(to: URL(fileURLWithPath: file.path))
    #expect(file.read() == StateFile.Levels())
  }

  @Test func aPlaceThatCannotBeWrittenIsAnErrorAndNotACrash() {
    let file = StateFile(path: "/proc/aloud/levels")
    #expect(file.write(StateFile.Levels(volume: 1, rate: 1)) != 0)
  }
}
