import AloudAPI
import AloudClient
import BusValues
import CommandOutput
import EventLoop
import Speech

/// Tells the listener of a pitch that a text asks for and that its voice does not have: once a command.
@Core
enum PitchRemark {
  private static var isTold = false

  /// Tells it of a text in the queue.
  static func tell(of track: ObjectPath, _ options: SpeakOptions, _ service: Service) async {
    guard !isTold, options.hasOtherPitch,
      let sentences = try? await service.call(
        .listSentences(track, first: 0, count: 1, fromCurrent: false), task: "ask for the voice"),
      let voice = SentenceList(arguments: sentences)?.voice,
      let rows = try? await service.call(.listVoices(language: ""), task: "list the voices").first?.asVardicts,
      let entry = rows.lazy.compactMap({ VoiceEntry($0) }).first(where: { $0.identifier == voice })
    else { return }
    tell(of: entry)
  }

  /// Tells it of an announcement, whose voice is the service's choice: it is no track.
  static func tell(ofAnnouncement options: SpeakOptions, _ service: Service) async {
    guard !isTold, options.hasOtherPitch,
      let answer = try? await service.call(.getVoice(options, isAnnounced: true), task: "ask for the voice"),
      let entry = answer.first?.asVardict.flatMap({ VoiceEntry($0) })
    else { return }
    tell(of: entry)
  }

  private static func tell(of voice: VoiceEntry) {
    guard voice.hasOnePitch else { return }
    isTold = true
    Console.complain(OnePitch.sentence(about: voice.identifier), cure: "aloud voices, then -v with another one")
  }
}

extension SpeakOptions {
  /// True if the text asks for another pitch, or for another variation of it, than the voice's own.
  fileprivate var hasOtherPitch: Bool { (pitch ?? 1) != 1 || (range ?? 1) != 1 }
}
