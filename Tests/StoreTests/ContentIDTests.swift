import Documents
import Foundation
import Glibc
import Testing

@testable import Store

/// The identification of documents.
@Suite(.timeLimit(.minutes(1)))
struct ContentIDTests {
  private func id(_ bytes: [UInt8], in folder: String) throws -> ContentID? {
    let path = folder + "/\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    defer { close(descriptor) }
    let found = ContentID(of: descriptor)
    // The descriptor's offset is unchanged.
    #expect(lseek(descriptor, 0, SEEK_CUR) == 0)
    return found
  }

  /// Libraries of earlier versions have these ids.
  @Test(arguments: [
    (0, "1e4e24121a9ccc07f020acf38d46720e"), (100, "58450fa5aa2474e7b864cce8d06c5cb6"),
    (140_000, "ee71352cf67d4eb94ba73528f1ef1dfe"),
  ])
  func theIDOfATextStaysTheSameAlsoInPieces_S2_28(size: Int, id: String) {
    let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    #expect(ContentID(text: bytes).text == id)
    var hasher = ContentID.Hasher(size: size)
    for start in stride(from: 0, to: size, by: 65_536) { hasher.add(Array(bytes[start..<min(start + 65_536, size)])) }
    #expect(hasher.id.text == id)
  }

  @Test func theSameBytesAreTheSameDocumentWhateverTheFile_S2_28() async throws {
    try await inFolder { folder in
      for size in [1, 7, 4096, 65_535, 65_536, 65_537, 131_072, 196_608, 200_000, 1_000_000] {
        let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 7 ^ $0 >> 9) }
        let first = try #require(try id(bytes, in: folder))
        #expect(try id(bytes, in: folder) == first, "\(size)")
        #expect(ContentID(first.text) == first && first.text.utf8.count == 32)
      }
    }
  }

  @Test func anotherSizeEndOrSampleIsAnotherDocument() async throws {
    try await inFolder { folder in
      let bytes = [UInt8](repeating: 1, count: 1_000_000)
      var ids: Set<ContentID> = [try #require(try id(bytes, in: folder))]
      var versions = [bytes + [1], Array(bytes.dropLast())]
      // The ends, and the places of the first and last sample.
      for place in [0, 65_535, 65_536, 999_999, 1_000_000 - 65_537] {
        var other = bytes
        other[place] = 2
        versions.append(other)
      }
      for version in versions { #expect(ids.insert(try #require(try id(version, in: folder))).inserted) }
      // In a small file every byte counts.
      let small = [UInt8](repeating: 1, count: 100_000)
      var known: Set<ContentID> = [try #require(try id(small, in: folder))]
      for place in stride(from: 0, to: 100_000, by: 9_999) {
        var other = small
        other[place] = 2
        #expect(known.insert(try #require(try id(other, in: folder))).inserted, "\(place)")
      }
    }
  }

  @Test func aFileThatClaimsAnImpossibleSizeHasNoContentID() throws {
    var template = Array("/dev/shm/aloud-sparse-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    defer { close(descriptor) }
    unlink(template)
    for size in [1 << 60, Int.max] {
      #expect(ftruncate(descriptor, off_t(size)) == 0)
      #expect(ContentID(of: descriptor) == nil)
    }
    #expect(ftruncate(descriptor, 1 << 20) == 0)
    #expect(ContentID(of: descriptor) != nil)
  }

  @Test func anObjectThatIsNoFileHasNoContentID() throws {
    var ends: [CInt] = [0, 0]
    #expect(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    #expect(ContentID(of: ends[0]) == nil && ContentID(of: -1) == nil)
    for text in ["", "0123", String(repeating: "g", count: 32), String(repeating: "0", count: 33)] {
      #expect(ContentID(text) == nil)
    }
    #expect(ContentID(text: Array("a".utf8)) != ContentID(text: Array("b".utf8)))
  }
}
