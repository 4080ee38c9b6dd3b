import ArgumentParser
import CommandOutput
import Configuration
import ConfigurationStorage
import DirectReading
import EventLoop
import Glibc
import Speech
import Vocabulary
import Workers

extension Config {
  struct Set: Verb {
    static let configuration = CommandConfiguration(
      commandName: "set", abstract: "Change one setting in the user's file, and nothing else in it.",
      discussion: "The change takes effect at once. 'aloud config get KEY' shows the setting in effect.")

    @Argument(help: "Its name, such as speech.rate-wpm.")
    var key: String

    @Argument(help: "Its value, without the quotes of the file.")
    var value: [String]

    func run(_ console: Console) async throws(Failure) {
      let typed = value.joined(separator: " ")
      let task = "set '\(key)' to '\(typed)'"
      let key = try Config.key(key, task: task, verb: "set", value: typed)
      guard let toml = key.toml(typed: typed) else {
        throw Failure(
          .usage, "cannot \(task): it must be \(key.expectation)",
          cure: key.nearest(to: typed).map { "aloud config set \(key.path) \($0)" } ?? "aloud config get \(key.path)")
      }
      if key.path == "speech.voice" || key.section == "voices", !typed.isEmpty,
        let catalogue = await InstalledVoices.catalogue(), catalogue.named(typed) == nil
      {
        throw Failure(.noVoice, "cannot \(task): there is no such voice", cure: "aloud voices")
      }
      let file = try UserConfiguration(task: task)
      try file.change(key) { contents throws(ConfigurationEdit.Obstacle) in
        try ConfigurationEdit.set(key, to: toml, in: contents)
      }
      if console.isTerminal { console.print("\(key.path) = \(toml)") }
      await InstalledVoices.tellRemarks(after: key)
    }
  }

  struct Unset: Verb {
    static let configuration = CommandConfiguration(
      commandName: "unset", abstract: "Remove one setting from the user's file, so that its default is in effect.")

    @Argument(help: "Its name, such as speech.rate-wpm.")
    var key: String

    func run(_ console: Console) async throws(Failure) {
      let task = "unset '\(key)'"
      let key = try Config.key(key, task: task, verb: "unset")
      let file = try UserConfiguration(task: task)
      let isChanged = try file.change(key) { contents throws(ConfigurationEdit.Obstacle) in
        try ConfigurationEdit.unset(key, in: contents)
      }
      guard console.isTerminal else { return }
      let holds = key.toml(in: try await UserSettings.read(task: task).settings)
      let start = isChanged ? "\(key.path):" : "it is not set there;"
      console.print("\(start) \(holds) is in effect")
    }
  }

  /// The key for a typed name.
  ///
  /// - Parameter value: the value to set, for the cure; empty if there is none.
  static func key(_ typed: String, task: String, verb: String, value: String = "") throws(Failure) -> ConfigurationKey {
    let value = value.isEmpty ? "" : " \(shellQuoted(value))"
    if let key = ConfigurationKey.found(typed) {
      // The listener who types the name of a verb means the reading, and not a setting of something else.
      if verb == "set", key.path != typed, VerbNames.all.contains(typed) {
        throw Failure(
          .usage, "cannot \(task): there is '\(key.path)', and a verb for the reading",
          cure: "aloud config set \(key.path)\(value), or aloud \(typed)\(value) for the reading")
      }
      return key
    }
    if isRule(typed) {
      throw Failure(
        .usage, "cannot \(task): a rule about notifications is no single setting",
        cure: verb == "get" ? "aloud config show" : "aloud config edit")
    }
    let meant =
      Suggestion.nearest(to: typed, among: ConfigurationKey.all.map(\.path))
      ?? Suggestion.nearest(to: typed, among: ConfigurationKey.all.map(\.name))
    throw Failure(
      .usage, "cannot \(task): there is no such key",
      cure: "aloud config \(meant.map { "\(verb) \($0)\(value)" } ?? "show")")
  }

