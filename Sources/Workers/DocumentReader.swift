public import Documents
public import EventLoop
import Glibc
public import Wire

/// What becomes of a document. The last event is `done` or `failed`; a cancelled request has no further event.
public enum DocumentEvent: Equatable, Sendable {
  /// What the document says about itself: the first event, where there is any before the end.
  case description(DocumentDescription)
  /// Its cover, once, where the description names one (the promise may be broken: then it never comes). Checked to be
  /// PNG or JPEG by its first bytes, and no larger than ``CoverImage/maximumSize``.
  case cover(CoverImage)
  /// A chapter begins. The first one comes before all text; together they are the whole text. A chapter ends where the
  /// next one begins, and the last one at the document's end.
  case chapter(Chapter)
  /// The chapter that began last cannot be read any further; chapters behind it may follow all the same.
  case chapterFailed(index: Int, WorkerError)
  /// A page of the printed edition begins.
  case page(PageMark)
  /// The next bytes of the document's text, in UTF-8 and without a byte order mark. A chunk may end within a character.
  case text([UInt8])
  /// The next sentences, all of text and of chapters that came before, in one language (BCP 47; empty where it is the
  /// description's, or unknown). The first comes as soon as it is known, later ones in batches.
  case sentences([SentenceRecord], language: String)
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
  ///   - kind: what it holds; `detect` where nobody knows.
  ///   - language: BCP 47, where the document does not say; decides which abbreviations end no sentence. Empty: English.
  ///   - name: the file's name, whose ending helps to find out what it is. Empty where there is none.
  public func read(
    _ descriptor: CInt, kind: DocumentKind = .plainText, language: String = "", name: String = "",
    events: @escaping @Core (DocumentEvent) -> Void
  ) -> RequestToken {
    let token = RequestToken(number: nextToken)
    nextToken += 1
    let job = DocumentJob(
      firstReader: executable, scheduler: scheduler, order: DocumentOrder(kind: kind, language: language, name: name),
      // No duplicate, and all the following fails with `unreadable`.
      descriptor: fcntl(descriptor, F_DUPFD_CLOEXEC, 4),
      retire: { [weak self] in self?.retire($0) }
    ) { [weak self] event in
      switch event {
      case .done, .failed: self?.remove(token)
      default: break
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
    guard job.isFirstReader else { return job.start(with: nil) }
    let ready = spare
    spare = nil
    job.start(with: ready)
    // The next document finds a process ready; but to start one holds the loop up, and this document is in a hurry.
    scheduler.schedule(after: Self.leisure) { [weak self] in self?.warm() }
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
