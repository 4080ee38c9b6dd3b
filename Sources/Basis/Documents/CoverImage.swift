/// A picture that may be handed to other programs.
public struct CoverImage: Equatable, Sendable {
  /// The permitted formats: programs draw them without running anything.
  public enum Kind: UInt8, Sendable, CaseIterable {
    case png = 1
    case jpeg = 2

    /// The media type, such as `image/png`.
    public var mediaType: String {
      switch self {
      case .png: "image/png"
      case .jpeg: "image/jpeg"
      }
    }

    /// The format according to the first bytes of a picture. A declared type does not count.
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

  /// The format.
  public let kind: Kind
  /// The whole file.
  public let bytes: [UInt8]

  /// `nil` if the picture is neither PNG nor JPEG, or is too large.
  public init?(_ bytes: [UInt8]) {
    guard bytes.count <= Self.maximumSize, let kind = Kind(sniffing: bytes) else { return nil }
    self.kind = kind
    self.bytes = bytes
  }
}
