/// The end of a process.
public enum ExitStatus: Equatable, Sendable {
  /// It returned this status, 0…255.
  case exited(Int32)
  /// This signal ended it.
  case signalled(Int32)
}

/// The output and the end of a command.
public struct CommandResult: Sendable, CustomStringConvertible {
  /// The command with its arguments.
  public let command: [String]
  /// Standard output; invalid UTF-8 is repaired.
  public let output: String
  /// Standard error; invalid UTF-8 is repaired.
  public let errors: String
  /// The end of the process.
  public let status: ExitStatus
  /// The time from its start to its end.
  public let duration: Duration

  /// True if it returned 0.
  public var succeeded: Bool { status == .exited(0) }

  /// The returned status; -1 if a signal ended it.
  public var exitCode: Int32 {
    if case .exited(let code) = status { code } else { -1 }
  }

  /// Standard output without the line ends around it, the answer of most commands.
  public var answer: String {
    String(output.drop(while: \.isNewline).reversed().drop(while: \.isNewline).reversed())
  }

  /// Standard output line by line, without an empty last one.
  public var lines: [String] {
    output.split(whereSeparator: \.isNewline).map(String.init)
  }

  public var description: String {
    "\(command.joined(separator: " ")): \(status) after \(duration)\nstdout: \(output)\nstderr: \(errors)"
  }
}
