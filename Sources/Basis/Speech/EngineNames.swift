import Vocabulary

/// The names of several engines, each as its process reports it.
public struct EngineNames: Equatable, Sendable {
  private let names: [String: EngineName]

  /// - Parameter names: name and version with the rules of languages (``EngineName``), by the engine's name in
  ///   ``VoiceID``.
  public init(_ names: [String: String]) { self.names = names.mapValues { EngineName($0) } }

  /// The name of an engine; `nil` if it has not reported it.
  public subscript(engine: String) -> EngineName? { names[engine] }

  /// The names of the engines of these voices, each with the rules for the languages of its voices. Equal names make
  /// equal sounds. Without a voice it is the usual engine's.
  public func name(for voices: some Collection<VoiceID>) -> String {
    let engines = Set(voices.map(\.engine)).sorted { a, b in
      (a == UsualEngine.name ? 0 : 1, a) < (b == UsualEngine.name ? 0 : 1, b)
    }
    return (engines.isEmpty ? [UsualEngine.name] : engines).map { engine in
      names[engine]?.name(for: voices.filter { $0.engine == engine }) ?? "\(engine) ?"
    }.joined(separator: " + ")
  }
}
