import DocumentWire
public import Documents
public import EventLoop
import Glibc
public import Vocabulary

/// Converts documents to text and sentences, each in a process of its own.
///
/// Events never come from within the call that asks for them. All calls are allowed within events.
@Core
public final class DocumentReader {
  private let program: HeldProgram
  private let scheduler: any Scheduler
  /// The delay before a spare process is started; the first sound of the text is made by then.
  private static let leisure = Duration.milliseconds(250)
  /// The time for which a spare process waits for a document while another one is heard.
  private static let patience = Duration.seconds(10)
  /// The limits for concurrent files and for pipes. The writers of pipes may take any time.
  private static let mostFiles = 4
  private static let mostPipes = 16

  private var reading: [RequestToken: DocumentJob] = [:]
  /// Files that wait for a process, in the order of their requests.
  private var waiting: [RequestToken] = []
  private var spare: WorkerProcess<DocumentAnswer>?
  /// Ends the spare process.
  private var spareLimit: TimerToken?
  private var standsBy = true
  /// The last process that has read everything. It exits when there is time for it, or when the next one is done.
  private var retired: WorkerProcess<DocumentAnswer>?
  private var nextToken: UInt64 = 1

  /// - Parameter program: `aloud-read`, see ``WorkerExecutable``.
  public init(_ program: HeldProgram, scheduler: any Scheduler = Core.loop) {
    self.program = program
    self.scheduler = scheduler
  }

  isolated deinit {
    release()
    retired?.abandon()
    for job in reading.values { job.cancel() }
  }

  /// True if nothing is being read.
  public var isIdle: Bool { reading.isEmpty }

  /// The process ids of the active readers, for diagnosis.
  public var processIDs: [Int32] { reading.values.compactMap(\.processID) }

  /// True if a process waits for the next document.
  public var isWarm: Bool { spare != nil }

  /// Keeps a process ready for the next document, or only for the next ten seconds. True at first.
  ///
  /// The process saves the first sound of a document five milliseconds of ten, and takes about 1.5 MB of memory that
  /// nothing else uses. While another text is heard, the next document can nearly always wait.
  public func setStandby(_ isOn: Bool) {
    guard isOn != standsBy else { return }
    standsBy = isOn
    scheduler.cancel(&spareLimit)
    if isOn {
      scheduler.schedule(after: Self.leisure) { [weak self] in self?.warm() }
    } else {
      limitSpare()
    }
  }

  private func limitSpare() {
    scheduler.cancel(&spareLimit)
    spareLimit = scheduler.schedule(after: Self.patience) { [weak self] in self?.release() }
  }

  /// Starts a process that waits for the next document.
  public func warm() {
    if !standsBy { limitSpare() }
    guard spare == nil else { return }
    // A failure to start is reported when a document is read.
    spare = try? WorkerProcess<DocumentAnswer>(program) { [weak self] notice in
      if case .ended = notice { self?.spare = nil }
    }
  }

  /// Lets a process exit when the first sound of its text has been made.
  private func retire(_ process: WorkerProcess<DocumentAnswer>) {
    retired?.abandon()
    retired = process
    scheduler.schedule(after: Self.leisure) { [weak self] in
      guard let self, retired === process else { return }
      process.abandon()
      retired = nil
    }
  }

  /// Ends the waiting process.
  public func release() {
    scheduler.cancel(&spareLimit)
    spare?.abandon()
    spare = nil
  }

  /// Reads the document in `descriptor`: a file from its start, a pipe from its current place.
  ///
  /// - Parameters:
  ///   - descriptor: stays the caller's, who may close it at once.
  ///   - format: the format of the document; `auto` if it is unknown.
  ///   - language: BCP 47, the default for documents that declare none. It decides which abbreviations end no sentence.
  ///     Empty: English.
  ///   - languages: the languages that choose the voices of the text.
  ///   - name: the file's name. Its extension helps to detect the format. Empty if there is none.
  ///   - isTimed: true if the times of subtitles are wanted.
  public func read(
    _ descriptor: CInt, format: DocumentFormat = .text, language: String = "", languages: LanguageMode = .declared,
    name: String = "", isTimed: Bool = false, events: @escaping @Core (DocumentEvent) -> Void
  ) -> RequestToken {
    run(
      .read(DocumentOrder(format: format, language: language, languages: languages, name: name, isTimed: isTimed)),
      on: descriptor, events: events)
  }

  /// Makes a copy of a picture, PNG or JPEG, that fits in a square. It comes as the cover of a document without text;
  /// no cover comes if the picture is square already.
  ///
  /// - Parameter descriptor: a file; stays the caller's, who may close it at once.
  public func squareCover(
    _ descriptor: CInt, events: @escaping @Core (DocumentEvent) -> Void
  ) -> RequestToken {
    run(.squareCover, on: descriptor, events: events)
  }

  /// Tells the files that a playlist names, at most ``PlaylistEntry/maximumCount``, and opens none of them.
  ///
  /// - Parameters:
  ///   - descriptor: a file; stays the caller's, who may close it at once.
  ///   - name: the list's name, whose ending helps to recognise its syntax.
  public func entries(
    of descriptor: CInt, name: String, done: @escaping @Core (Result<[PlaylistEntry], Trouble>) -> Void
  ) -> RequestToken {
    var list: [PlaylistEntry] = []
    return run(.list(name: name), on: descriptor, entries: { list += $0 }) { event in
      switch event {
      case .done: done(.success(list))
      case .failed(let error): done(.failure(error))
      default: break
      }
    }
  }

  private func run(
    _ task: DocumentJob.Task, on descriptor: CInt, entries: @escaping @Core ([PlaylistEntry]) -> Void = { _ in },
    events: @escaping @Core (DocumentEvent) -> Void
  ) -> RequestToken {
    let token = RequestToken(number: nextToken)
    nextToken += 1
    let job = DocumentJob(
      firstReader: program, scheduler: scheduler, task: task,
      // If duplication fails, the following steps report `unreadable`.
      descriptor: fcntl(descriptor, F_DUPFD_CLOEXEC, 4),
      retire: { [weak self] in self?.retire($0) }, entries: entries
    ) { [weak self] event in
      switch event {
      case .done, .recording, .failed: self?.remove(token)
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
      job.refuse(Trouble(.unreadable, "too many pipes are being read"))
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
    // A spare process saves the next document the start. Starting it now would block the loop while this document is
    // urgent.
    scheduler.schedule(after: Self.leisure) { [weak self] in self?.warm() }
  }

  @discardableResult
  private func remove(_ token: RequestToken) -> DocumentJob? {
    waiting.removeAll { $0 == token }
    let job = reading.removeValue(forKey: token)
    startNext()
    return job
  }

  /// Ends a request; no event of it follows. A finished request is ignored.
  public func cancel(_ token: RequestToken) { remove(token)?.cancel() }

  /// Pauses a document: its process stops as soon as its socket is full. Events already on their way may still come.
  public func pause(_ token: RequestToken) { reading[token]?.setReading(false) }

  /// Continues after ``pause(_:)``.
  public func resume(_ token: RequestToken) { reading[token]?.setReading(true) }
}
