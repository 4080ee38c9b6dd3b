import Glibc

/// The reason why data cannot be stored or read back.
public struct StoreError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kind of failure.
  public enum Code: Sendable {
    /// The folder, or a file in it, has another owner or an unexpected type.
    case notOurs
    /// Another process keeps its state there.
    case locked
    /// The disk is full.
    case full
    /// The device fails, or forbids writing.
    case unwritable
    /// The contents of the file are invalid.
    case damaged
    /// A later version of this program wrote it.
    case newer
  }

  /// The kind of failure.
  public let code: Code
  /// The action and the system's error; never the stored data.
  public let description: String

  /// The device does not take what was written.
  public static let stalled = StoreError(.unwritable, "the disk does not answer")

  init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }

  /// The error of a system call on a file.
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
