import Vocabulary

/// Which voice: the engine, and the engine's own name for the voice.
///
/// Its text is `ENGINE:NAME`. That of ``Vocabulary/UsualEngine`` is the name alone, as in kept data and settings from
/// the time when it was the only one.
public struct VoiceID: Hashable, Sendable {
  /// The name of the engine, such as `hum`; empty for the engine of this process, in a worker.
  public let engine: String
  /// The engine's name for the voice, such as `gmw/en-US`; a variant may follow, as in `gmw/en-US+f3`.
  public let name: String

  /// A voice of an engine.
  public init(engine: String, name: String) { (self.engine, self.name) = (engine, name) }

  /// A voice by its text.
  public init(_ text: String) {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), Self.isEngine(text[..<colon]) else {
      self.init(engine: UsualEngine.name, name: text)
      return
    }
    self.init(engine: String(text[..<colon]), name: String(text[text.utf8.index(after: colon)...]))
  }

  /// A voice of the engine of this process, in a worker.
  public static func own(_ name: String) -> VoiceID { VoiceID(engine: "", name: name) }

  /// The voice as one text.
  public var text: String {
    engine.isEmpty || engine == UsualEngine.name && !name.utf8.contains(UInt8(ascii: ":")) ? name : "\(engine):\(name)"
  }

  /// True for what can be the name of an engine: letters, digits and hyphens, in lower case.
  public static func isEngine(_ name: some StringProtocol) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy { byte in
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
          || byte == UInt8(ascii: "-")
      }
  }
}

extension VoiceID: ExpressibleByStringLiteral, CustomStringConvertible {
  /// A voice by its text.
  public init(stringLiteral text: String) { self.init(text) }

  /// ``text``.
  public var description: String { text }
}
