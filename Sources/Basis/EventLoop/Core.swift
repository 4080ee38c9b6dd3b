/// The isolation domain of everything on the core loop; the only actor of the service.
@globalActor
public actor Core {
  /// The shared instance, as a global actor requires it.
  public static let shared = Core()

  /// The loop of this process. It has no thread until ``EventLoop/adoptCurrentThread()``, `run` or `startThread`.
  public static let loop = EventLoop()

  /// The executor of this actor: ``loop``.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { Self.loop.asUnownedSerialExecutor() }

  /// Runs `body` with `@Core` isolation. The caller must be on the loop's thread, as a C callback is.
  ///
  /// Traps on any other thread.
  public static func assumeIsolated<T>(_ body: @Core () throws -> T) rethrows -> T {
    loop.preconditionOnLoop()
    // The only way to enter a global actor synchronously; the standard library does the same for MainActor.
    return try withoutActuallyEscaping(body) { body in
      try unsafeBitCast(body, to: (() throws -> T).self)()
    }
  }
}
