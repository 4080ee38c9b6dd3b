public import Glibc

/// The start of another program: its file and arguments, its descriptors and its surroundings. Usable on any thread.
///
/// The program gets the descriptors in ``files``, and those of this process that are not close-on-exec. No signal is
/// blocked in it, although this process blocks some for its loop.
public struct ProgramStart: Sendable {
  /// The file that the program gets as one of its descriptors.
  public enum File: Sendable {
    /// `/dev/null`, opened with flags of open(2).
    case null(CInt)
    /// A descriptor of this process, which keeps its own.
    case copy(of: CInt)
  }

  /// The process group, which decides what Ctrl-C in a terminal reaches.
  public enum Group: Sendable {
    /// The group of this process.
    case ofThisProcess
    /// A new group in the same session.
    case own
    /// A new session, which outlives the terminal.
    case ownSession
  }

  /// The reason why a program was not started.
  public struct Failure: Error {
    /// The error number.
    public var number: CInt

    /// A failure with an error number of errno(3).
    public init(number: CInt) { self.number = number }
  }

  /// The program's argument 0, which is its file too unless there is another ``executable``, and the arguments after
  /// it.
  public var command: [String]
  /// The program's file if it is not the first word of ``command``.
  public var executable: String?
  /// True if a name without a slash is looked for along `PATH`.
  public var isSearched: Bool
  /// The environment as `NAME=value`; `nil`: that of this process.
  public var environment: [String]?
  /// The program's descriptors, opened in this order.
  public var files: [(number: CInt, file: File)]
  /// True if signals that this process ignores have their usual effect in the program.
  public var hasUsualSignals: Bool
  /// The process group of the program.
  public var group: Group

  /// - Parameter command: the program's argument 0, and the arguments after it.
  public init(
    _ command: [String], executable: String? = nil, isSearched: Bool = false, environment: [String]? = nil,
    files: [(number: CInt, file: File)] = [], hasUsualSignals: Bool = true, group: Group = .ofThisProcess
  ) {
    self.command = command
    self.executable = executable
    self.isSearched = isSearched
    self.environment = environment
    self.files = files
    self.hasUsualSignals = hasUsualSignals
    self.group = group
  }

  /// Starts the program.
  ///
  /// - Returns: its process, a child of this one.
  public func start() throws(Failure) -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, file) in files {
      switch file {
      case .null(let flags): posix_spawn_file_actions_addopen(&actions, number, "/dev/null", flags, 0)
      case .copy(let other): posix_spawn_file_actions_adddup2(&actions, other, number)
      }
    }

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var flags = CInt(POSIX_SPAWN_SETSIGMASK)
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    if hasUsualSignals {
      flags |= CInt(POSIX_SPAWN_SETSIGDEF)
      sigfillset(&signals)
      posix_spawnattr_setsigdefault(&attributes, &signals)
    }
    switch group {
    case .ofThisProcess: break
    case .own:
      flags |= CInt(POSIX_SPAWN_SETPGROUP)
      posix_spawnattr_setpgroup(&attributes, 0)
    case .ownSession: flags |= 0x80  // POSIX_SPAWN_SETSID, which needs _GNU_SOURCE to be declared
    }
    posix_spawnattr_setflags(&attributes, Int16(flags))

    var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] = (environment ?? []).map { strdup($0) } + [nil]
    defer { for string in arguments + variables { free(string) } }
    let spawn = isSearched ? posix_spawnp : posix_spawn
    var process = pid_t()
    let result = variables.withUnsafeMutableBufferPointer { variables in
      spawn(
        &process, executable ?? command[0], &actions, &attributes, &arguments,
        environment == nil ? environ : variables.baseAddress!)
    }
    guard result == 0 else { throw Failure(number: result) }
    return process
  }
}