  /// True for the name of rules, or of a key that only they have: `notify.rule`, `[[notify.rule]]`, `notify.action`.
  static func isRule(_ typed: String) -> Bool {
    let names = typed.split { ".[]".contains($0) }.map(String.init)
    guard let last = names.last else { return false }
    let section = RuleKey.section.split(separator: ".").map(String.init)
    if names == [section[1]] || names.starts(with: section) { return true }
    return RuleKey.named(last) != nil && (names.count == 1 || names.first == section[0])
  }
}

/// The file with the user's own settings.
struct UserConfiguration {
  let path: String
  /// Completes "cannot …".
  private let task: String

  init(task: String) throws(Failure) {
    guard let path = ConfigurationFiles.userPath(environment: ConfigurationFiles.value) else {
      throw Failure(.failed, "cannot \(task): neither XDG_CONFIG_HOME nor HOME says where", cure: "export HOME=…")
    }
    self.path = path
    self.task = task
  }

  /// The contents; empty if there is no file.
  func contents() throws(Failure) -> String {
    do throws(Problem) { return try ConfigurationFiles.read(path) ?? "" } catch { throw failure(error) }
  }

  /// Replaces the file if it is still as it was.
  ///
  /// - Returns: false, and nothing is changed, if another program has changed it.
  func replace(_ before: String, by contents: String) throws(Failure) -> Bool {
    let lock = try lock()
    guard try self.contents() == before else { return false }
    try write(contents)
    lock.release()
    return true
  }

  /// Edits the file, and turns an obstacle into a failure. Other changes wait meanwhile.
  ///
  /// - Parameter edit: gets the contents and returns the new ones; `nil` changes nothing.
  /// - Returns: true if it is changed.
  @discardableResult
  func change(
    _ key: ConfigurationKey, _ edit: (String) throws(ConfigurationEdit.Obstacle) -> String?
  ) throws(Failure) -> Bool {
    let lock = try lock()
    let contents = try contents()
    let changed: String?
    do throws(ConfigurationEdit.Obstacle) { changed = try edit(contents) } catch {
      throw Failure(
        .failed, "cannot \(task): '\(key.section)' is set as a whole in line \(error.line) of \(path)",
        cure: "aloud config edit")
    }
    if let changed { try write(changed) }
    lock.release()
    return changed != nil
  }

  private func lock() throws(Failure) -> ConfigurationLock {
    do throws(Problem) { return try ConfigurationLock(path) } catch { throw failure(error) }
  }

  private func write(_ contents: String) throws(Failure) {
    do throws(Problem) { try ConfigurationFiles.write(contents, to: path) } catch { throw failure(error) }
  }

  private func failure(_ problem: Problem) -> Failure {
    Failure(.usage, "cannot \(task): '\(problem.file)' \(problem.message)", cure: problem.cure)
  }
}

/// The voices of the engines, read from their workers. The service is not started.
@Core
enum InstalledVoices {
  /// `nil` if the engine does not list its voices.
  ///
  /// - Parameter commands: those that speak; `nil` for those of the user's settings.
  static func catalogue(with commands: [EngineCommand]? = nil) async -> VoiceCatalogue? {
    await all(with: commands)?.catalogue
  }

  /// The voices, and the engines that do not work; `nil` if the usual engine does not list its voices.
  private static func all(
    with commands: [EngineCommand]?
  ) async -> (catalogue: VoiceCatalogue, troubles: [(engine: String, trouble: Trouble)])? {
    guard let (voices, engines) = try? await voices(with: commands), !voices.isEmpty else { return nil }
    return (VoiceCatalogue(voices), engines.troubles)
  }

  /// The voices with the listener's choice for each language, as the service has them.
  ///
  /// - Parameter task: completes "cannot …".
  /// - Throws: ``Failure`` if the engine does not list its voices.
  static func listed(task: String) async throws(Failure) -> VoiceCatalogue { try await all(task: task).catalogue }

  /// The same voices, and the engines, which have listed them.
  static func all(task: String) async throws(Failure) -> (catalogue: VoiceCatalogue, engines: EngineDirectory) {
    let found: (voices: [Voice], engines: EngineDirectory)
    do throws(Trouble) { found = try await voices() } catch { throw Failure(error, task: task) }
    return (await preferred(found.voices, task: task), found.engines)
  }

