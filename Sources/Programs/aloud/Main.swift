import ArgumentParser
import CommandOutput
import ConfigurationReading
import Documents
import EventLoop
import Glibc

/// The entry: finds the verb, lets the parser read its arguments, and runs it on the core loop.
@main
enum Main {
  static func main() {
    if SettingsWorker.isCalled { SettingsWorker.run() }
    // The user's locale decides which characters are letters, and the language of errors. Texts are UTF-8 in every
    // locale.
    setlocale(LC_ALL, "")
    // A closed pipe is detected by the write that fails.
    signal(SIGPIPE, SIG_IGN)
    let arguments = Self.arguments
    Core.loop.adoptCurrentThread()
    Task { @Core in Core.loop.stop(exitCode: await perform(arguments).rawValue) }
    exit(Core.loop.run())
  }

  /// The arguments. Bytes that are not UTF-8 are encoded as in ``FileName``: file names may contain any bytes.
  private static var arguments: [String] {
    (0..<Int(CommandLine.argc)).dropFirst().compactMap { index in
      CommandLine.unsafeArgv[index].map { argument in
        FileName.text(UnsafeBufferPointer(start: argument, count: strlen(argument)).map { UInt8(bitPattern: $0) })
      }
    }
  }

  @Core
  private static func perform(_ arguments: [String]) async -> Outcome {
    let console = Console.standard
    let arguments = DesktopRun.taken(from: arguments)
    do throws(Failure) {
      if let verb = try CommandLineReader.command(arguments, console) { try await verb.run(console) }
      return .done
    } catch {
      if DesktopRun.isOn { await DesktopRun.show(error) } else { complain(error) }
      return error.status
    }
  }

  private static func complain(_ failure: Failure) {
    guard !failure.message.isEmpty else { return }
    Console.complain(failure.message, cure: failure.cure)
  }
}

/// Turns arguments into a command.
enum CommandLineReader {
  /// - Returns: the verb to run; `nil` if everything has been printed already (help, version).
  static func command(_ arguments: [String], _ console: Console) throws(Failure) -> (any Verb)? {
    let hasTerminal = isatty(STDERR_FILENO) == 1 || isatty(STDIN_FILENO) == 1
    if let launch = Launch.from(arguments, hasTerminal: hasTerminal) { return launch }
    if let completion = Completion.from(arguments) { return completion }
    if arguments.first == "--generate-completion-script", arguments.count == 2,
      let script = CompletionScripts.script(for: arguments[1])
    {
      console.write(script)
      return nil
    }
    let typed = arguments
    let arguments = try prepared(typed, alone: typed.isEmpty ? alone(console) : [])
    do {
      var command = try Aloud.parseAsRoot(arguments)
      if let verb = command as? any Verb { return verb }
      try command.run()  // the parser's own commands, such as help
      return nil
    } catch {
      let message = NarrowHelp.text(columns: console.width) { Aloud.fullMessage(for: error, columns: $0) }
      if Aloud.exitCode(for: error).isSuccess {
        console.print(message)
        return nil
      }
      throw usage(Aloud.message(for: error), arguments, typed: typed)
    }
  }

  /// The replacement for an empty command line.
  private static func alone(_ console: Console) -> [String] {
    guard !StandardInput.isTerminal else { return console.isMovable ? ["follow"] : ["status", "--or-help"] }
    return StandardInput.hasText ? ["read", "-"] : ["status", "--or-help"]
  }

