import EventLoop

/// Natural voices beside espeak-ng: first sounds and costs.
@Core
enum Voices {
  static func measure(_ rig: Rig, _ report: inout Report) async throws {
    try await VoiceFirstSound.measure(rig, &report)
    try await VoiceCosts.measure(rig, &report)
  }
}
