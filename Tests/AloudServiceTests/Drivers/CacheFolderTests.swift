import Documents
import EventLoop
import Foundation
import Recordings
import Testing

@testable import AloudService

/// Files that can be made again.
@Suite(.timeLimit(.minutes(1)))
struct CacheFolderTests {
  // A test on the loop begins only when that runs.
  init() { Core.loop.startThread() }

  private let path = FileManager.default.temporaryDirectory.path + "/cache-\(UUID().uuidString)"

  private func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }

  /// Makes a file older than all that come after it.
  private func age(_ name: String, _ seconds: Double) throws {
    let old = Date(timeIntervalSince1970: 1_000_000 + seconds)
    try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: "\(path)/\(name)")
  }

  @Test func theBytesAreBoundedInAll() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let folder = CacheFolder(path: path, most: 100, limit: 1000)
    for number in 0..<6 {
      #expect(folder.keep([UInt8](repeating: UInt8(number), count: 300), named: "\(number)") != nil)
      try age("\(number)", Double(number))
    }
    #expect(try names() == ["3", "4", "5"])
    // Reading counts as use: the oldest file that was not read goes.
    #expect(folder.contents(of: "3", most: 300) == [UInt8](repeating: 3, count: 300))
    #expect(folder.keep([UInt8](repeating: 6, count: 300), named: "6") != nil)
    #expect(try names() == ["3", "5", "6"])
  }

  @Test func aFileThatIsTooLongOrNoFileIsNotRead() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let folder = CacheFolder(path: path, most: 100, limit: 1000)
    #expect(folder.contents(of: "a", most: 10) == nil && folder.keep([1, 2, 3], named: "a") != nil)
    #expect(folder.contents(of: "a", most: 2) == nil && folder.contents(of: "a", most: 3) == [1, 2, 3])
    try FileManager.default.createSymbolicLink(atPath: "\(path)/b", withDestinationPath: "\(path)/a")
    #expect(folder.contents(of: "b", most: 10) == nil)
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o700)
  }

  @Test @Core func aPictureComesBackByItsContent() async throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let cache = WaveformCache(folder: CacheFolder(path: path, most: 100, limit: 1000), scheduler: Core.loop)
    var waveform = Waveform(sampleRate: 8000)
    waveform.append([1, 2, 3], frames: 240, each: 80)
    let id = ContentID(high: 1, low: 2)
    cache.keep(waveform, of: id)
    while (try? names())?.contains(id.text) != true { try await Task.sleep(for: .milliseconds(1)) }
    let kept = await withCheckedContinuation { done in cache.load(id) { done.resume(returning: $0) } }
    #expect(kept == waveform)
    let other = await withCheckedContinuation { done in
      cache.load(ContentID(high: 1, low: 3)) { done.resume(returning: $0) }
    }
    #expect(other == nil)
  }
}
