import AloudAPI
import BusValues
import DesktopSupport
import Foundation
import Testing
import Vocabulary

@testable import AloudService

/// The subscribers that one service leaves to the next.
struct SubscriberFileTests {
  private let entries = [
    SubscriberFile.Entry(client: ":1.7", kinds: [.word, .sentence]),
    SubscriberFile.Entry(client: ":1.42", kinds: Set(EventKind.allCases), wantsText: true),
  ]

  @Test func subscribersAreReadForTheSameBusOnly() {
    let text = SubscriberFile.text(entries, bus: "guid")
    let read = SubscriberFile.entries(in: text, bus: "guid")
    #expect(read.sorted { $0.client.text < $1.client.text } == entries.sorted { $0.client.text < $1.client.text })
    #expect(SubscriberFile.entries(in: text, bus: "other").isEmpty)
  }

  @Test(
    arguments: [
      "", "aloud subscribers 1", "aloud subscribers 2\nguid\n:1.7 word\n",
      "aloud subscribers 1\nguid\norg.aloud.Aloud1 word\n", "aloud subscribers 1\nguid\n:1.7 song\n",
      "aloud subscribers 1\nguid\n:1.7\n", "aloud subscribers 1\nguid\n:1.7 word word\n",
    ])
  func aForeignFileHoldsNoSubscriber(text: String) {
    #expect(SubscriberFile.entries(in: text, bus: "guid").isEmpty)
  }

  @Test func theFileIsTheOwnersAloneAndGoesWithTheLast() throws {
    let folder = FileManager.default.temporaryDirectory.path + "/aloud-subscribers-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let file = try #require(SubscriberFile(folder: folder, bus: "guid"))
    #expect(file.read().isEmpty)
    file.write(entries)
    #expect(Set(file.read().map(\.client)) == [":1.7", ":1.42"])
    let path = folder + "/subscribers"
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    file.write([])
    #expect(!FileManager.default.fileExists(atPath: path))
    // A link is not followed.
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/etc/passwd")
    #expect(file.read().isEmpty)
    #expect(SubscriberFile(folder: nil, bus: "guid") == nil)
    #expect(SubscriberFile(folder: folder, bus: nil) == nil)
  }
}
