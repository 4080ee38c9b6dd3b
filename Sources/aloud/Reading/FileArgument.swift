import AloudAPI
import Documents
import Glibc

/// How a file is named on the command line: by a path, or by a `file:` URI.
enum FileArgument {
  /// The path that `argument` names, as ``FileName`` writes it.
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

  /// The scheme of a URI, in lower case. `C:` and `chapter 1: x` are none: two letters at least, and `//` after it or
  /// one of the schemes that go without.
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

  /// `path` from the root, without `.` and `..`; symbolic links stay as they are, like the shell shows them.
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
