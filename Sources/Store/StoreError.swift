import Glibc

/// Why something cannot be kept, or read back.
public struct StoreError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What kind of failure this is.
  public enum Code: Sendable {
    /// The folder, or a file in it, belongs to somebody else, or is not what it should be.
    case notOurs
    /// Another process keeps its state there.
    case locked
    /// No room is left.
    case full
    /// The device fails, or forbids writing.
    case unwritable
    /// What stands in the file makes no sense.
    case damaged
    /// A later version of this program wrote it.
    case newer
  }

  /// The kind of failure.
  public let code: Code
  /// What was being done, and what the system said; never what is kept.
  public let description: String

  init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }

  /// What a system call said about a file.
  init(errno code: CInt, _ action: String) {
    let kind: Code =
      switch code {
      case ENOSPC, EDQUOT, EFBIG: .full
      case ELOOP, ENOTDIR: .notOurs
      default: .unwritable
      }
    self.init(kind, "\(action): \(String(cString: strerror(code)))")
  }
}
