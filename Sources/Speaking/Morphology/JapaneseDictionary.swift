import Glibc

/// A reason why Chinese characters in Japanese texts cannot be read.
public enum DictionaryFault: Error, Equatable, Sendable {
  /// MeCab's library is not installed.
  case noLibrary
  /// The folder holds no dictionary.
  case noDictionary(String)
  /// The dictionary in the folder cannot be opened.
  case broken(String)
  /// The dictionary in the folder has another charset than UTF-8.
  case otherCharset(String, String)

  /// The command that mends it.
  public static let cure = "apt install mecab-ipadic-utf8"

  /// The reason in words.
  public var reason: String {
    switch self {
    case .noLibrary: "MeCab is not installed (libmecab.so.2)"
    case .noDictionary(let folder): "there is no dictionary of MeCab in \(folder)"
    case .broken(let folder): "MeCab cannot open its dictionary in \(folder)"
    case .otherCharset(let folder, let charset): "MeCab's dictionary in \(folder) is in \(charset) instead of UTF-8"
    }
  }
}

/// The dictionary that MeCab's configuration names, with the columns of ipadic.
public struct JapaneseDictionary: Equatable, Sendable {
  /// The folder, without symbolic links if it exists.
  public let folder: String
  /// The number of words; 0 before it was opened.
  public internal(set) var size = 0

  /// The dictionary of MeCab's configuration: that of the file in `MECABRC`, else of /etc/mecabrc.
  public init() {
    let named = getenv("MECABRC").map { String(cString: $0) } ?? ""
    self.init(configuration: named.isEmpty ? "/etc/mecabrc" : named)
  }

  /// The dictionary that a configuration file of MeCab names.
  public init(configuration: String) {
    self.init(folder: Self.folder(in: configuration) ?? "/var/lib/mecab/dic/debian")
  }

  /// The dictionary in a folder.
  public init(folder: String) {
    if let path = realpath(folder, nil) {
      defer { free(path) }
      self.folder = String(cString: path)
    } else {
      self.folder = folder
    }
  }

  /// True if the folder holds the file of words.
  public var exists: Bool { access(folder + "/sys.dic", R_OK) == 0 }

  /// Tells this dictionary from others and from other versions of it: its name and the size of its words in bytes;
  /// `none` if it does not exist. Without `;`.
  public var version: String {
    var status = stat()
    guard stat(folder + "/sys.dic", &status) == 0 else { return "none" }
    let name = folder.utf8.reversed().prefix { $0 != UInt8(ascii: "/") }.reversed().filter { $0 != UInt8(ascii: ";") }
    return String(decoding: name, as: UTF8.self) + " \(status.st_size)"
  }

  /// The value of `dicdir` in a configuration file of MeCab.
  private static func folder(in path: String) -> String? {
    guard let file = fopen(path, "re") else { return nil }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 4096)
    while fgets(&line, CInt(line.count), file) != nil {
      let bytes = line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      guard let equal = bytes.firstIndex(of: UInt8(ascii: "=")) else { continue }
      guard trimmed(bytes[..<equal]) == "dicdir" else { continue }
      let value = trimmed(bytes[(equal + 1)...])
      if value.utf8.first == UInt8(ascii: "/") { return value }
    }
    return nil
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes.drop { $0 <= 0x20 }.reversed().drop { $0 <= 0x20 }.reversed(), as: UTF8.self)
  }
}
