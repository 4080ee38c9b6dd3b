import Foundation
import Testing
import Vocabulary

@testable import AloudService

/// The history passes from one service to the next.
struct HistoryFileTests {
  private let entries = [
    SpokenHistory.Entry(time: 1_700_000_100, text: "Two lines.\n1 2 3 de\n", language: "de", isWhole: true),
    SpokenHistory.Entry(
      time: 1_700_000_050, text: "Mail: Hello", language: "", isWhole: true, isNotification: true),
    SpokenHistory.Entry(time: 1_700_000_000, text: "Grüße \u{1F600}", language: "", isWhole: false),
  ]

  @Test func theHistoryFileIsReadOnce() throws {
    let folder = FileManager.default.temporaryDirectory.path + "/aloud-history-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let file = try #require(HistoryFile(folder: folder))
    #expect(file.take().isEmpty)
    file.write(entries)
    let mode = try FileManager.default.attributesOfItem(atPath: folder + "/history")[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(file.take() == entries)
    #expect(!FileManager.default.fileExists(atPath: folder + "/history"))
    file.write(entries)
    file.write([])
    #expect(!FileManager.default.fileExists(atPath: folder + "/history"))
    #expect(HistoryFile(folder: nil) == nil)
  }

  @Test func aTruncatedOrForeignFileIsReadAsFarAsPossible() {
    let bytes = HistoryFile.bytes(entries)
    for count in 0..<bytes.count {
      let read = HistoryFile.entries(in: Array(bytes.prefix(count)))
      #expect(read == Array(entries.prefix(read.count)))
      #expect(read.count < 3)
    }
    for text in ["", "aloud history 2\n1 1 1 -\nx", "aloud history 1\n1 -1 1 -\nx", "aloud history 1\nx 1 1 -\nx"] {
      #expect(HistoryFile.entries(in: Array(text.utf8)).isEmpty, "\(text)")
    }
  }
}
