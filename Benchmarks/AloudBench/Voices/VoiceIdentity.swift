import EventLoop
import Glibc
import Workers

/// The same text has the same sound: in another order, in another process, and after a process was killed in its
/// middle.
@Core
enum VoiceIdentity {
  /// The sentences of a voice; Piper takes ten times as long for one.
  private static let counts = [(MeasuredVoice.heart, 1000), (.joe, 100), (.espeak, 1000)]
  /// Processes are begun anew so often in the first pass.
  private static let restarts = 3
  /// Every so many sentences of the second pass, the processes are killed while they work.
  private static let killing = 20

  static func measure(_ rig: Rig, _ report: inout Report) async throws {
    try await FetchedVoices.with(rig, &report) { _, report in
      for (voice, count) in counts {
        try await compare(voice, max(rig.rounds(orElse: count), restarts + 1), rig, &report)
      }
    }
  }

  private static func compare(
    _ voice: MeasuredVoice, _ count: Int, _ rig: Rig, _ report: inout Report
  ) async throws {
    let sentences = Array(Texts.sentences(words: count * 22).prefix(count))
    let engine = try voice.engine()
    defer { engine.release() }
    var digests: [Int] = []
    for (index, sentence) in sentences.enumerated() {
      // An idle process ends at once.
      if index % (count / (restarts + 1)) == 0 { engine.release() }
      digests.append(try await digest(of: sentence, voice, engine))
    }
    var (others, kills) = (0, 0)
    for (index, sentence) in sentences.enumerated().reversed() {
      let isKilled = index % killing == killing / 2
      let digest = try await digest(of: sentence, voice, engine, isKilled ? Int(rig.number(in: 0..<3)) : nil)
      if isKilled { kills += 1 }
      if digest != digests[index] {
        others += 1
        progress("  another sound\(isKilled ? ", killed" : ""): \(sentence)")
      }
    }
    report.add(
      "Sentences of \(count) with another sound", "aloud, \(voice.name)", "", Double(others), goal: .neverAbove(0))
    report.notes.append(
      "\(voice.name): \(count) sentences, in both directions; processes begun anew \(restarts) times and killed \(kills) "
        + "times while they spoke.")
  }

  /// - Parameter kill: `nil` for an undisturbed sentence; 0: all processes are killed with its first samples; others:
  ///   after so many tens of milliseconds.
  private static func digest(
    of sentence: String, _ voice: MeasuredVoice, _ engine: SpeechEngine, _ moment: Int? = nil
  ) async throws -> Int {
    func killAll() {
      for pid in engine.processIDs { for member in Processes.family(of: pid) { kill(member, SIGKILL) } }
    }
    var timer: TimerToken?
    if let moment, moment > 0 { timer = Core.loop.schedule(after: .milliseconds(moment * 10)) { killAll() } }
    let sound = await VoiceSound.made(of: sentence, voice, engine) { if moment == 0 { killAll() } }
    Core.loop.cancel(&timer)
    if let failure = sound.failure { throw BenchError("\(voice.id): \(failure): \(sentence)") }
    // Of this process alone, which compares it.
    return sound.hashValue
  }
}
