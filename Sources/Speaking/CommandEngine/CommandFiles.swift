import Glibc

/// The files of a command: those that it may read, and what tells one state of them from another.
struct CommandFiles {
  /// The folders in which programs and their files are installed.
  private static let system = [
    "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/etc", "/opt", "/nix/store", "/gnu/store",
    "/sys/devices/system/cpu", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom",
  ]

  /// The files of the command: those of its words that are absolute paths, or end with one (`--model=/…`).
  private let named: [(path: String, status: stat)]
  private let home: String

  /// - Parameter command: the absolute path of the program, then its arguments.
  init(_ command: [String]) {
    home = getpwuid(getuid()).flatMap { $0.pointee.pw_dir }.map { String(cString: $0) } ?? "/root"
    named = command.compactMap { word in
      guard let start = word.firstIndex(of: "/"), start == word.startIndex || word[..<start].hasSuffix("=") else {
        return nil
      }
      var status = stat()
      let path = String(word[start...])
      guard stat(path, &status) == 0 else { return nil }
      return (path, status)
    }
  }

  /// What the command may read and run: what is installed, the files that it names, and what lies beside these: a model
  /// has a description there, and a program its libraries. The home folder and those above it are never such a folder,
  /// nor is `/tmp`.
  var readable: [String] {
    Self.system
      + named.flatMap { path, status -> [String] in
        if status.st_mode & S_IFMT == S_IFDIR { return isTooWide(path) ? [] : [path] }
        guard status.st_mode & S_IFMT == S_IFREG else { return [] }
        let folder = Self.folder(of: path)
        return isTooWide(folder) ? [path] : [path, folder]
      }
  }

  private func isTooWide(_ folder: String) -> Bool {
    guard let real = realpath(folder, nil) else { return true }
    defer { free(real) }
    let path = String(cString: real)
    return ["/", "/tmp", "/var/tmp", "/home", "/dev", "/proc"].contains(path) || (home + "/").hasPrefix(path + "/")
  }

  private static func folder(of path: String) -> String {
    let end = path.lastIndex(of: "/") ?? path.startIndex
    return end == path.startIndex ? "/" : String(path[..<end])
  }

  /// A number that changes with the files: their sizes and the moments of their last changes.
  var digest: UInt64 {
    named.reduce(0) { digest, file in
      guard file.status.st_mode & S_IFMT == S_IFREG else { return digest }
      let parts = [file.status.st_size, file.status.st_mtim.tv_sec, file.status.st_mtim.tv_nsec]
      return parts.reduce(digest) { ($0 ^ UInt64(truncatingIfNeeded: $1)) &* 0x100_0000_01B3 }
    }
  }
}
