import AloudAPI
import EventLoop
import Glibc
import Reading
import Vocabulary

/// Opens files without blocking the core loop: each on a thread that may hang alone. Long texts that have no file are
/// stored and hashed there, too.
///
/// Results arrive in the order of the requests. A file that takes longer than ``courtesy`` no longer delays the others.
/// A request that is made while a result is delivered has the place of that result.
@Core
final class FileOpening: TextOpening {
  /// The time for which later requests wait for an earlier one.
  private static let courtesy = Duration.milliseconds(300)
  /// The time after which a file system counts as dead.
  private static let patience = Duration.seconds(10)

  /// A request in the queue of requests.
  private final class Turn {
    /// Delivers the result to the caller; `nil` until there is one.
    var deliver: (@Core () -> Void)?
    var isOvertaken = false
  }

  private let scheduler: any Scheduler
  private var turns: [Turn] = []
  /// The place of the result that is being delivered; `nil` if none is.
  private var place: Int?

  private let threads: MountThreads

  init(scheduler: any Scheduler) {
    self.scheduler = scheduler
    threads = MountThreads(scheduler: scheduler, patience: Self.patience)
  }

  /// True if no request is waiting for its result.
  var isIdle: Bool { turns.isEmpty }

  /// Opens the text of `request`. `done` is called once, in the order of the requests, and may be called at once for a
  /// short text in memory.
  func open(
    _ request: TextRequest, isHung: @escaping @Core (Bool) -> Void,
    done: @escaping @Core (Result<TextSource, ReadingError>) -> Void
  ) {
    switch request {
    case .string(let text):
      let stored: @Sendable () -> Result<OpenedFile, ReadingError> = {
        Result { () throws(ReadingError) in try OpenedFile(text: text) }
      }
      let done: @Core (Result<OpenedFile, ReadingError>) -> Void = {
        done($0.map { TextSource(unnamed: $0, isString: true) })
      }
      if OpenedFile.isQuick(bytes: text.utf8.count) { answer(stored(), done) } else { keep(stored, done: done) }
    case .stored(let bytes):
      let stored: @Sendable () -> Result<OpenedFile, ReadingError> = {
        Result { () throws(ReadingError) in try OpenedFile(bytes: try bytes()) }
      }
      keep(stored) { done($0.map { TextSource(unnamed: $0, isString: false) }) }
    case .refused(let error): answer(.failure(error), done)
    case .descriptor(let descriptor):
      work(
        on: "the descriptor", of: descriptor.mount, isHung,
        { Result { () throws(ReadingError) in try TextRequest.opened(descriptor) } }
      ) {
        result in
        done(result.map { TextSource($0) })
      }
    case .uri(let uri):
      let mount = (try? TextRequest.path(of: uri)).flatMap { Mount(at: $0) }
      work(
        on: "'\(uri)'", of: mount, isHung, { Result { () throws(ReadingError) in try TextRequest.opened(uri: uri) } }
      ) { result in
        done(result.map { TextSource($0.file, name: $0.path.fileName, uri: FileURI.printable(uri)) })
      }
    case .anyOf(let paths):
      let opened: @Sendable () -> Result<(file: OpenedFile, path: String), ReadingError> = {
        Result { () throws(ReadingError) in try TextRequest.opened(anyOf: paths) }
      }
      work(on: "'\(paths[0])'", of: Mount(at: paths[0]), isHung, opened) { result in
        done(result.map { TextSource($0.file, name: $0.path.fileName, uri: FileURI.uri(path: $0.path)) })
      }
    case .path(let path):
      let opened: @Sendable () -> Result<OpenedFile, ReadingError> = {
        Result { () throws(ReadingError) in try OpenedFile(path: path, followingLinks: false) }
      }
      work(on: "'\(path)'", of: Mount(at: path), isHung, opened) { result in
        done(result.map { TextSource($0, name: path.fileName) })
      }
    }
  }

  /// Checks that each file of a list can be opened. `done` gets the first problem.
  func check(_ uris: [String], done: @escaping @Core (ReadingError?) -> Void) {
    let checked: @Sendable () -> Result<Bool, ReadingError> = {
      Result { () throws(ReadingError) in
        for uri in uris { try OpenedFile.check(path: try TextRequest.path(of: uri)) }
        return true
      }
    }
    let mount = uris.first.flatMap { try? TextRequest.path(of: $0) }.flatMap { Mount(at: $0) }
    work(on: "the list", of: mount, { _ in }, checked) { result in
      if case .failure(let error) = result { done(error) } else { done(nil) }
    }
  }

  /// Stores a text of the service itself. It keeps its place among the requests, since it waits for no file system of a
  /// client's.
  private func keep(
    _ stored: @escaping @Sendable () -> Result<OpenedFile, ReadingError>,
    done: @escaping @Core (Result<OpenedFile, ReadingError>) -> Void
  ) {
    let turn = Turn()
    add(turn)
    BlockingWork.run(within: Self.patience, scheduler: scheduler, stored) { [weak self] in
      self?.deliver($0, of: "the text", in: turn, done)
    }
  }

  private func work<T: Sendable>(
    on name: String, of mount: Mount?, _ isHung: @escaping @Core (Bool) -> Void,
    _ work: @escaping @Sendable () -> Result<T, ReadingError>, done: @escaping @Core (Result<T, ReadingError>) -> Void
  ) {
    let turn = Turn()
    add(turn)
    scheduler.schedule(after: Self.courtesy) { [weak self] in
      turn.isOvertaken = true
      self?.deliver()
    }
    threads.run(on: mount, isHung: isHung, work) { [weak self] in self?.deliver($0, of: name, in: turn, done) }
  }

