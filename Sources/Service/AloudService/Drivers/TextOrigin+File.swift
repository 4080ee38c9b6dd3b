import Documents
import Glibc
import Reading
import Store

// The place of an open file.
extension TextOrigin {
  /// The size beyond which texts without a file are not stored.
  private static let longest = 32 << 20

  /// The origin of an open regular file: its path if it still has one, otherwise its content. `nil` if it is too long.
  init?(of descriptor: CInt) {
    guard let identity = FileIdentity(of: descriptor) else { return nil }
    if let path = Self.path(of: descriptor), FileIdentity(atPath: FileName.cString(path)) == identity {
      self = .file(path: path, identity, fingerprint: nil)
    } else if identity.size <= Self.longest {
      self = .whole(bytes: Int(identity.size))
    } else {
      return nil
    }
  }

  /// The system's path of an open file, without symbolic links.
  private static func path(of descriptor: CInt) -> String? {
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = buffer.withUnsafeMutableBytes {
      readlink("/proc/self/fd/\(descriptor)", $0.baseAddress!.assumingMemoryBound(to: CChar.self), $0.count)
    }
    guard count > 0, count < buffer.count, buffer[0] == UInt8(ascii: "/") else { return nil }
    return FileName.text(buffer[..<count])
  }
}
