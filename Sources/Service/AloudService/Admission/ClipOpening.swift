import AloudAPI
import DBusKit
import EventLoop
import Reading
import Vocabulary

/// Opens the files of the clips of an utterance.
@Core
enum ClipOpening {
  /// The most clips that are open in the service. Each of them takes a descriptor while it is queued.
  private static let mostOpen = 256

  /// Makes an utterance of the parts of a call; `done` is called once, in a later turn.
  ///
  /// - Parameters:
  ///   - descriptors: those of the clips, by the indices in `parts`.
  ///   - isOpen: the number of clips that the queue has open.
  ///   - isHung: see ``TextOpening``.
  static func open(
    _ parts: [SpeechPart], _ descriptors: [UInt32: ReceivedDescriptor], _ files: any TextOpening, isOpen: Int,
    isHung: @escaping @Core (Bool) -> Void = { _ in },
    done: @escaping @Core (Result<UtteranceParts, ReadingError>) -> Void
  ) {
    let work = Work(parts, done: done)
    for index in Set(work.indices) {
      let request =
        if isOpen + descriptors.count > mostOpen {
          TextRequest.refused(
            ReadingError(.full, "the queue holds \(isOpen) clips, and takes no more (`aloud clear` empties it)"))
        } else if let descriptor = descriptors[index] {
          TextRequest.descriptor(descriptor)
        } else {
          TextRequest.refused(ReadingError(.unreadable, "the message carries no such descriptor"))
        }
      files.open(request, isHung: isHung) { work.take($0, at: index) }
    }
    if work.indices.isEmpty { work.finish() }
  }

  @Core
  private final class Work {
    private let parts: [SpeechPart]
    private let done: @Core (Result<UtteranceParts, ReadingError>) -> Void
    private var clips: [UInt32: Clip] = [:]
    private var isOver = false

    init(_ parts: [SpeechPart], done: @escaping @Core (Result<UtteranceParts, ReadingError>) -> Void) {
      self.parts = parts
      self.done = done
    }

    var indices: [UInt32] {
      parts.compactMap { if case .clip(let index) = $0 { index } else { nil } }
    }

    func take(_ result: Result<TextSource, ReadingError>, at index: UInt32) {
      guard !isOver else { return }
      do throws(ReadingError) {
        let source = try result.get()
        guard !source.isLive else {
          throw ReadingError(.unknownFormat, "a clip is played only from a file, and this is a pipe")
        }
        clips[index] = Clip(source.file)
        if clips.count == Set(indices).count { finish() }
      } catch {
        isOver = true
        done(.failure(error))
      }
    }

    func finish() {
      isOver = true
      var utterance = UtteranceParts()
      for part in parts {
        switch part {
        case .text(let text): utterance.append(text)
        case .clip(let index): if let clip = clips[index] { utterance.append(clip) }
        }
      }
      done(.success(utterance))
    }
  }
}

extension IncomingCall {
  /// Takes the descriptors of clips, by the indices in `parts`. Several parts may be the same clip.
  func takeClips(of parts: [SpeechPart]) -> [UInt32: ReceivedDescriptor] {
    var descriptors: [UInt32: ReceivedDescriptor] = [:]
    for case .clip(let index) in parts where descriptors[index] == nil {
      descriptors[index] = takeDescriptor(index).map { ReceivedDescriptor($0) }
    }
    return descriptors
  }
}
