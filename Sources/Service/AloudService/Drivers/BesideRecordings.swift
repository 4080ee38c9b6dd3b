import Documents
import EventLoop
import Glibc
import Playback
import Reading
import Recordings
import Vocabulary

/// Opens the text files beside recordings, each on a thread that may hang alone.
@Core
final class BesideRecordings: PairedFiles {
  /// The time after which a file system counts as dead.
  private static let patience = Duration.seconds(10)

  private let scheduler: any Scheduler

  init(scheduler: any Scheduler) { self.scheduler = scheduler }

  func open(
    _ text: PairedText, of recording: String, language: String,
    done: @escaping @Core (Result<TextSource?, ReadingError>) -> Void
  ) {
    let work: @Sendable () -> Result<Found?, ReadingError> = {
      Result { () throws(ReadingError) in
        switch text {
        case .none: return nil
        case .file(let path): return Found(path: path, file: try OpenedFile(path: path, followingLinks: true))
        case .beside: return try Self.find(beside: recording, language: language)
        }
      }
    }
    BlockingWork.run(within: Self.patience, for: .clients, scheduler: scheduler, work) { result in
      switch result {
      case .success(let result): done(result.map { $0.map { TextSource($0.file, name: $0.path.fileName) } })
      case .failure:
        done(
          .failure(ReadingError(.notAnswering, "the text beside the recording: its file system does not answer")))
      }
    }
  }

  private struct Found: Sendable {
    let path: String
    let file: OpenedFile
  }

  /// Opens the first text beside a recording that there is. Blocks.
  private nonisolated static func find(beside recording: String, language: String) throws(ReadingError) -> Found? {
    for path in TextBeside.paths(beside: recording, language: language) where access(FileName.cString(path), F_OK) == 0
    {
      return Found(path: path, file: try OpenedFile(path: path, followingLinks: true))
    }
    return nil
  }
}
