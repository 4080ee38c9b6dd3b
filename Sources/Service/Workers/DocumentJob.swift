import DocumentWire
import Documents
import EventLoop
import Glibc
import Vocabulary
import Wire

/// One document or cover, through all its attempts.
@Core
final class DocumentJob {
  /// The work on the file.
  enum Task {
    case read(DocumentOrder)
    /// Make a square copy of a picture.
    case squareCover
    /// Tell the files of a playlist of this name.
    case list(name: String)

    /// True if the document may be plain text. The program that waits for documents reads it or detects its format.
    var isForFirstReader: Bool {
      guard case .read(let order) = self else { return false }
      return WorkerExecutable.reading(order.format) == .read
    }

    fileprivate var executable: WorkerExecutable {
      switch self {
      case .read(let order): .reading(order.format)
      case .squareCover, .list: .readBook
      }
    }

    fileprivate var request: DocumentRequest {
      switch self {
      case .read(let order): .open(order)
      case .squareCover: .squareCover
      case .list(let name): .list(name: name)
      }
    }
  }

  /// The longest silence of the process. A pipe may be silent without limit.
  private static let patience = Duration.seconds(10)

  /// The program that detects the kind of a document.
  private let firstReader: HeldProgram
  private let scheduler: any Scheduler
  private var task: Task
  private let deliver: @Core (DocumentEvent) -> Void
  /// Receives the next files of a playlist.
  private let entries: @Core ([PlaylistEntry]) -> Void
  /// Receives a process that has read everything.
  private let retire: @Core (WorkerProcess<DocumentAnswer>) -> Void
  private var descriptor: CInt
  /// True for a file or a bad descriptor, false for a pipe.
  private(set) var isRegular = true
  private var process: WorkerProcess<DocumentAnswer>?
  private var attempts = 0
  /// The part that the client has received; a second attempt repeats nothing of it.
  private var progress: DocumentProgress
  private var isReading = true
  private var hasEnded = false
  private var lastSign = Instant(nanoseconds: 0)
  private var timer: TimerToken?

  /// - Parameter descriptor: owned by this object from now on; -1 for none.
  init(
    firstReader: HeldProgram, scheduler: any Scheduler, task: Task, descriptor: CInt,
    retire: @escaping @Core (WorkerProcess<DocumentAnswer>) -> Void, entries: @escaping @Core ([PlaylistEntry]) -> Void,
    deliver: @escaping @Core (DocumentEvent) -> Void
  ) {
    self.firstReader = firstReader
    self.scheduler = scheduler
    self.task = task
    progress = Self.fresh(for: task)
    self.descriptor = descriptor
    self.retire = retire
    self.deliver = deliver
    self.entries = entries
    isRegular = descriptor < 0 || !BlockingWork.isStream(descriptor)
  }

  private static func fresh(for task: Task) -> DocumentProgress {
    switch task {
    case .list: return DocumentProgress(ofList: true)
    case .read(let order):
      var progress = DocumentProgress()
      progress.isTimed = order.isTimed
      return progress
    default: return DocumentProgress()
    }
  }

  var processID: Int32? { process?.pid }

  /// True if the program that waits for documents takes the job.
  var isFirstReader: Bool { task.isForFirstReader }

  /// - Parameter spare: a waiting process of the first reader.
  func start(with spare: WorkerProcess<DocumentAnswer>?) {
    guard descriptor >= 0 else { return refuse(Trouble(.unreadable, "no such descriptor")) }
    if case .read(let order) = task, order.format == .recording { return finishLater(asRecording) }
    attempts += 1
    do throws(Trouble) {
      guard let copy = Descriptor(copying: descriptor, least: 4) else {
        spare?.abandon()
        throw Trouble(.spawnFailed, String(cString: strerror(errno)))
      }
      let process: WorkerProcess<DocumentAnswer>
      if let spare {
        process = spare
      } else if isFirstReader {
        process = try WorkerProcess<DocumentAnswer>(firstReader)
      } else {
        process = try WorkerProcess<DocumentAnswer>(task.executable.program())
      }
      progress.beginAttempt()
      process.notify = { [weak self] notice in self?.take(notice) }
      process.send(task.request.encoded(request: 1), descriptor: copy)
      process.setReading(isReading)
      self.process = process
      lastSign = scheduler.now
      watchOver()
    } catch {
      refuse(error)
    }
  }

