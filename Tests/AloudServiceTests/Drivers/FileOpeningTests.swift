import AloudAPI
import DesktopSupport
import Documents
import EventLoop
import Foundation
import Synchronization
import Testing
import Workers

@testable import AloudService
@testable import Reading

/// Texts that have no file, and covers: long ones are stored beside the loop.
@Suite(.timeLimit(.minutes(1)))
struct FileOpeningTests {
  init() {
    Core.loop.startThread()
    // Only in memory a short text is stored at once.
    setenv("XDG_RUNTIME_DIR", FileManager.default.temporaryDirectory.path, 0)
  }

  private static let long = String(repeating: "One two three. ", count: 100_000)

  @Test @Core func aLongTextIsStoredBesideTheLoopAndKeepsItsPlace() async throws {
    let scheduler = ManualScheduler()
    let files = FileOpening(scheduler: scheduler)
    var opened: [Int] = []
    files.open(.string("Before.")) { opened.append((try? $0.get().byteCount) ?? -1) }
    #expect(opened == [7], "a short text is there at once")
    files.open(.string(Self.long)) { opened.append((try? $0.get().byteCount) ?? -1) }
    #expect(opened.count == 1, "a long one is not")
    await withCheckedContinuation { continuation in
      files.open(.string("")) {
        opened.append((try? $0.get().byteCount) ?? -1)
        continuation.resume()
      }
      scheduler.advance(by: .seconds(5))
      #expect(opened.count == 1, "a later text waits for it, however long that takes")
    }
    #expect(opened == [7, 1_500_000, -1])
  }

  @Test @Core func aRequestOfAResultHasItsPlaceBeforeLaterOnes() async {
    let scheduler = ManualScheduler()
    let files = FileOpening(scheduler: scheduler)
    var opened: [String] = []
    await withCheckedContinuation { continuation in
      files.open(.string(Self.long)) { _ in
        opened.append("long")
        files.open(.string("First.")) { _ in opened.append("first") }
        files.open(.string("Second.")) { _ in opened.append("second") }
      }
      files.open(.string("Later.")) { _ in
        opened.append("later")
        continuation.resume()
      }
    }
    #expect(opened == ["long", "first", "second", "later"])
  }

  @Test @Core func itHasTheContentOfTheTextAndItsID() async throws {
    let files = FileOpening(scheduler: Core.loop)
    for text in ["\u{FEFF}A mark of its own.", Self.long] {
      let source = try await withCheckedContinuation { continuation in
        files.open(.string(text)) { continuation.resume(returning: $0.map { Handed($0) }) }
      }.get().source
      let bytes = (text.hasPrefix("\u{FEFF}") ? [0xEF, 0xBB, 0xBF] : []) + Array(text.utf8)
      #expect(source.isString && source.origin == .whole(bytes: bytes.count) && source.byteCount == bytes.count)
      #expect(source.file.contents(from: 0, most: .max / 2) == bytes)
      #expect(source.file.contentID == ContentID(text: bytes) || bytes.count > 64 << 10, "a long file is sampled")
      #expect(source.file.contentID != nil)
    }
  }

  @Test @Core func aStoredTextIsReadBesideTheLoop() async throws {
    let files = FileOpening(scheduler: Core.loop)
    let here = UInt(pthread_self())
    let there = Atomic<UInt>(0)
    var isWithin = true
    let result = await withCheckedContinuation { continuation in
      files.open(
        .stored {
          there.store(UInt(pthread_self()), ordering: .relaxed)
          return Array("The text.".utf8)
        }
      ) { result in
        #expect(!isWithin)
        continuation.resume(returning: result.map { Handed($0) })
      }
      isWithin = false
    }
    #expect(there.load(ordering: .relaxed) != here)
    #expect(try result.get().source.file.contents(from: 0, most: 100) == Array("The text.".utf8))
  }

  /// The document has its cover when the disk has it.
  @Test @Core func aCoverIsStoredBesideTheLoop() async throws {
    let folder = FileManager.default.temporaryDirectory.path + "/covers-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let reader = DocumentReader(HeldProgram(Project.nowhere), scheduler: ManualScheduler())
    let covers = Covers(cache: CoverCache(folder: folder), reader: reader, scheduler: ManualScheduler())
    let bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3]
    let image = try #require(CoverImage(bytes))
    var isWithin = true
    let uri = await withCheckedContinuation { continuation in
      covers.keep(image, named: "a") { uri in
        #expect(!isWithin)
        continuation.resume(returning: uri)
      }
      isWithin = false
    }
    #expect(uri == FileURI.uri(path: folder + "/a.png"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder + "/a.png")) == Data(bytes))
  }

  /// A source on its way to the test, which is on the loop, too.
  private struct Handed: @unchecked Sendable {
    let source: TextSource
    init(_ source: TextSource) { self.source = source }
  }
}
