import Vocabulary

/// A program of the listener's that speaks: text on its standard input, a WAV file on its standard output. Such an
/// engine is `[[engine]]` in `aloud.toml`.
public struct EngineCommand: Hashable, Sendable {
  /// The name of the engine.
  public var name: String
  /// The absolute path of the program, then its arguments.
  public var command: [String]
  /// The languages that it speaks, in BCP 47; the first is its own.
  public var languages: [String]

  /// An engine with these parts; see ``isValid``.
  public init(name: String, command: [String], languages: [String]) {
    (self.name, self.command, self.languages) = (name, command, languages)
  }

  /// The most engines of all files together: each may have a process.
  public static let most = 16
  /// The most words of a command, and their most bytes.
  public static let longest = (words: 64, bytes: 2048)
  /// The most languages of an engine.
  public static let mostLanguages = 16

  /// True for the words of a command: an absolute path first, no control characters, and not too many.
  public static func isCommand(_ words: [String]) -> Bool {
    words.first?.hasPrefix("/") == true && words.count <= longest.words
      && words.reduce(0, { $0 + $1.utf8.count }) <= longest.bytes
      && words.allSatisfy { word in word.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } }
  }

  /// True for a name that an engine may have; that of the usual one is taken.
  public static func isName(_ name: String) -> Bool {
    name.utf8.count <= 40 && VoiceID.isEngine(name) && name != UsualEngine.name
  }

  /// True for the tag of a language: letters and digits, with hyphens between.
  public static func isLanguage(_ tag: String) -> Bool {
    let parts = tag.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return tag.utf8.count <= 35 && parts.first.map { 2...8 ~= $0.count } == true
      && parts.allSatisfy { part in
        1...8 ~= part.count
          && part.allSatisfy { byte in
            UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
          }
      }
  }

  /// True if all parts are those of an engine.
  public var isValid: Bool {
    Self.isName(name) && Self.isCommand(command) && 1...Self.mostLanguages ~= languages.count
      && languages.allSatisfy(Self.isLanguage)
  }

  // MARK: The arguments of the worker

  private static let marker = "--command"

  /// The arguments with which the worker speaks by this command.
  public var workerArguments: [String] { [Self.marker, name, languages.joined(separator: ",")] + command }

  /// The command in the arguments of a worker; `nil` if there is none, or an invalid one.
  ///
  /// - Parameter arguments: the words of the worker's command line, its own name first.
  public init?(workerArguments arguments: [String]) {
    guard let start = arguments.firstIndex(of: Self.marker), arguments.count >= start + 4 else { return nil }
    self.init(
      name: arguments[start + 1], command: Array(arguments[(start + 3)...]),
      languages: arguments[start + 2].split(separator: ",").map(String.init))
    guard isValid else { return nil }
  }
}
