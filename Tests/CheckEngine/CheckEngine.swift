import Glibc

/// `check-engine PROGRAM`: tries every rule of `docs/engine.md` on a program, and tells which it keeps.
@main
enum CheckEngine {
  static let usage = "usage: check-engine PROGRAM [--voice VOICE] [--crash-word WORD]\n"

  static func main() {
    var (program, voice, crashWord) = (String?.none, String?.none, String?.none)
    var arguments = CommandLine.arguments.dropFirst()
    while let argument = arguments.popFirst() {
      switch argument {
      case "--voice": voice = arguments.popFirst()
      case "--crash-word": crashWord = arguments.popFirst()
      case _ where program == nil && !argument.hasPrefix("-"): program = argument
      default: stop(usage)
      }
    }
    guard let program else { stop(usage) }
    signal(SIGPIPE, SIG_IGN)
    let checks: Checks
    do { checks = try Checks(program, voice: voice, crashWord: crashWord) } catch {
      print("failed  it greets and lists its voices: \(error.text)")
      exit(1)
    }
    var failures = 0
    for (rule, check) in Checks.all {
      do {
        let figure = try check(checks)
        print("ok      \(rule)" + (figure.map { ": \($0)" } ?? ""))
      } catch {
        failures += 1
        print("failed  \(rule): \(error.text)")
      }
      fflush(nil)
    }
    exit(failures == 0 ? 0 : 1)
  }

  private static func stop(_ message: String) -> Never {
    write(STDERR_FILENO, message, message.utf8.count)
    exit(2)
  }
}
