import Documents
import EventLoop
import Foundation
import Testing
import Vocabulary

@testable import AloudService

/// Pictures of documents as files.
@Suite(.timeLimit(.minutes(1)))
struct CoverCacheTests {
  init() { Core.loop.startThread() }

  /// A picture whose first bytes are those of a PNG.
  private func picture(_ size: Int) throws -> CoverImage {
    try #require(CoverImage([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Array(repeating: 0, count: size)))
  }

  @Test @Core func theyAreNeverSoManyThatLookingAtThemTakesLong() throws {
    let folder = FileManager.default.temporaryDirectory.path + "/covers-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let cache = CoverCache(folder: folder, most: 5)
    for number in 0..<8 {
      #expect(cache.keep(try picture(number), named: "\(number)") != nil)
      // Files of the same time have no order, so each is older than the next one.
      let old = Date(timeIntervalSince1970: 1_000_000 + Double(number) * 10)
      try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: "\(folder)/\(number).png")
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    #expect(names == ["3.png", "4.png", "5.png", "6.png", "7.png"])
    // An existing file is reused, and no other is removed for it.
    #expect(cache.keep(try picture(3), named: "3") != nil)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 5)
  }

  @Test @Core func theAnswerAboutASquareIsKept() throws {
    let folder = FileManager.default.temporaryDirectory.path + "/covers-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let cache = CoverCache(folder: folder)
    let (cover, other, square) = (try picture(10), try picture(11), try picture(3))
    #expect(cache.square(of: cover, named: "a") == nil, "nothing is known")
    let path = try #require(cache.keepSquare(square, of: cover, named: "a"))
    #expect(cache.square(of: cover, named: "a") == .copy(path))
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data(square.bytes))
    #expect(cache.square(of: other, named: "a") == nil && cache.square(of: cover, named: "b") == nil)
    #expect(cache.keepSquare(nil, of: other, named: "a") == nil)
    #expect(cache.square(of: other, named: "a") == CoverCache.Square.none)
    #expect(cache.square(of: cover, named: "a") == .copy(path))
  }
}
