import CSystemd
import Glibc

/// An open file descriptor that closes with its owner. Usable on any thread.
///
/// All functions that can fail leave the reason in `errno`.
public struct Descriptor: ~Copyable, Sendable {
  /// The number that the kernel knows it by; valid as long as this value lives.
  public let number: CInt

  /// Takes over a descriptor; `nil` for a negative number, as a failed call returns it.
  public init?(owning number: CInt) {
    guard number >= 0 else { return nil }
    self.number = number
  }

  /// Opens a file as open(2) does, closed in programs that this process starts; `nil` on failure.
  ///
  /// - Parameter mode: the permissions of a file that is created.
  public init?(opening path: UnsafePointer<CChar>, _ flags: CInt, mode: UInt32 = 0) {
    self.init(owning: open(path, flags | O_CLOEXEC, mode))
  }

  /// Refers to a file without opening it for reading or writing (O_PATH), closed in programs that this process starts;
  /// `nil` on failure. The file may be a program that this user may run and not read.
  public init?(referringTo path: UnsafePointer<CChar>) {
    // O_PATH, which is defined only with _GNU_SOURCE.
    self.init(opening: path, 0o10_000_000)
  }

  /// Creates a file of this user's alone, open for reading and writing, closed in programs that this process starts;
  /// `nil` on failure.
  ///
  /// - Parameter template: a path that ends with `XXXXXX` and a zero; afterwards the path of the file.
  public init?(temporary template: inout [CChar]) {
    // Swift does not see mkostemp(3), which would close it in the same step.
    self.init(owning: mkstemp(&template))
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
  }

  /// Creates an empty file in memory without a path, open for reading and writing, closed in programs that this process
  /// starts; `nil` on failure.
  ///
  /// - Parameter label: a short name for `/proc/PID/fd`; several files may have the same one.
  public init?(inMemory label: String) { self.init(owning: aloud_memory_file(label)) }

  /// Makes another number for an open file, `least` or more, closed in programs that this process starts; `nil` on
  /// failure.
  public init?(copying number: CInt, least: CInt) {
    self.init(owning: fcntl(number, F_DUPFD_CLOEXEC, least))
  }

  deinit { close(number) }

  /// Hands the descriptor over to the caller, who closes it.
  public consuming func release() -> CInt {
    let number = number
    discard self
    return number
  }

  /// Writes all bytes at the descriptor's place; false on failure, also after a part of them. Blocks as long as the
  /// file does.
  public func writeAll(_ bytes: [UInt8]) -> Bool {
    let number = number
    return bytes.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = write(number, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        rest = rest.dropFirst(count)
      }
      return true
    }
  }

  /// Reads from the descriptor's place to the end, at most `limit` bytes. What follows a failure is missing. Blocks as
  /// long as the file does.
  public func readAll(limit: Int) -> [UInt8] {
    let number = number
    return [UInt8](unsafeUninitializedCapacity: limit) { buffer, end in
      let buffer = UnsafeMutableRawBufferPointer(buffer)
      while end < limit {
        let count = read(number, buffer.baseAddress! + end, limit - end)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { break }
        end += count
      }
    }
  }

  /// The size of a regular file that belongs to this user; `nil` for everything else.
  public var ownFileSize: Int? {
    var status = stat()
    guard fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == getuid() else { return nil }
    return Int(status.st_size)
  }
}
