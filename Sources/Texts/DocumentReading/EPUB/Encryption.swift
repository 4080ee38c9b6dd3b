/// Finds the encrypted parts of a book. Two ways to obfuscate fonts do not count as encryption.
final class Encryption: MarkupHandler {
  private static let scramblings = ["http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC"]

  /// Names of the encrypted parts.
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
    // The first algorithm is that of the data; those of the keys follow.
    case "EncryptionMethod": if algorithm.isEmpty { algorithm = attributes["Algorithm"] ?? "" }
    case "CipherReference":
      // The path is relative to the archive's root.
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
