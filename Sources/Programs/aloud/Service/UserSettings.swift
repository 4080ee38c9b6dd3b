import CommandOutput
import Configuration
import ConfigurationStorage
import EventLoop
import Vocabulary
import Workers

/// The configuration for the command line. The service's worker reads the files, so that a file that attacks the parser
/// can do no harm.
@Core
enum UserSettings {
  /// The files that exist or cannot be checked.
  static var files: [String] { ConfigurationFiles.paths().filter(ConfigurationFiles.isPresent) }

  /// Reads files.
  ///
  /// - Parameters:
  ///   - files: the files to read; `nil`: those that the service reads.
  ///   - task: completes "cannot …".
  /// - Throws: ``Failure`` if the worker is missing or fails.
  static func read(_ files: [String]? = nil, task: String) async throws(Failure) -> SettingsReport {
    let files = files ?? Self.files
    let answer: Result<SettingsReport, Trouble> = await withCheckedContinuation { continuation in
      do throws(Trouble) {
        try SettingsInquiry.start(files, namesAll: true) { continuation.resume(returning: $0) }
      } catch {
        continuation.resume(returning: .failure(error))
      }
    }
    do throws(Trouble) { return try answer.get() } catch {
      throw Failure(
        .failed, "cannot \(task): \(WorkerExecutable.settings.rawValue), which reads the configuration: \(error)",
        cure: "reinstall aloud; aloud doctor")
    }
  }
}
