/// A picture that may be handed to other programs.
public struct CoverImage: Equatable, Sendable {
  /// The kinds that may: what others draw without running anything.
  public enum Kind: UInt8, Sendable, CaseIterable {
    case png = 1
    case jpeg = 2

    /// As in `image/png`.
    public var mediaType: String {
      switch self {
      case .png: "image/png"
      case .jpeg: "image/jpeg"
      }
    }

    /// What the first bytes of a picture say; nobody's word counts but theirs.
    public init?(sniffing bytes: some Sequence<UInt8>) {
      if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
        self = .png
      } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
        self = .jpeg
      } else {
        return nil
      }
    }
  }

  /// Bytes of the largest picture that is handed out.
  public static let maximumSize = 4 << 20

  /// What it is.
  public let kind: Kind
  /// The whole file.
  public let bytes: [UInt8]

  /// `nil` where it is neither PNG nor JPEG, or too large.
  public init?(_ bytes: [UInt8]) {
    guard bytes.count <= Self.maximumSize, let kind = Kind(sniffing: bytes) else { return nil }
    self.kind = kind
    self.bytes = bytes
  }
}
