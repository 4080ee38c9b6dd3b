import AloudAPI
import Configuration
import Testing

@testable import aloud

@Suite(.timeLimit(.minutes(3)))
struct CompletionTests {
  /// The candidates that do not need a running service.
  private func texts(_ words: String...) -> [String] {
    let place = CompletionPlace(words)
    return place.sources.flatMap { source -> [String] in
      switch source {
      case .words(let candidates): Completion.lines(candidates, place).map { String($0.prefix { $0 != "\t" }) }
      case .files: [":files"]
      default: [":\(source)"]
      }
    }
  }

  @Test func anExplanationIsCutBetweenTwoWords() {
    let long = "Read the text at once, even before texts that were said earlier; the interrupted text resumes after it."
    #expect(
      Completion.short(long)
        == "Read the text at once, even before texts that were said earlier; the interrupted text resumes…")
    #expect(Completion.short("Short.") == "Short." && Completion.short(String(repeating: "x", count: 200)).count == 100)
  }

  @Test func everyVerbCanBeCompleted() {
    let offered = texts("")
    for verb in VerbNames.all { #expect(offered.contains(verb), "\(verb)") }
    #expect(texts("sta") == ["status", ":files"])
    #expect(texts("rand") == ["random", ":files"])
    #expect(texts("help", "vol") == ["volume"])
  }

  @Test(arguments: [
    ["read", "de"], ["rea", ""], ["read", "a.txt", ""], ["say", "-f", ""], ["say", "--file="], ["export", "b"],
    ["export", "b", "-o", ""], ["queue", "add", "b"], ["queue", "insert", "a", ""], ["add", ""], ["play", ""],
    ["config", "check", ""], ["./book.epub", ""], ["read", "--again", ""], ["read", "--", "-b"],
  ])
  func namesOfFilesAreLeftToTheShell(words: [String]) {
    #expect(CompletionPlace(words).sources == [.files])
  }

  @Test func aVerbsWordsAreOffered() {
    #expect(texts("pause", "--at", "") == ["now", "word", "sentence"])
    #expect(texts("pause", "--at=s") == ["--at=sentence"])
    #expect(texts("read", "--format", "e") == ["epub"])
    #expect(texts("next", "s") == ["sentence", "skip"])
    #expect(texts("shuffle", "o") == ["off", "once"])
    #expect(texts("single", "t") == ["track", "toggle"])
    #expect(texts("export", "a", "--as", "m").contains("m4b"))
    #expect(texts("events", "word", "st") == ["state"])
    #expect(texts("repeat", "sentence", "") == [])
    #expect(texts("queue", "g") == ["goto"])
    #expect(
      texts("config", "set", "notify.") == [
        "notify.locked", "notify.do-not-disturb", "notify.fullscreen", "notify.during-calls", "notify.show",
        "notify.template",
      ])
    #expect(texts("config", "set", "notify.locked", "") == ["nothing", "application", "all"])
    #expect(texts("config", "set", "step-aside", "") == ["true", "false"])
    #expect(texts("config", "unset", "announcements.f") == ["announcements.floor", "announcements.floor-cap"])
    #expect(texts("config", "get", "speech.ra") == ["speech.rate-wpm", "speech.range"])
    #expect(texts("say", "--when-busy", "d") == ["drop"])
  }

  @Test func valuesOfTheServiceAreAskedForInTheirPlaces() {
    #expect(CompletionPlace(["say", "-v", ""]).sources == [.voices])
    #expect(CompletionPlace(["say", "--voice=x"]).sources == [.voices])
    #expect(CompletionPlace(["say", "--voice=x"]).prefix == "--voice=")
    #expect(CompletionPlace(["say", "-l", ""]).sources == [.languages])
    #expect(CompletionPlace(["voices", ""]).sources.contains(.languages))
    #expect(CompletionPlace(["voices", "try", ""]).sources == [.languages])
    #expect(CompletionPlace(["queue", "del", "1", ""]).sources == [.queue])
    #expect(CompletionPlace(["goto", ""]).sources == [.chapters])
    #expect(CompletionPlace(["queue", "goto", ""]).sources == [.titles])
    #expect(CompletionPlace(["library", "read", ""]).sources == [.library])
    #expect(CompletionPlace(["marks", "rm", ""]).sources == [.bookmarks])
    #expect(CompletionPlace(["say", "--title", ""]).sources == [])
  }

  @Test func optionsAreThoseOfTheHelp() throws {
    #expect(texts("say", "--vo") == ["--voice", "--volume"])
    let options = try #require(CommandShape.find(["say"])).shape.options
    #expect(options.first { $0.names.contains("--delay") }?.names == ["--delay", "--leading-delay"])
    #expect(options.first { $0.names.contains("--delay") }?.value == "time")
    #expect(
      options.first { $0.names.contains("-w") }
        == OptionShape(names: ["-w", "--wait"], value: nil, about: "Wait until the text has been read"))
  }

  @Test func everyEntryOfTheTablesIsOneOfTheCommand() throws {
    var known: Set<String> = []
    for verb in VerbNames.all where verb != "help" {
      let parts = CommandShape.parts(of: verb).map(\.text)
      // It may have arguments of its own: those of its usual part.
      known.insert(verb)
      for words in parts.isEmpty ? [[verb]] : parts.map({ [verb, $0] }) {
        let shape = try #require(CommandShape.find(words)).shape
        #expect(shape.path == words)
        known.formUnion(
          shape.options.filter { $0.value != nil }.flatMap { option in
            option.names.flatMap { [$0, "\(verb) \($0)"] }
          })
        known.insert(words.joined(separator: " "))
      }
    }
    for option in CompletionTable.options.keys { #expect(known.contains(option), "\(option)") }
    for verb in CompletionTable.arguments.keys { #expect(known.contains(verb), "\(verb)") }
  }

  @Test func candidatesCommandNoTerminal() {
    let place = CompletionPlace(["goto", "a"])
    let lines = Completion.lines([Candidate("a\u{1B}[31m\nb", "c\td\u{7}"), Candidate("x"), Candidate("a", "")], place)
    #expect(lines == ["a b\tc d", "a"])
  }
}
