import Documents
import EventLoop
import Glibc
import Playback
import Reading

/// Opens the text files beside recordings, each on a thread that may hang alone.
@Core
final class BesideRecordings: PairedFiles {
  /// The endings of texts, in the order in which they are looked for.
  private nonisolated static let endings = ["srt", "vtt", "lrc", "txt"]
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
    BlockingWork.run(within: Self.patience, scheduler: scheduler, work) { result in
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
    for path in candidates(beside: recording, language: language) where access(FileName.cString(path), F_OK) == 0 {
      return Found(path: path, file: try OpenedFile(path: path, followingLinks: true))
    }
    return nil
  }

  /// The names of texts beside `talk.mp3`, in order: `talk.srt`, `talk.mp3.srt`, `talk.en.srt`.
  nonisolated static func candidates(beside recording: String, language: String) -> [String] {
    guard let slash = recording.lastIndex(of: "/") else { return [] }
    let name = recording[recording.index(after: slash)...]
    let dot = name.lastIndex(of: ".").flatMap { $0 == name.startIndex ? nil : $0 }
    let stem = recording[..<(dot ?? recording.endIndex)]
    var stems = [String(stem)]
    if dot != nil { stems.append(recording) }
    let tag = language.lowercased()
    let primary = String(tag.prefix { $0 != "-" })
    for tag in [tag, primary] where !tag.isEmpty && tag.allSatisfy({ $0.isASCII && ($0.isLetter || $0 == "-") }) {
      stems.append("\(stem).\(tag)")
    }
    var known: Set<String> = [recording]
    return endings.flatMap { ending in stems.map { "\($0).\(ending)" } }.filter { known.insert($0).inserted }
  }
}
