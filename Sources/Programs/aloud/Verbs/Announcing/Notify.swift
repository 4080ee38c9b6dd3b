import AloudAPI
import ArgumentParser
import CommandOutput
import EventLoop

struct Notify: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "notify", abstract: "Show a notification and speak it; speak those of all programs, or stop.",
    usage: """
      aloud notify [OPTIONS] SUMMARY [BODY]
      aloud notify on|off|pause|resume|again|history|rules
      aloud notify test [--app NAME] SUMMARY [BODY]
      """,
    discussion: """
      The options are those of notify-send. The desktop shows the notification, and aloud speaks it once, by the rules of \
      aloud.toml; without a desktop that shows it, it is spoken only.

      The words on, off, pause, resume, again, history, rules and test count only as the first argument: 'aloud notify \
      -- on' shows the word 'on'.
      """,
    subcommands: [
      Show.self, On.self, Off.self, Pause.self, Resume.self, Again.self, Spoken.self, Rules.self, Test.self,
    ], defaultSubcommand: Show.self, helpNames: [.long])
}
