import EventLoop

extension AudioOutput {
  /// Watches the streams of other programs while that is wanted and there is a connection. ``onOthers`` receives all
  /// their running streams once they are known and at every change, in turns of its own.
  public func watchOthers(_ isWanted: Bool) {
    guard isWanted != isWatchingOthers else { return }
    isWatchingOthers = isWanted
    guard isWanted else { return dropOthers() }
    if let connection { keepOthers(connection) }
  }

  /// Called on every change of the connection.
  func keepOthers(_ connection: Connection) {
    guard isWatchingOthers, others == nil, connection.status == .ready else { return }
    others = OtherStreams(on: connection, scheduler: scheduler) { [weak self] in self?.onOthers?($0) }
  }

  /// Must happen before the connection ends.
  func dropOthers() {
    others?.close()
    others = nil
  }
}
