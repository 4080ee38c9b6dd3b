import EventLoop
import Foundation
import Testing

@Suite(.timeLimit(.minutes(3)))
struct DescriptorTests {
  private struct Missing: Error {}

  /// An owner of what a call returned.
  private func owner(of number: CInt) throws -> Descriptor {
    guard let owner = Descriptor(owning: number) else { throw Missing() }
    return owner
  }

  private func pair() throws -> (CInt, CInt) {
    var ends: [CInt] = [0, 0]
    try #require(pipe(&ends) == 0)
    return (ends[0], ends[1])
  }

  @Test func aDescriptorClosesWithItsOwner() throws {
    let (reading, writing) = try pair()
    do {
      let end = try owner(of: writing)
      let isWritten = end.writeAll([1, 2, 3])
      #expect(isWritten)
    }
    let end = try owner(of: reading)
    // The end of the file shows that no writer is left.
    let bytes = end.readAll(limit: 100)
    #expect(bytes == [1, 2, 3])
  }

  @Test func aReleasedDescriptorStaysOpen() throws {
    let (reading, writing) = try pair()
    let number = try owner(of: writing).release()
    defer { close(number) }
    #expect(number == writing && fcntl(number, F_GETFD) >= 0)
    close(reading)
  }

  @Test func aFailedCallMakesNoDescriptor() {
    let isNone = Descriptor(owning: -1) == nil
    #expect(isNone)
    let isMissing = Descriptor(opening: "/nowhere/at/all", O_RDONLY) == nil
    let reason = errno
    #expect(isMissing && reason == ENOENT)
  }

  @Test func aTemporaryFileIsThisUsersAlone() throws {
    var template = Array((NSTemporaryDirectory() + "/aloud-descriptor-XXXXXX").utf8CString)
    guard let file = Descriptor(temporary: &template) else { throw Missing() }
    unlink(template)
    let flags = fcntl(file.number, F_GETFD)
    #expect(flags & FD_CLOEXEC != 0)
    let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0) }
    let isWritten = file.writeAll(bytes) && lseek(file.number, 0, SEEK_SET) == 0
    #expect(isWritten)
    let (size, read) = (file.ownFileSize, file.readAll(limit: bytes.count))
    #expect(size == bytes.count && read == bytes)
  }

  @Test func aWriteThatDoesNotFitFails() throws {
    guard let full = Descriptor(opening: "/dev/full", O_WRONLY) else { throw Missing() }
    let isWritten = full.writeAll([1])
    let (reason, size) = (errno, full.ownFileSize)
    #expect(!isWritten && reason == ENOSPC && size == nil)
  }
}