  private static func preferred(_ found: [Voice], task: String) async -> VoiceCatalogue {
    // Settings that cannot be read choose no voice.
    guard let settings = try? await UserSettings.read(task: task).settings else { return VoiceCatalogue(found) }
    let chosen = settings.voices
    let catalogue = VoiceCatalogue(found).preferring(
      Dictionary(chosen.tags.map { ($0, chosen[$0]) }) { first, _ in first })
    return settings.speech.quality == .fast ? catalogue : catalogue.preferringNatural()
  }

  private static func voices(
    with commands: [EngineCommand]? = nil
  ) async throws(Trouble) -> (voices: [Voice], engines: EngineDirectory) {
    var commands = commands
    if commands == nil { commands = try? await UserSettings.read(task: "list the voices").settings.engines }
    let engine = EngineDirectory(try EngineProgram.installed(with: commands ?? []))
    let result: Result<[Voice], Trouble> = await withCheckedContinuation { continuation in
      engine.voices { continuation.resume(returning: $0) }
    }
    return (try result.get(), engine)
  }

  /// The problems with the voices and the commands in the files: those that are not installed, and those whose engine
  /// does not work.
  static func problems(in loaded: SettingsReport) async -> [Problem] {
    await missingCommands(of: loaded) + missingVoices(of: loaded)
  }

  private static func missingCommands(of loaded: SettingsReport) -> [Problem] {
    loaded.settings.engines.compactMap { engine in
      guard let program = engine.command.first, access(program, X_OK) != 0 else { return nil }
      let exists = access(program, F_OK) == 0
      return Problem(
        kind: .wrongValue, file: loaded.origins[SettingsReport.origin(of: engine.name)] ?? "aloud.toml", line: nil,
        message:
          "the program of the engine '\(engine.name)' \(exists ? "cannot be run" : "does not exist"): \(program)",
        cure: exists ? "chmod +x \(program)" : "install it; until then other voices read")
    }
  }

  private static func missingVoices(of loaded: SettingsReport) async -> [Problem] {
    let languages = loaded.settings.voices.tags.map { ("voices.\($0)", loaded.settings.voices[$0]) }
    let named = ([("speech.voice", loaded.settings.speech.voice)] + languages).filter { !$0.1.isEmpty }
    let rules = Config.rules(of: loaded).filter { $0.rule.voice != nil || $0.rule.engine != nil }
    guard !named.isEmpty || !rules.isEmpty,
      let (catalogue, troubles) = await all(with: loaded.settings.engines)
    else { return [] }
    func problem(
      _ voice: String?, _ engine: String?, _ name: String, _ file: String?, _ line: Int? = nil
    ) -> Problem? {
      guard let missing = missing(voice, engine, in: catalogue) else { return nil }
      let owner = engine ?? voice.map { VoiceID($0).engine }
      let ill = troubles.first { $0.engine == owner }
      return Problem(
        kind: .wrongValue, file: file ?? "aloud.toml", line: line,
        message: ill.map { "the engine '\($0.engine)', which \(name) names, does not work (\($0.trouble))" }
          ?? "there is no \(missing), which \(name) names",
        cure: "aloud voices; until then the language chooses the voice")
    }
    return named.compactMap { problem($1, nil, $0, loaded.origins[$0]) }
      + rules.compactMap { rule, place in problem(rule.voice, rule.engine, "a rule", place?.file, place?.line) }
  }

  /// The engine or voice that does not exist, in words; `nil` if all do.
  private static func missing(_ voice: String?, _ engine: String?, in catalogue: VoiceCatalogue) -> String? {
    let own = engine.map { catalogue.of(engine: $0) } ?? catalogue
    if let engine, own.voices.isEmpty { return "engine '\(engine)'" }
    guard let voice, own.named(voice) == nil else { return nil }
    return "voice '\(voice)'" + (engine.map { " of the engine '\($0)'" } ?? "")
  }
}
