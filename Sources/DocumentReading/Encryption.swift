/// Which parts of a book are locked. Fonts may be scrambled in two ways that lock nothing.
final class Encryption: MarkupHandler {
  private static let scramblings = ["http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC"]

  /// Names of the parts that are.
  private(set) var locked: Set<String> = []
  private var algorithm = ""

  private init() {}

  /// Reads `META-INF/encryption.xml`.
  static func locked(_ bytes: [UInt8]) -> Set<String> {
    let reader = Encryption()
    Markup.read(bytes, as: .xml, reader)
    return reader.locked
  }

  func start(_ name: String, _ attributes: MarkupAttributes) {
    switch name {
    case "EncryptedData": algorithm = ""
    // The first one is that of the data; those of keys follow.
    case "EncryptionMethod": if algorithm.isEmpty { algorithm = attributes["Algorithm"] ?? "" }
    case "CipherReference":
      // Counted from the archive's root.
      guard !Self.scramblings.contains(algorithm), let uri = attributes["URI"],
        let part = ResourcePath(uri, from: "")
      else { return }
      locked.insert(part.path)
    default: break
    }
  }

  func text(_ bytes: UnsafeBufferPointer<UInt8>) {}

  func end(_ name: String) {}
}
