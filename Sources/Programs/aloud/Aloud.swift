import AloudAPI
import ArgumentParser

/// The command itself; its verbs do the work.
struct Aloud: ParsableCommand {
  static let version = ServiceVersion.text

  static let configuration = CommandConfiguration(
    commandName: "aloud",
    abstract: "Reads texts aloud, and controls the reading.",
    usage: """
      aloud                      the text that is being read, or the library
      aloud say TEXT             (or aloud say -f FILE, or a pipe)
      aloud FILE…                (or aloud read FILE…)
      aloud VERB …
      """,
    discussion: """
      A verb may be shortened as long as it stays unique (aloud sta, aloud vol), and the words of playerctl and mpc \
      are understood too. Every player control works as well: playerctl -p aloud pause.
      """,
    version: version,
    groupedSubcommands: [
      CommandGroup(
        name: "Reading",
        subcommands: [
          Say.self, Announce.self, Notify.self, Read.self, ReadClipboard.self, ReadSelection.self, LibraryVerb.self,
          Chapters.self, GoTo.self, Mark.self, Marks.self, History.self, Learn.self, Explain.self, Export.self,
          Queue.self,
          Voices.self,
        ]),
      CommandGroup(
        name: "Player",
        subcommands: [
          Play.self, Pause.self, Toggle.self, Stop.self, Hush.self, Clear.self, Next.self, Previous.self, Again.self,
          Seek.self, Position.self, Repeat.self, Sleep.self, Rate.self, Volume.self, Loop.self, Shuffle.self,
        ]),
      CommandGroup(
        name: "Showing",
        subcommands: [Follow.self, StatusVerb.self, Metadata.self, Events.self, Config.self, Doctor.self]),
    ])
}
