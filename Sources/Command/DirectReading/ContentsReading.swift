import Documents
package import EventLoop
import Recordings
package import Vocabulary
import Workers

/// Reads the titles of a document's chapters, by the same workers as the service and without it.
@Core
package final class ContentsReading {
  private let reader: DocumentReader
  private let descriptor: CInt
  private var decoder: SoundDecoder?
  private var titles: [String] = []
  /// True if the newest chapter has a sentence. A chapter without one is no track.
  private var hasText = false
  private var failure: Trouble?
  private var continuation: CheckedContinuation<Void, Never>?

  /// - Parameter descriptor: a regular file; stays the caller's, who keeps it open while its chapters are read.
  package init(_ descriptor: CInt) throws(Trouble) {
    self.descriptor = descriptor
    reader = DocumentReader(try WorkerExecutable.read.program())
  }

  /// Returns the title of each chapter that has something to be heard, in reading order: the service counts the same
  /// chapters. A title may be empty. Called once.
  ///
  /// - Parameter name: the file's name; its ending helps to recognise the format.
  package func chapters(format: DocumentFormat = .auto, name: String) async throws(Trouble) -> [String] {
    await withCheckedContinuation { continuation in
      self.continuation = continuation
      _ = reader.read(descriptor, format: format, name: name) { [weak self] in self?.take($0) }
    }
    reader.release()
    decoder?.abandon()
    // The chapters before a damaged place can be found all the same.
    if let failure, titles.isEmpty { throw failure }
    return titles
  }

  private func take(_ event: DocumentEvent) {
    switch event {
    case .chapter(let chapter):
      if !hasText, !titles.isEmpty { titles.removeLast() }
      titles.append(chapter.title)
      hasText = false
    case .sentences(let batch, _): hasText = hasText || !batch.isEmpty
    case .recording: readRecording()
    case .done: end(nil)
    case .failed(let error): end(error)
    default: break
    }
  }

  private func readRecording() {
    do throws(Trouble) {
      guard let file = Descriptor(copying: descriptor, least: 4) else { throw Trouble(.unreadable) }
      decoder = try SoundDecoder(try WorkerExecutable.decode.program(), file: file) { [weak self] event in
        switch event {
        case .described(let description):
          self?.titles = description.parts.map(\.title)
          self?.hasText = true
          self?.end(nil)
        case .failed(let error): self?.end(error)
        default: break
        }
      }
    } catch {
      end(error)
    }
  }

  private func end(_ error: Trouble?) {
    guard let continuation else { return }
    self.continuation = nil
    if !hasText, !titles.isEmpty { titles.removeLast() }
    failure = error
    continuation.resume()
  }
}
