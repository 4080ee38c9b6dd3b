import Foundation
import Testing
import Vocabulary

@testable import AloudService

@Suite("The handover to the next service", .timeLimit(.minutes(1)))
struct HandoverTests {
  private func inFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "handover-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder)
  }

  @Test func theWordIsTakenOnce_B14() throws {
    try inFolder { folder in
      #expect(!Handover(folder: folder).take())
      #expect(Handover(folder: folder).leave())
      #expect(Handover(folder: folder).take())
      #expect(!Handover(folder: folder).take())
    }
  }

  @Test func anOldWordIsForgottenAndALinkIsNone_B14() throws {
    try inFolder { folder in
      #expect(Handover(folder: folder).leave())
      let past = [FileAttributeKey.modificationDate: Date(timeIntervalSinceNow: -60)]
      try FileManager.default.setAttributes(past, ofItemAtPath: folder + "/read-on")
      #expect(!Handover(folder: folder).take())
      #expect(!FileManager.default.fileExists(atPath: folder + "/read-on"))
      try Data("precious".utf8).write(to: URL(fileURLWithPath: folder + "/other"))
      try FileManager.default.createSymbolicLink(
        atPath: folder + "/read-on", withDestinationPath: folder + "/other")
      #expect(!Handover(folder: folder).leave())
      #expect(try Data(contentsOf: URL(fileURLWithPath: folder + "/other")).count == 8)
      #expect(!Handover(folder: folder).take())
    }
  }

  @Test func withoutAFolderNothingIsLeft_B14() {
    #expect(!Handover(folder: "/nowhere/at/all").leave())
  }
}
