import DBusKit
import EventLoop
import Glibc
import Playback
import Workers

// The service gives way to a new version of itself, in the same process: for the service manager it is the same service,
// and where there is no such manager nobody has to start it.
extension Service {
  /// Restarts as soon as nothing is lost by it: at once where nothing sounds, else at the end of a sentence.
  ///
  /// - Parameter atEndOfSentence: whether a sentence has ended just now.
  func considerRestart(atEndOfSentence: Bool = false) {
    guard selfRestart?.isWanted == true, !isLeaving, !isRestartConsidered else { return }
    if atEndOfSentence { return restart() }
    // In a turn of its own: what happens now is taken to its end first.
    isRestartConsidered = true
    scheduler.schedule(after: .zero) { [weak self] in
      guard let self else { return }
      isRestartConsidered = false
      guard !isLeaving, canRestart else { return }
      switch session.departure {
      case .now: restart()
      case .atEndOfSentence: session.awaitDeparture()
      // A text that is being made waits for the next service.
      case .later: if isEngineWaiting, session.snapshot.status == .playing { restart() }
      }
    }
  }

  /// True if the next service finds everything that this one has. What comes through a pipe could not be read again,
  /// and a client that brings a text waits for its answer.
  private var canRestart: Bool {
    guard ownsName, bus.connection?.isOpen == true, openings.isIdle, files.isIdle, isReaderIdle else { return false }
    return session.snapshot.tracks.isEmpty || keeper.isKept
  }

  private func restart() {
    guard !isLeaving, canRestart else { return }
    isReadingHandedOver = session.player.wantsSound
    session.depart()
    quit(.replacement)
  }

  /// True if this program and the workers that belong to it are all there, as a service that is to give way to it asks.
  ///
  /// - Throws: `noWorkers`, naming the one that is missing.
  nonisolated public static func check() throws(StartError) {
    for worker in WorkerExecutable.ofService {
      do throws(WorkerError) { _ = try worker.path() } catch { throw .noWorkers("\(error)") }
    }
  }

  /// Becomes ``successor``, with the arguments that this process was started with. Called when the loop has ended;
  /// returns only where the program cannot be started.
  nonisolated public static func become(_ program: String) {
    endChildren()
    // A descriptor that a library left open would stay open for as long as the service lives.
    for descriptor in 3..<CInt(getdtablesize()) { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    // A signal that comes now waits: it is blocked, and stays so until the next service listens.
    execv(program, CommandLine.unsafeArgv)
  }

  /// Ends the workers: the next service would not know them.
  nonisolated private static func endChildren() {
    let path = "/proc/self/task/\(getpid())/children"
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = max(0, read(descriptor, &buffer, buffer.count))
    for word in String(decoding: buffer[..<count], as: UTF8.self).split(separator: " ") {
      guard let child = pid_t(word) else { continue }
      kill(child, SIGKILL)
      waitpid(child, nil, 0)
    }
  }
}
