import EventLoop
import Reading
import Vocabulary
import Workers

/// Follows which engines and voices there are while the service runs, and tells once when an engine falls ill.
@Core
final class EngineWatch {
  private let engine: EngineDirectory
  private let log: ServiceLog
  private let tell: Relay<RoomNotice>
  private var watch: FileWatch?

  init(_ engine: EngineDirectory, scheduler: any Scheduler, log: ServiceLog, _ tell: Relay<RoomNotice>) {
    (self.engine, self.log, self.tell) = (engine, log, tell)
    engine.onVoicesChanged = { [weak self] in self?.tell(.enginesChanged) }
    engine.onHealth = { [weak self] in self?.take($0, $1) }
    watch = FileWatch(paths: [], folders: EngineProgram.folder.map { [$0] } ?? [], scheduler: scheduler) {
      [weak self] in
      self?.look()
    }
  }

  private func look() {
    do throws(Trouble) {
      engine.refresh(try EngineProgram.installed())
    } catch {
      // A package is being replaced. The usual engine speaks on as long as its processes live.
      log.warning("the engines cannot be listed: \(error)")
    }
  }

  private func take(_ name: String, _ trouble: Trouble?) {
    if let trouble {
      log.warning("the engine \(name) does not work, and other voices read in its place: \(trouble)")
    } else {
      log.info("the engine \(name) works again")
    }
    tell(.enginesChanged)
  }
}
