import Documents
import EventLoop
import Reading
import Vocabulary
import Workers

// The implementation of the reading's recordings with the decoding workers.
extension SoundDecoder: RecordingDecoder, PeakDecoder {}

/// Starts a decoder for each recording that is opened, and for each picture that is made.
@Core
final class SoundDecoders: RecordingOpener, PeakOpener {
  private let scheduler: any Scheduler
  private let indices: ContentCache?

  /// - Parameter indices: keeps the indices of files; `nil`: they are made each time.
  init(indices: ContentCache?, scheduler: any Scheduler) { (self.indices, self.scheduler) = (indices, scheduler) }

  func open(_ file: any TextFile, events: @escaping @Core (RecordingEvent) -> Void) -> any RecordingDecoder {
    let (id, indices) = (file.contentID, indices)
    let decoder = start(file) { event in
      if case .index(let index) = event, let id { indices?.keep(index, of: id) }
      events(event)
    }
    if let id {
      indices?.load(id) { [weak decoder] index in
        if let index { (decoder as? SoundDecoder)?.give(index: index) }
      }
    }
    return decoder
  }

  func openPeaks(_ file: any TextFile, events: @escaping @Core (RecordingEvent) -> Void) -> any PeakDecoder {
    start(file, isIdle: true, events: events)
  }

  private func start(
    _ file: any TextFile, isIdle: Bool = false, events: @escaping @Core (RecordingEvent) -> Void
  ) -> any RecordingDecoder & PeakDecoder {
    do throws(Trouble) {
      guard let copy = Descriptor(copying: file.descriptor, least: 4) else {
        throw Trouble(.unreadable, "no descriptor is left for it")
      }
      // A service whose decoder is missing reads texts all the same.
      let program = try WorkerExecutable.decode.program()
      return try SoundDecoder(
        program, file: copy, isIdle: isIdle, scheduler: scheduler, events: events)
    } catch {
      // Events never come from within a call.
      let failed = NoDecoder()
      scheduler.schedule(after: .zero) { if !failed.isAbandoned { events(.failed(error)) } }
      return failed
    }
  }
}

/// A decoder that could not be started.
@Core
private final class NoDecoder: RecordingDecoder, PeakDecoder {
  private(set) var isAbandoned = false

  func want(frames: Int) {}
  func wantPeaks(frames: Int, each: Int) {}
  func wantLevels(count: Int) {}
  func seek(to frame: Int64) {}
  func abandon() { isAbandoned = true }
}
