import AloudAPI
import CommandOutput
import Documents
import Glibc

/// A file on the command line: a path or a `file:` URI.
enum FileArgument {
  /// Returns the path for an argument, in the form of ``FileName``.
  static func path(_ argument: String) throws(Failure) -> String {
    guard !argument.isEmpty else { throw Failure(.usage, "cannot read '': a file name is missing") }
    guard let scheme = scheme(argument) else { return argument }
    do throws(FileURI.Problem) {
      return try FileURI.path(of: argument)
    } catch {
      switch error {
      case .scheme:
        throw Failure(
          .unsupported, "cannot read '\(argument)': '\(scheme):' is not read, only files are",
          cure: scheme.hasPrefix("http")
            ? "curl -s \(shellQuoted(argument)) | aloud read -" : "save it to a file first")
      case .host(let host):
        throw Failure(.unsupported, "cannot read '\(argument)': it is on another machine, '\(host)'")
      case .malformed:
        throw Failure(.usage, "cannot read '\(argument)': it is not a valid URI", cure: "file:///an/absolute/path")
      }
    }
  }

  /// Returns the scheme of a URI, in lower case. `C:` and `chapter 1: x` have none: a scheme has at least two letters,
  /// and `//` follows it unless it is one of the schemes without.
  private static func scheme(_ argument: String) -> String? {
    guard let colon = argument.firstIndex(of: ":") else { return nil }
    let scheme = argument[..<colon].lowercased()
    guard scheme.count >= 2, scheme.first?.isLetter == true,
      scheme.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) })
    else { return nil }
    let rest = argument[argument.index(after: colon)...]
    let isKnown = ["file", "data", "mailto", "about"].contains(scheme)
    return rest.hasPrefix("//") || (isKnown && !rest.isEmpty) ? scheme : nil
  }

  /// Returns an absolute path, without `.` and `..`; symbolic links stay as they are, like in a shell.
  static func absolute(_ path: String) -> String {
    var parts: [Substring] = []
    for part in (path.hasPrefix("/") ? path : workingDirectory() + "/" + path).split(separator: "/") {
      switch part {
      case ".": continue
      case "..": _ = parts.popLast()
      default: parts.append(part)
      }
    }
    return "/" + parts.joined(separator: "/")
  }

  private static func workingDirectory() -> String {
    guard let name = getcwd(nil, 0) else { return "" }
    defer { free(name) }
    return FileName.text(UnsafeBufferPointer(start: name, count: strlen(name)).map { UInt8(bitPattern: $0) })
  }
}
