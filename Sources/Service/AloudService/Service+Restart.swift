import DBusKit
import EventLoop
import Glibc
import Playback
import Reading
import Vocabulary
import Workers

// The service is replaced by a new version of itself in the same process. For a service manager it stays the same
// service, and without a service manager nothing has to start it.
extension Service {
  /// Restarts as soon as that loses nothing: at once if nothing is sounding, else at the end of a sentence.
  ///
  /// - Parameter atEndOfSentence: true if a sentence has just ended.
  func considerRestart(atEndOfSentence: Bool = false) {
    guard upkeep.restart?.isWanted == true, !isLeaving, !isRestartConsidered else { return }
    // A pause that the listener has asked for comes first, and the texts of a series, and the restart after them.
    if atEndOfSentence, !session.isPauseAwaited, !session.isSeriesAwaited { return restart() }
    // In a turn of its own, so that the present one is completed first.
    isRestartConsidered = true
    scheduler.schedule(after: .zero) { [weak self] in
      guard let self else { return }
      isRestartConsidered = false
      guard !isLeaving, canRestart else { return }
      switch session.departure {
      case .now: restart()
      case .atEndOfSentence: session.awaitDeparture()
      case .later: break
      }
    }
  }

  /// True if the next service finds everything that this one has. Announcements are not kept, the text of a pipe could
  /// not be read again, and a client that sends a text is waiting for its answer.
  private var canRestart: Bool {
    guard faces.ownsName, drivers.bus.connection?.isOpen == true, reading.openings.isIdle, reading.files.isIdle,
      drivers.readers.isIdle, !announcing.room.isActive
    else { return false }
    return session.snapshot.tracks.isEmpty || reading.keeper.isKept
  }

  private func restart() {
    guard !isLeaving, canRestart else { return }
    isReadingHandedOver = session.player.wantsSound
    session.depart()
    quit(.replacement)
  }

  /// Checks that this program and its workers are all there. A service that is about to be replaced by it calls this.
  ///
  /// - Throws: `noWorkers`, with the name of the missing one.
  nonisolated public static func check() throws(StartError) {
    for worker in WorkerExecutable.ofService {
      do throws(Trouble) { _ = try worker.program() } catch { throw .noWorkers("\(error)") }
    }
  }

  /// Becomes ``successor``, with the arguments of this process. Called when the loop has ended. Returns only if the
  /// program cannot be started.
  nonisolated public static func become(_ program: String) {
    endWorkers()
    // A descriptor that a library left open would stay open for the whole life of the service.
    for descriptor in openDescriptors() where descriptor > 2 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    // Signals that arrive now stay blocked until the next service handles them.
    execv(program, CommandLine.unsafeArgv)
  }

  /// The descriptors that are open. There are some dozen of them, and the limit may be a thousand million.
  nonisolated private static func openDescriptors() -> [CInt] {
    guard let directory = opendir("/proc/self/fd") else { return Array(3..<min(CInt(getdtablesize()), 1 << 16)) }
    defer { closedir(directory) }
    var descriptors: [CInt] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if let descriptor = CInt(name) { descriptors.append(descriptor) }
    }
    return descriptors
  }

  /// Ends the workers and reaps them, since nobody else may: process 1 of a container often does not. Called when the
  /// loop has ended. One that waits for a dead disk cannot be ended, and is left after a second.
  nonisolated public static func endWorkers() {
    let path = "/proc/self/task/\(getpid())/children"
    guard let file = Descriptor(opening: path, O_RDONLY) else { return }
    for word in String(decoding: file.readAll(limit: 4096), as: UTF8.self).split(separator: " ") {
      if let child = pid_t(word) { kill(child, SIGKILL) }
    }
    for _ in 0..<100 {
      var child: pid_t
      repeat { child = waitpid(-1, nil, WNOHANG) } while child > 0
      guard child == 0 else { return }
      usleep(10_000)
    }
  }
}
