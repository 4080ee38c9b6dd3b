import Configuration
import DesktopSupport
import Foundation
import Testing

@testable import aloud
@testable import manual_page

/// The manual agrees with the programs.
@Suite(.timeLimit(.minutes(3)))
struct ManualTests {
  @Test func everyVerbAndOptionOfTheCommandStandsInItsPage() throws {
    let lines = try Pages.plain("aloud.1").split(separator: "\n").map(String.init)
    let text = lines.joined(separator: "\n")
    let command = try CommandHelp.ofAloud()
    let verbs = (command.subcommands ?? []).filter { $0.commandName != "help" }
    #expect(verbs.count > 15)
    for verb in verbs {
      let isNamed = lines.contains { $0 == verb.commandName || $0.hasPrefix(verb.commandName + " ") }
      #expect(isNamed, "aloud \(verb.commandName)")
      for part in (verb.subcommands ?? []) where part.commandName != "help" {
        let isNamed = lines.contains { $0.hasPrefix("\(verb.commandName) \(part.commandName)") }
        #expect(isNamed, "aloud \(verb.commandName) \(part.commandName)")
        check(part, of: "\(verb.commandName) \(part.commandName)", text)
      }
      check(verb, of: verb.commandName, text)
    }
  }

  private func check(_ command: CommandHelp, of name: String, _ text: String) {
    for argument in command.arguments ?? [] where argument.shouldDisplay {
      for option in argument.names ?? [] {
        let isNamed = text.contains(word: option.typed)
        #expect(isNamed, "aloud \(name) \(option.typed)")
      }
    }
  }

  @Test func everyOptionOfThePageIsTakenByTheCommand() throws {
    // The last ones belong to systemctl and wpctl.
    var known: Set<String> = ["--version", "--generate-completion-script", "--desktop", "--user", "--save"]
    func collect(_ command: CommandHelp) {
      for argument in command.arguments ?? [] { known.formUnion((argument.names ?? []).map(\.typed)) }
      for part in command.subcommands ?? [] { collect(part) }
    }
    collect(try CommandHelp.ofAloud())
    let page = try Pages.plain("aloud.1").prefix(upTo: "\nEXAMPLES")
    for match in page.matches(of: #/[\s,(|\[](--[a-z][a-z-]+)/#) {
      #expect(known.contains(String(match.output.1)), "\(match.output.1)")
    }
  }

