import EventLoop

extension AudioOutput {
  /// Watches what other programs play and record, while that is asked for and there is a connection: ``onOthers`` is
  /// called with all their running streams, once they are known and at every change, in turns of its own.
  public func watchOthers(_ isWanted: Bool) {
    guard isWanted != isWatchingOthers else { return }
    isWatchingOthers = isWanted
    guard isWanted else { return dropOthers() }
    if let connection { keepOthers(connection) }
  }

  /// Called whenever something about the connection is different.
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