  /// The arguments with the verb spelled out, in the parser's order.
  ///
  /// - Parameter alone: the replacement for an empty command line.
  static func prepared(
    _ arguments: [String], alone: [String] = ["status", "--or-help"]
  ) throws(Failure) -> [String] {
    guard let typed = arguments.first else { return alone }
    guard typed.first != "-" || typed == "-" else {
      let isRoot =
        ["-h", "--help", "--version", "-help"].contains(typed) || typed.hasPrefix("--generate-completion")
        || typed.hasPrefix("--experimental") || typed.hasPrefix("---")
      if typed == "-V" { return ["--version"] }
      return isRoot ? arguments : ["status"] + arguments
    }
    let rest = Array(arguments.dropFirst())
    switch VerbNames.match(typed) {
    case .verb(let words):
      if words == ["help"] { return try help(rest) }
      if typed.lowercased() == "open", let words = Launch.words(rest, alone: alone) { return words }
      return ArgumentOrder.prepared(rest, verb: words, typed: typed)
    case .ambiguous(let verbs):
      throw Failure(
        .usage, "cannot tell which verb '\(typed)' is: \(verbs.joined(separator: ", "))",
        cure: "aloud \(verbs[0])" + (isPath(typed) ? ", or aloud ./\(shellQuoted(typed)) for the file" : ""))
    case .unknown where isPath(typed): return ["read"] + arguments
    case .unknown(let nearest):
      throw Failure(
        .usage, "cannot do '\(typed)': there is no such verb",
        cure: VerbNames.cures[typed.lowercased()] ?? nearest.map { "aloud \($0)" }
          ?? "aloud help, or aloud say \(shellQuoted(arguments.joined(separator: " ")))")
    }
  }

  /// True if a word that is not a verb names a file: it contains a slash, or the file exists here.
  private static func isPath(_ word: String) -> Bool {
    word.contains("/") || (!word.isEmpty && access(FileName.cString(word), F_OK) == 0)
  }

  /// `help VERB` with the verb spelled out.
  private static func help(_ rest: [String]) throws(Failure) -> [String] {
    guard let verb = rest.first else { return ["--help"] }
    guard case .verb(let words) = VerbNames.match(verb), words[0] != "help" else {
      throw Failure(.usage, "cannot help with '\(verb)': there is no such verb", cure: "aloud help")
    }
    return ["help"] + words.filter { !$0.hasPrefix("-") } + rest.dropFirst()
  }

  /// Verbs whose arguments are words to be spoken.
  private static let speaking: Set<String> = ["say", "announce", "explain", "notify"]

  /// True for a word that no option could be: a number, or one with a space in it.
  private static func isText(_ word: String) -> Bool {
    guard word.first == "-", word != "--", let second = word.dropFirst().first else { return false }
    return second.isNumber || second.isWhitespace || word.contains(" ")
  }

  /// The parser's error in our form.
  ///
  /// - Parameters:
  ///   - arguments: as the parser got them.
  ///   - typed: as the listener typed them.
  static func usage(_ message: String, _ arguments: [String], typed: [String]) -> Failure {
    let task = "cannot understand the command line"
    // The verb that stands for a missing one was never typed.
    let hasVerb = typed.first?.hasPrefix("-") == false
    let help = hasVerb ? "aloud help" + (arguments.first.map { " \($0)" } ?? "") : "aloud help, or aloud --version"
    if let verb = arguments.first, speaking.contains(verb), let text = typed.first(where: isText),
      message.contains(text)
    {
      let words = typed.dropFirst().filter { isText($0) || !$0.hasPrefix("-") }.map(shellQuoted)
      return Failure(
        .usage, "\(task): '\(text)' begins like an option", cure: "aloud \(verb) -- \(words.joined(separator: " "))")
    }
    if let (shape, rest) = CommandShape.find(arguments), let (name, nearest) = shape.unknownOption(among: rest),
      message.contains(name)  // else it is about another word
    {
      let path = hasVerb ? shape.path.joined(separator: " ") + " " : ""
      let cure = nearest.map { "aloud \(path)\($0)" }
      return Failure(.usage, "\(task): unknown option '\(name)'", cure: cure ?? help)
    }
    var lines = message.split(whereSeparator: \.isNewline).map(String.init)
    var reason = lines.isEmpty ? "the arguments do not fit" : lines.removeFirst()
    if let first = reason.first { reason = first.lowercased() + reason.dropFirst() }
    if reason.hasSuffix(".") { reason.removeLast() }
    return Failure(.usage, "\(task): \(reason)", cure: help)
  }
}