  @Test func everyExitStatusOfTheCommandStandsInItsPage() throws {
    let page = try Pages.plain("aloud.1")
    let source = try String(
      contentsOfFile: Project.file("Sources/Command/CommandOutput/Failure.swift"), encoding: .utf8)
    let numbers = source.matches(of: #/\n  case [a-zA-Z]+ = ([0-9]+)/#).map { String($0.output.1) }
    #expect(numbers.count > 5)
    for number in numbers {
      let isNamed = page.contains(".TP\n\(number)\n")
      #expect(isNamed, "exit status \(number)")
    }
  }

  @Test func everyKindOfEventStandsInItsPage() throws {
    let source = try String(
      contentsOfFile: Project.file("Sources/Service/AloudAPI/Signals/EventKind.swift"), encoding: .utf8)
    let kinds = source.matches(of: #/\n  case ([a-z]+)\n/#).map { String($0.output.1) }
    #expect(kinds.count > 8)
    let list = try #require(try Pages.plain("aloud.1").split(separator: "\nA kind is\n").dropFirst().first)
    for kind in kinds { #expect(list.prefix { $0 != "\n" }.contains(kind), "\(kind)") }
  }

  @Test func everyOptionOfTheServiceStandsInItsPage() throws {
    let page = try Pages.plain("aloudd.1")
    let help = try Pages.output(of: "aloudd", "--help")
    let options = help.matches(of: #/--[a-z][a-z-]+/#).map { String($0.output) }
    #expect(options.count >= 3)
    for option in options {
      let isNamed = page.contains(word: option)
      #expect(isNamed, "aloudd \(option)")
    }
  }

  @Test func everyKeyStandsInItsPageWithItsDefaultAndUnderItsSection() throws {
    let page = try Pages.plain("aloud.toml.5")
    var section = ""
    var found: [String: String] = [:]
    for line in page.split(separator: "\n") {
      if let match = line.wholeMatch(of: #/\.SH \[(.+)\]/#) { section = String(match.output.1) }
      if let match = line.wholeMatch(of: #/([a-z-]+) = (.+)/#), found["\(section).\(match.output.1)"] == nil {
        found["\(section).\(match.output.1)"] = String(match.output.2)
      }
      if line.hasPrefix(".SH EXAMPLES") { break }
    }
    // The keys of a rule have no default.
    let rules = page.split(separator: "\n").drop { $0 != ".SH \(RuleKey.heading)" }.dropFirst()
    let ofRules = Set(rules.prefix { !$0.hasPrefix(".SH") }.map(String.init))
    for key in RuleKey.all { #expect(ofRules.contains(key.name), "\(key.name)") }
    let engines = page.split(separator: "\n").drop { $0 != ".SH \(EngineKey.heading)" }.dropFirst()
    let ofEngines = Set(engines.prefix { !$0.hasPrefix(".SH") }.map(String.init))
    for key in EngineKey.allCases { #expect(ofEngines.contains(key.rawValue), "\(key)") }
    for key in ConfigurationKey.all { #expect(found[key.path] == key.defaultTOML, "\(key.path)") }
    #expect(Set(found.keys) == Set(ConfigurationKey.all.map(\.path)))
  }

  @Test(arguments: ["README.md", "docs/programs.md"])
  func everyCommandOfAPageExists(_ page: String) throws {
    let command = try CommandHelp.ofAloud()
    let text = try String(contentsOfFile: Project.file(page), encoding: .utf8)
    var count = 0
    // Shell blocks, with each command on a line or after a semicolon or a pipe.
    for block in text.components(separatedBy: "```sh\n").dropFirst() {
      let lines = block.components(separatedBy: "```")[0].split(separator: "\n").compactMap { line in
        line.components(separatedBy: " #").first
      }
      for part in lines.flatMap({ $0.split { ";|&".contains($0) } }) {
        let words = part.split(separator: " ")
        guard words.first == "aloud", words.count > 1 else { continue }
        count += 1
        guard case .verb(let names) = VerbNames.match(String(words[1])) else {
          Issue.record("\(page): \(part)")
          continue
        }
        let verb = command.subcommands?.first { $0.commandName == names[0] }
        let parts =
          verb?.subcommands?.filter {
            [names.last, words.dropFirst(2).first.map(String.init)].contains($0.commandName)
          } ?? []
        let known = ([verb].compactMap(\.self) + parts).flatMap { $0.arguments ?? [] }.flatMap { $0.names ?? [] }
        // Neither `-` alone nor a number such as -10.
        for word in words.dropFirst(2)
        where word.hasPrefix("--") || word.hasPrefix("-") && word.contains(where: \.isLetter) {
          let isKnown = known.contains { $0.typed == word }
          #expect(isKnown, "\(page): \(part) has an option that the verb does not take")
        }
      }
    }
    #expect(count > 5)
  }

  @Test func thePageOfTheBusIsWhatTheServiceSaysOfItself() throws {
    let page = try String(contentsOfFile: Project.file("man/aloud-dbus.5"), encoding: .utf8)
    let isUpToDate = page == BusPage.text
    #expect(isUpToDate, "make manual updates it")
  }
}

extension StringProtocol {
  /// True if the text contains `word` as a complete word.
  fileprivate func contains(word: String) -> Bool {
    var rest = self[...]
    while let range = rest.firstRange(of: word) {
      let isEnd = range.upperBound == rest.endIndex || !rest[range.upperBound].isPartOfOption
      let isStart = range.lowerBound == rest.startIndex || !rest[rest.index(before: range.lowerBound)].isPartOfOption
      if isStart && isEnd { return true }
      rest = rest[range.upperBound...]
    }
    return false
  }

  fileprivate func prefix(upTo text: String) -> SubSequence {
    firstRange(of: text).map { self[..<$0.lowerBound] } ?? self[...]
  }
}

extension Character {
  fileprivate var isPartOfOption: Bool { isLetter || isNumber || self == "-" }
}
