public import EventLoop
import Glibc
public import Speech
public import Wire

/// What becomes of a document. The last event is `done` or `failed`; a cancelled request has no further event.
public enum DocumentEvent: Equatable, Sendable {
  /// The next bytes of the document's text, in UTF-8 and without a byte order mark. A chunk may end within a character.
  case text([UInt8])
  /// The next sentences, all of text that came before. The first comes as soon as it is known, later ones in batches.
  case sentences([SentenceRecord])
  case done
  case failed(WorkerError)
}

/// Documents into text and sentences, each in a process of its own.
///
/// Events never come from within the call that asks for them. All calls are allowed within events.
@Core
public final class DocumentReader {
  private let executable: String
  private let scheduler: any Scheduler
  /// Until the first sound of a text has been made.
  private static let leisure = Duration.milliseconds(250)
  /// Files that are read side by side, and pipes, whose writers may take as long as they like.
  private static let mostFiles = 4
  private static let mostPipes = 16

  private var reading: [RequestToken: DocumentJob] = [:]
  /// Files that wait for a process, in the order in which they were asked for.
  private var waiting: [RequestToken] = []
  private var spare: WorkerProcess?
  /// The last process that has read everything: it goes when there is time for it, or when the next one has.
  private var retired: WorkerProcess?
  private var nextToken: UInt64 = 1

  /// - Parameter executable: the path of `aloud-read`, see ``WorkerExecutable``.
  public init(executable: String, scheduler: any Scheduler = Core.loop) {
    self.executable = executable
    self.scheduler = scheduler
  }

  isolated deinit {
    spare?.abandon()
    retired?.abandon()
    for job in reading.values { job.cancel() }
  }

  /// Whether nothing is being read.
  public var isIdle: Bool { reading.isEmpty }

  /// The processes that read now, for diagnosis.
  public var processIDs: [Int32] { reading.values.compactMap(\.processID) }

  /// Starts a process that waits for the next document.
  public func warm() {
    guard spare == nil else { return }
    // Where it cannot be started now, the document will tell.
    spare = try? WorkerProcess(executable: executable) { [weak self] notice in
      if case .ended = notice { self?.spare = nil }
    }
  }

  /// Lets a process go when the first sound of its text has been made.
  private func retire(_ process: WorkerProcess) {
    retired?.abandon()
    retired = process
    scheduler.schedule(after: Self.leisure) { [weak self] in
      guard let self, retired === process else { return }
      process.abandon()
      retired = nil
    }
  }

  /// Ends the process that waits.
  public func release() {
    spare?.abandon()
    spare = nil
  }

  /// Reads the document in `descriptor` from its start (from where it is, when it is a pipe).
  ///
  /// - Parameters:
  ///   - descriptor: stays the caller's, who may close it at once.
  ///   - language: BCP 47; decides which abbreviations end no sentence. Empty: English.
  public func read(
    _ descriptor: CInt, kind: DocumentKind = .plainText, language: String = "",
    events: @escaping @Core (DocumentEvent) -> Void
  ) -> RequestToken {
    let token = RequestToken(number: nextToken)
    nextToken += 1
    let job = DocumentJob(
      executable: executable, scheduler: scheduler, order: DocumentOrder(kind: kind, language: language),
      // No duplicate, and all the following fails with `unreadable`.
      descriptor: fcntl(descriptor, F_DUPFD_CLOEXEC, 4),
      retire: { [weak self] in self?.retire($0) }
    ) { [weak self] event in
      switch event {
      case .done, .failed: self?.remove(token)
      case .text, .sentences: break
      }
      events(event)
    }
    reading[token] = job
    if job.isRegular {
      waiting.append(token)
      startNext()
    } else if reading.values.count(where: { !$0.isRegular }) <= Self.mostPipes {
      start(job)
    } else {
      job.refuse(WorkerError(.unreadable, "too many pipes are being read"))
    }
    return token
  }

  private func startNext() {
    while let token = waiting.first, startedFiles < Self.mostFiles {
      waiting.removeFirst()
      if let job = reading[token] { start(job) }
    }
  }

  private var startedFiles: Int { reading.count { $0.value.isRegular && !waiting.contains($0.key) } }

  private func start(_ job: DocumentJob) {
    let ready = spare
    spare = nil
    job.start(with: ready)
    // The next document finds a process ready; but to start one holds the loop up, and this document is in a hurry.
    scheduler.schedule(after: .milliseconds(250)) { [weak self] in self?.warm() }
  }

  @discardableResult
  private func remove(_ token: RequestToken) -> DocumentJob? {
    waiting.removeAll { $0 == token }
    let job = reading.removeValue(forKey: token)
    startNext()
    return job
  }

  /// Ends a request; no event of it comes afterwards. One that has ended is ignored.
  public func cancel(_ token: RequestToken) { remove(token)?.cancel() }

  /// Holds a document: its process stops as soon as its socket is full. Events on the way may still come.
  public func pause(_ token: RequestToken) { reading[token]?.setReading(false) }

  /// Goes on after ``pause(_:)``.
  public func resume(_ token: RequestToken) { reading[token]?.setReading(true) }
}