  private func deliver<T>(
    _ result: Result<Result<T, ReadingError>, BlockingWork.Failure>, of name: String, in turn: Turn,
    _ done: @escaping @Core (Result<T, ReadingError>) -> Void
  ) {
    let result: Result<T, ReadingError> =
      switch result {
      case .success(let result): result
      case .failure(.stalled):
        .failure(ReadingError(.notAnswering, "\(name) cannot be opened: its file system does not answer"))
      case .failure(.noThread):
        .failure(ReadingError(.notAnswering, "\(name) cannot be opened: too many file systems do not answer"))
      }
    turn.deliver = { done(result) }
    deliver()
  }

  private func answer<T>(_ result: Result<T, ReadingError>, _ done: @escaping @Core (Result<T, ReadingError>) -> Void) {
    guard !turns.isEmpty else { return done(result) }
    let turn = Turn()
    turn.deliver = { done(result) }
    add(turn)
    deliver()
  }

  private func add(_ turn: Turn) {
    guard let place else { return turns.append(turn) }
    turns.insert(turn, at: min(place, turns.count))
    self.place = place + 1
  }

  /// Delivers results to their callers in order, as far as they need not wait for an earlier one.
  private func deliver() {
    // A request that is made meanwhile is looked at after this one.
    guard place == nil else { return }
    while let index = turns.firstIndex(where: { $0.deliver != nil || !$0.isOvertaken }),
      let deliver = turns[index].deliver
    {
      turns.remove(at: index)
      place = index
      deliver()
      place = nil
    }
  }
}

/// Opens texts for clients.
@Core
protocol TextOpening: AnyObject {
  /// True if nothing is being opened or checked.
  var isIdle: Bool { get }
  /// Opens the text of a request; `done` is called once, perhaps within the call.
  ///
  /// - Parameter isHung: called with true, before `done`, if the file system does not answer and a thread goes on
  ///   waiting for it, and with false when that thread has ended.
  func open(
    _ request: TextRequest, isHung: @escaping @Core (Bool) -> Void,
    done: @escaping @Core (Result<TextSource, ReadingError>) -> Void)
  /// Checks that each file of a list can be opened. `done` gets the first problem.
  func check(_ uris: [String], done: @escaping @Core (ReadingError?) -> Void)
}

extension TextOpening {
  /// Opens the text of a request that counts for no client.
  func open(_ request: TextRequest, done: @escaping @Core (Result<TextSource, ReadingError>) -> Void) {
    open(request, isHung: { _ in }, done: done)
  }
}

/// Reads a text of an earlier run. Blocks.
typealias StoredText = @Sendable () throws(ReadingError) -> [UInt8]

/// A client's request to open a text.
enum TextRequest {
  case string(String)
  /// A text of an earlier run. The function reads its bytes and is called on a thread.
  case stored(StoredText)
  /// A descriptor from a client.
  case descriptor(ReceivedDescriptor)
  case uri(String)
  /// The file that exists at the first of these paths, of which there is one at least.
  case anyOf(paths: [String])
  /// The path of a file that was open before.
  case path(String)
  /// A request without anything to open.
  case refused(ReadingError)

  /// Opens a descriptor that a client sent. Blocks.
  fileprivate static func opened(_ received: ReceivedDescriptor) throws(ReadingError) -> OpenedFile {
    guard let descriptor = received.take() else { throw ReadingError(.unreadable, "the descriptor is closed") }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    let file = try OpenedFile(descriptor, name: "the descriptor", allowsPipe: true)
    guard case .whole(let bytes) = file.origin, BlockingWork.mayBlock(descriptor) else { return file }
    // The core loop reads a text without a path once more, to keep it. It must not wait for a client's file system.
    return try OpenedFile(bytes: file.contents(from: 0, most: bytes))
  }

  /// The file of a `file:` URI, and its path. Blocks.
  fileprivate static func opened(uri: String) throws(ReadingError) -> (file: OpenedFile, path: String) {
    let path = try path(of: uri)
    return (try OpenedFile(path: path, followingLinks: true), path)
  }

  /// The file at the first path that has one. Blocks.
  fileprivate static func opened(anyOf paths: [String]) throws(ReadingError) -> (file: OpenedFile, path: String) {
    var missing: ReadingError?
    for path in paths {
      do throws(ReadingError) { return (try OpenedFile(path: path, followingLinks: true), path) } catch {
        guard error.code == .noSuchFile else { throw error }
        missing = missing ?? error
      }
    }
    throw missing ?? ReadingError(.noSuchFile, "there is no path")
  }

  /// The path of a `file:` URI.
  static func path(of uri: String) throws(ReadingError) -> String {
    do throws(FileURI.Problem) { return try FileURI.path(of: uri) } catch { throw ReadingError(error, uri: uri) }
  }
}

extension ReadingError {
  /// The error for a URI that does not name a file of this machine.
  init(_ problem: FileURI.Problem, uri: String) {
    let code: TroubleCode =
      switch problem {
      case .scheme, .host: .unknownFormat
      case .malformed: .noSuchFile
      }
    self.init(code, APIError(problem, uri: uri).message)
  }
}
