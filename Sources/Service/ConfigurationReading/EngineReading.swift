import Configuration
import Speech
import TOMLKit

/// An engine of the file while it is read. One with a mistake is left out as a whole.
struct EngineDraft {
  /// The line of its heading, counted from 1.
  let line: Int
  var engine = EngineCommand(name: "", command: [], languages: [])
  /// The line of each key.
  var lines: [EngineKey: Int] = [:]
  var isMistaken = false
}

/// Engines: `[[engine]]`.
extension FileReader {
  /// True for a heading that begins an engine, or was meant to: `[engine]`, `[[engines]]`.
  static func beginsEngine(_ heading: Statement) -> Bool {
    switch heading.kind {
    case .element(let names), .section(let names):
      names.count == 1 && Suggestion.nearest(to: names[0], among: [EngineKey.section]) != nil
    case .assignment, .unknown: false
    }
  }

  /// The consequence of a mistake in an engine.
  private static let leftOut = "until then this engine is left out"

  /// Begins an engine at its heading.
  ///
  /// - Parameter isTold: true if the heading has a mistake that has become a problem already.
  mutating func beginEngine(_ heading: Statement, isTold: Bool, _ found: inout [Problem]) {
    let line = heading.lines.lowerBound + 1
    var draft = EngineDraft(line: line)
    if isTold {
      draft.isMistaken = true
    } else if heading.kind != .element([EngineKey.section])
      || (try? TOMLTable(string: cutter.text(of: heading))) == nil
    {
      draft.isMistaken = true
      let message = "an engine begins with \(EngineKey.heading), alone on its line"
      found.append(problem(.syntax, line, message, Self.leftOut))
    }
    engine = draft
  }

  /// Ends the engine that is being read, if there is one.
  mutating func endEngine(_ loaded: inout Configuration.Loaded, _ found: inout [Problem]) {
    guard let draft = engine else { return }
    engine = nil
    guard !draft.isMistaken else { return }
    if let missing = EngineKey.allCases.first(where: { draft.lines[$0] == nil }) {
      let cure = "add one, such as \(missing.line(in: Configuration.exampleEngine)); \(Self.leftOut)"
      return found.append(problem(.wrongValue, draft.line, "this engine has no '\(missing.rawValue)'", cure))
    }
    let name = draft.engine.name
    let origin = SettingsReport.origin(of: name)
    if let index = loaded.settings.engines.firstIndex(where: { $0.name == name }) {
      guard loaded.origins[origin] != path else {
        let message = "there is an engine '\(name)' already"
        return found.append(problem(.wrongValue, draft.line, message, "give it another name; \(Self.leftOut)"))
      }
      loaded.settings.engines[index] = draft.engine
    } else if loaded.settings.engines.count < EngineCommand.most {
      loaded.settings.engines.append(draft.engine)
    } else {
      let message = "this is one engine too many: there may be \(EngineCommand.most) in all files together"
      return found.append(problem(.wrongValue, draft.line, message, "it is left out"))
    }
    loaded.origins[origin] = path
  }

  /// Takes a statement of the engine that is being read.
  ///
  /// - Parameter isTold: true if the statement has a mistake that has become a problem already.
  mutating func takeOfEngine(_ statement: Statement, isTold: Bool, _ found: inout [Problem]) {
    let line = statement.lines.lowerBound + 1
    guard !isTold else {
      engine?.isMistaken = true
      return
    }
    do {
      let table = try TOMLTable(string: NullEscapes.hidden(in: cutter.text(of: statement)))
      for name in table.keys {
        if let mistake = take(name, table[name], line) {
          engine?.isMistaken = true
          found.append(mistake)
        }
      }
    } catch {
      engine?.isMistaken = true
      var mistake = mistake(statement, line, error)
      mistake.cure = Self.leftOut
      found.append(mistake)
    }
  }

  /// Takes a key of the engine.
  ///
  /// - Returns: the mistake in it, if there is one.
  private mutating func take(_ name: String, _ value: (any TOMLValueConvertible)?, _ line: Int) -> Problem? {
    guard let key = EngineKey(rawValue: name) else {
      let names = EngineKey.allCases.map(\.rawValue)
      let cure =
        Suggestion.nearest(to: name, among: names).map { "did you mean '\($0)'? Until then this engine is left out" }
        ?? "the keys of an engine are \(names.joined(separator: ", ")); \(Self.leftOut)"
      return problem(.unknownKey, line, "unknown key '\(NullEscapes.shown(name))' in \(EngineKey.heading)", cure)
    }
    if let first = engine?.lines[key] {
      let message = "'\(name)' stands in this engine a second time"
      return problem(.syntax, line, message, "the first is in line \(first); \(Self.leftOut)")
    }
    engine?.lines[key] = line
    let words = value?.array?.map { $0.string.map(NullEscapes.restored(in:)) ?? "\0" }
    switch key {
    case .name:
      if let text = value?.string, EngineCommand.isName(text) {
        engine?.engine.name = text
        return nil
      }
    case .command:
      if let words, EngineCommand.isCommand(words) {
        engine?.engine.command = words
        return nil
      }
    case .languages:
      if let words, 1...EngineCommand.mostLanguages ~= words.count, words.allSatisfy(EngineCommand.isLanguage) {
        engine?.engine.languages = words
        return nil
      }
    }
    var cure = Self.leftOut
    if let text = value?.string, key != .name {
      // A line of the shell, or one language.
      let list = text.split(separator: " ").map { Configuration.quoted(String($0)) }.joined(separator: ", ")
      cure = "write a list: \(name) = [\(list)]; \(Self.leftOut)"
    }
    return problem(
      .wrongValue, line, "'\(name)' must be \(key.expectation), not \(Configuration.raw(value).shown)", cure)
  }
}