  func cancel() { close() }

  /// Ends the job with an error, in a later turn.
  func refuse(_ error: Trouble) { finishLater(.failed(error)) }

  func setReading(_ reading: Bool) {
    isReading = reading
    lastSign = scheduler.now
    process?.setReading(reading)
    watchOver()
  }

  // MARK: Answers of the process

  private func take(_ notice: WorkerProcess<DocumentAnswer>.Notice) {
    lastSign = scheduler.now
    switch notice {
    case .answer(_, .hello): break
    case .answer(1, let answer): take(answer)
    case .answer(_, let answer):
      process?.kill(for: Trouble(.spokeOutOfTurn, "\(answer.kind) for no request"))
    case .ended(let error):
      process = nil
      // The bytes of a pipe cannot be read twice.
      if isRegular && attempts < 2 { start(with: nil) } else { finish(.failed(error)) }
    }
  }

  private func take(_ answer: DocumentAnswer) {
    switch answer {
    case .done:
      if let process {
        self.process = nil
        process.notify = nil
        retire(process)
      }
      finish(.done)
    case .failed(let failure): finish(.failed(failure))
    case .pass(let format, let taken): pass(to: format, taken)
    default:
      do throws(Trouble) {
        switch try progress.take(answer) {
        case .event(let event): deliver(event)
        case .entries(let more): entries(more)
        case nil: break
        }
      } catch {
        process?.kill(for: error)
      }
    }
  }

  /// Starts again with the program for this format. Only the first reader may ask for that, once, before any other
  /// answer.
  private func pass(to format: DocumentFormat, _ taken: [UInt8]) {
    guard case .read(var order) = task, isFirstReader, WorkerExecutable.reading(format) != .read,
      progress == Self.fresh(for: task)
    else {
      process?.kill(for: Trouble(.spokeOutOfTurn, "passed on a document"))
      return
    }
    if format == .recording { return finish(asRecording) }
    process?.abandon()
    process = nil
    order.format = format
    order.taken = taken
    task = .read(order)
    attempts = 0
    start(with: nil)
  }

  // MARK: The end

  private func finish(_ event: DocumentEvent) {
    guard !hasEnded else { return }
    close()
    deliver(event)
  }

  private func finishLater(_ event: DocumentEvent) {
    Core.loop.schedule(after: .zero) { [weak self] in self?.finish(event) }
  }

  /// Any part of a recording is read when it is heard, which a pipe does not permit.
  private var asRecording: DocumentEvent {
    isRegular ? .recording : .failed(Trouble(.unreadable, "a recording comes from a file, not from a pipe"))
  }

  private func close() {
    guard !hasEnded else { return }
    hasEnded = true
    stopTimer()
    process?.abandon()
    process = nil
    if descriptor >= 0 { BlockingWork.closeDescriptor(descriptor) }
    descriptor = -1
  }

  // MARK: The deadline

  private func watchOver() {
    guard timer == nil, isRegular, isReading, !hasEnded else { return }
    timer = scheduler.schedule(at: lastSign.advanced(by: Self.patience)) { [weak self] in self?.checkDeadline() }
  }

  private func stopTimer() {
    scheduler.cancel(&timer)
  }

  private func checkDeadline() {
    timer = nil
    guard isReading, let process else { return }
    if lastSign.advanced(by: Self.patience) <= scheduler.now && !process.drain() {
      lastSign = scheduler.now
      process.kill(for: Trouble(.stalled, "no sign of life for \(Self.patience)"))
    }
    watchOver()
  }
}
