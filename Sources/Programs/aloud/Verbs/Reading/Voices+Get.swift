import ArgumentParser
import CommandOutput
import Configuration
import ConfigurationStorage
import EventLoop

extension Voices {
  struct Get: Verb {
    static let configuration = CommandConfiguration(
      commandName: "get", abstract: "Print what to download for a natural voice, and where to put it.",
      discussion: """
        It takes the names of Piper's voices: \(PiperVoiceName.form). Nothing is downloaded. A pipe gets the addresses \
        alone, as in 'aloud voices get NAME | wget -i -'.
        """)

    @Argument(help: "The name of the voice.")
    var name: String

    @OptionGroup var output: OutputOptions

    func run(_ console: Console) async throws(Failure) {
      let task = "tell where '\(name)' is"
      guard let voice = PiperVoiceName(name) else {
        throw Failure(
          .usage, "cannot \(task): a voice of Piper is named \(PiperVoiceName.form)",
          cure: "choose one of https://rhasspy.github.io/piper-samples")
      }
      let folder = try VoiceFolder.own(task: task).folder(of: voice.text)
      if output.json {
        return console.print(
          JSON.answer([
            ("name", .string(voice.text)), ("addresses", .array(voice.addresses.map { .string($0) })),
            ("folder", .string(folder)),
          ]).text)
      }
      guard console.isTerminal else {
        for address in voice.addresses { console.print(address) }
        return
      }
      for line in Self.lines(voice, folder: folder) { console.print(line) }
    }

    /// What people read.
    static func lines(_ voice: PiperVoiceName, folder: String) -> [String] {
      ["Download these files into one folder; the last one tells the licence:"]
        + voice.addresses.map { "  " + $0 }
        + [
          "Then type in that folder:", "  aloud voices add \(voice.text).onnx",
          "That checks them, and copies them into \(folder).",
        ]
    }
  }
}

extension VoiceFolder {
  /// The folder of this user.
  ///
  /// - Parameter task: completes "cannot …".
  static func own(task: String) throws(Failure) -> VoiceFolder {
    guard let folder = VoiceFolder(environment: ConfigurationFiles.value) else {
      throw Failure(.failed, "cannot \(task): neither XDG_DATA_HOME nor HOME says where", cure: "export HOME=…")
    }
    return folder
  }
}
