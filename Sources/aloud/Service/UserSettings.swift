import Configuration
import ConfigurationStorage
import EventLoop
import Workers

/// The configuration as the command sees it. The worker of the service reads the files, since a file that harms its
/// parser must harm nothing else.
@Core
enum UserSettings {
  /// The files that exist, or cannot be looked at.
  static var files: [String] { ConfigurationFiles.paths().filter(ConfigurationFiles.isPresent) }

  /// Reads files.
  ///
  /// - Parameters:
  ///   - files: `nil`: those that the service reads.
  ///   - task: completes "cannot …".
  /// - Throws: where the worker is missing or fails.
  static func read(_ files: [String]? = nil, task: String) async throws(Failure) -> SettingsReport {
    let files = files ?? Self.files
    let answer: Result<SettingsReport, WorkerError> = await withCheckedContinuation { continuation in
      do throws(WorkerError) {
        try SettingsInquiry.start(files, namesAll: true) { continuation.resume(returning: $0) }
      } catch {
        continuation.resume(returning: .failure(error))
      }
    }
    do throws(WorkerError) { return try answer.get() } catch {
      throw Failure(
        .failed, "cannot \(task): \(WorkerExecutable.settings.rawValue), which reads the configuration: \(error)",
        cure: "install aloud anew; aloud doctor")
    }
  }
}
