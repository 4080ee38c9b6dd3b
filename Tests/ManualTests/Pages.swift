import DesktopSupport
import Foundation

/// The installed pages, and the programs that they describe.
enum Pages {
  /// A page's source, with roff's escapes for hyphens and quotes undone, and without its font macros.
  static func plain(_ name: String) throws -> String {
    let source = try String(contentsOfFile: Project.file("man/\(name)"), encoding: .utf8)
    return source.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      var line = String(line).replacing("\\-", with: "-").replacing("\\(dq", with: "\u{1}").replacing("\\&", with: "")
      for macro in [".BR ", ".RB ", ".IR ", ".RI ", ".BI ", ".IB ", ".B ", ".I "] where line.hasPrefix(macro) {
        // Arguments of a macro are joined; quotes only hold one together.
        line = joined(line.dropFirst(macro.count), spaced: macro.count == 3)
      }
      for font in ["\\fB", "\\fI", "\\fR", "\\fP"] { line = line.replacing(font, with: "") }
      return line.replacing("\u{1}", with: "\"")
    }.joined(separator: "\n")
  }

  private static func joined(_ arguments: Substring, spaced: Bool) -> String {
    var result = ""
    var isQuoted = false
    for character in arguments {
      switch character {
      case "\"": isQuoted.toggle()
      case " " where !isQuoted: if spaced { result += " " }
      default: result.append(character)
      }
    }
    return result
  }

  /// The output of a program, which must succeed.
  static func output(of program: String, _ arguments: String...) throws -> String {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: Project.program(program))
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    try process.run()
    let bytes = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// The data of a command from `--experimental-dump-help`.
struct CommandHelp: Decodable {
  struct Argument: Decodable {
    struct Name: Decodable {
      var kind: String
      var name: String

      /// The typed form.
      var typed: String { kind == "long" ? "--\(name)" : "-\(name)" }
    }

    var shouldDisplay: Bool
    var names: [Name]?
  }

  var commandName: String
  var arguments: [Argument]?
  var subcommands: [CommandHelp]?

  private struct Dump: Decodable { var command: CommandHelp }

  static func ofAloud() throws -> CommandHelp {
    try JSONDecoder().decode(
      Dump.self, from: Data(try Pages.output(of: "aloud", "--experimental-dump-help").utf8)
    ).command
  }
}
