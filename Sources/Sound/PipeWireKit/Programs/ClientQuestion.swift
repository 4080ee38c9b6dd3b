import CPipeWire
import EventLoop

/// One question to the server: the clients of a process, and if one of them is a session manager.
///
/// A registry of its own, since the answer is needed rarely: the clients of a desktop are no news otherwise.
@Core
final class ClientQuestion {
  private let process: UInt32
  private var done: (@Core (ClientQuestion, Bool?) -> Void)?
  private var registry: Registry?
  private var clients: [BoundObject] = []
  private var isSessionManager = false

  /// - Parameters:
  ///   - process: the number that the server has from the kernel (`pipewire.sec.pid`), which no client can choose.
  ///   - connection: ready; it outlives this object.
  ///   - done: called once, perhaps within the library's callbacks; `nil` after ``fail()``.
  init(_ process: UInt32, on connection: Connection, done: @escaping @Core (ClientQuestion, Bool?) -> Void) {
    self.process = process
    self.done = done
    guard let core = connection.core else {
      fail()
      return
    }
    registry = Registry(core: core, onAdded: { [weak self] in self?.added($0, $1, $2) }, onRemoved: { _ in })
    // The list comes first, then what was asked of its objects.
    connection.sync { [weak self, weak connection] in
      guard let self, let connection else { return }
      guard !clients.isEmpty else { return finish(false) }
      connection.sync { [weak self] in self.map { $0.finish($0.isSessionManager) } }
    }
  }

  isolated deinit { close() }

  /// Ends it; to be called before the connection ends.
  func close() {
    for client in clients { client.close() }
    clients = []
    registry?.close()
    registry = nil
  }

  /// The connection is about to end: there is no answer.
  func fail() {
    close()
    finish(nil)
  }

  private func finish(_ answer: Bool?) {
    let done = done
    self.done = nil
    done?(self, answer)
  }

  // MARK: Within callbacks

  private func added(_ id: UInt32, _ kind: ObjectKind, _ value: Registry.Value) {
    guard kind == .client, UInt32(value(PW_KEY_SEC_PID)) == process else { return }
    // The list does not have what the client says of itself.
    let client = registry?.bind(.client, id, keys: Self.keys) { [weak self] in self?.take($0) }
    if let client { clients.append(client) }
  }

  private func take(_ message: BoundObject.Message) {
    guard case .properties(let values?, _) = message else { return }
    if values[Self.daemon] == "true" || values[PW_KEY_APP_NAME] == "WirePlumber" { isSessionManager = true }
  }

  /// WirePlumber's mark for itself, which its other programs lack.
  private static let daemon = "wireplumber.daemon"
  private static let keys = [daemon, PW_KEY_APP_NAME]
}
