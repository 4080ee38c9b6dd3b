import AloudAPI
import ArgumentParser
import BusValues
import CommandOutput
import Configuration
import EventLoop
import Glibc
import Speech
import Vocabulary

extension Voices {
  struct Try: Verb {
    static let configuration = CommandConfiguration(
      commandName: "try", abstract: "Hear the voices of a language by single keys, and keep one.",
      discussion: """
        A digit says a sentence with a voice, Enter keeps the voice that was heard last (as 'aloud config set \
        voices.LANGUAGE VOICE' does), q leaves everything as it is.
        """)

    @Argument(help: "The language (BCP 47), such as de or en-GB.")
    var language: String

    @OptionGroup var output: OutputOptions

    func run(_ console: Console) async throws(Failure) {
      let task = "try the voices of '\(language)'"
      guard TerminalMode.hasKeys, !output.json else {
        throw Failure(
          .usage, "cannot \(task): the keys need a terminal",
          cure: "aloud voices \(shellQuoted(language)), then aloud config set voices.\(shellQuoted(language)) VOICE")
      }
      guard let key = ConfigurationKey.named("voices." + language) else {
        throw Failure(.usage, "cannot \(task): it is no language (BCP 47)", cure: "aloud voices try de")
      }
      let trial = VoiceTrial(language, in: try await InstalledVoices.listed(task: task))
      guard !trial.candidates.isEmpty else {
        throw Failure(.noVoice, "cannot \(task): no voice speaks it", cure: "aloud voices")
      }
      try await play(trial, key, task: task, console)
    }

    @Core
    private func play(
      _ trial: VoiceTrial, _ key: ConfigurationKey, task: String, _ console: Console
    ) async throws(Failure) {
      var trial = trial
      for (place, voice) in trial.candidates.enumerated() { console.print(Self.line(place, voice, console.symbols)) }
      console.print(
        "1\(trial.candidates.count > 1 ? "-\(trial.candidates.count)" : ""): hear it, Enter: keep it, q: leave")
      let service = try Service()
      service.listen()
      let mode = TerminalMode(usesScreen: false)
      service.listenToTerminal(mode, console, keys: true)
      mode.enter(console)
      defer { mode.leave(console) }
      var playing: UInt64?
      while true {
        switch await service.next() {
        case .input(let keys):
          for pressed in keys {
            switch trial.take(pressed) {
            case .play(let place):
              if let playing { _ = try? await service.callIfRunning(.cancelAnnouncements(playing), task: task) }
              console.print(console.symbols.playing + " " + trial.candidates[place].id.text)
              playing = try await announce(trial.candidates[place], service, task: task)
            case .keep(let voice):
              try keep(voice, key, task: task)
              console.print("\(key.path) = \(key.toml(typed: voice.id.text) ?? voice.id.text)")
              return await InstalledVoices.tellRemarks(after: key)
            case .leave:
              if let playing { _ = try? await service.callIfRunning(.cancelAnnouncements(playing), task: task) }
              return
            case .nothing: break
            }
          }
        case .signal(let signal) where signal != SIGWINCH: throw .quiet(signal == SIGINT ? .interrupted : .failed)
        case .disconnected: throw Failure.busEnded
        default: break
        }
      }
    }

    private func announce(_ voice: Voice, _ service: Service, task: String) async throws(Failure) -> UInt64? {
      var options = AnnounceOptions()
      options.speech.voice = voice.id.text
      options.urgency = .critical
      let answer = try await service.call(.announce([.text(SampleSentence.of(language))], options), task: task)
      return answer.first?.asUInt64
    }

    private func keep(_ voice: Voice, _ key: ConfigurationKey, task: String) throws(Failure) {
      guard let toml = key.toml(typed: voice.id.text) else {
        throw Failure(.failed, "cannot keep '\(voice.id)': it cannot stand in the file", cure: "aloud config edit")
      }
      try UserConfiguration(task: "keep '\(voice.id)'").change(key) { contents throws(ConfigurationEdit.Obstacle) in
        try ConfigurationEdit.set(key, to: toml, in: contents)
      }
    }

    /// A voice with its digit.
    static func line(_ place: Int, _ voice: Voice, _ symbols: Symbols) -> String {
      let kind =
        voice.isNatural ? ["natural", voice.provenance.quality].filter { !$0.isEmpty }.joined(separator: ", ") : ""
      return "\(place + 1)  \(voice.name) (\(voice.id))" + (kind.isEmpty ? "" : " \(symbols.point) \(kind)")
    }
  }
}
