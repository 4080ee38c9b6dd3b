import AloudAPI
import BusValues
import CommandOutput
import EventLoop

/// The circumstances in which the listener wants silence, and that the service cannot see on this desktop.
enum NotSeen {
  /// Asks the service for its remarks about the locked screen and about do-not-disturb. Without an answer there are
  /// none: what was asked for is done all the same.
  @Core
  static func ask(_ service: Service) async -> [DiagnosisStep] {
    let answer: [BusValue]
    do throws(Failure) {
      answer = try await service.call(.diagnose, task: "ask what cannot be seen")
    } catch {
      return []
    }
    return (answer.first?.asArray ?? []).compactMap { DiagnosisStep($0) }.filter { row in
      guard !row.cure.isEmpty else { return false }
      return row.part == .lock || (row.part == .notifications && row.detail.contains("is not seen"))
    }
  }
}
