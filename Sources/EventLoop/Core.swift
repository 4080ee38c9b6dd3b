/// The isolation domain of everything that lives on the core loop: the only actor of the service.
@globalActor
public actor Core {
  /// The one instance, as a global actor needs it.
  public static let shared = Core()

  /// The loop of this process. It has no thread until ``EventLoop/adoptCurrentThread()``, `run` or `startThread`.
  public static let loop = EventLoop()

  /// What the runtime runs this actor's work on: ``loop``.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { Self.loop.asUnownedSerialExecutor() }

  /// Runs `body` with `@Core` isolation where the caller is known to be on the loop's thread, as a C callback is.
  ///
  /// Traps off the loop's thread.
  public static func assumeIsolated<T>(_ body: @Core () throws -> T) rethrows -> T {
    loop.preconditionOnLoop()
    // The one way to enter a global actor synchronously; the standard library does the same for MainActor.
    return try withoutActuallyEscaping(body) { body in
      try unsafeBitCast(body, to: (() throws -> T).self)()
    }
  }
}
