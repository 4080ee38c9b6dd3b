import Glibc
import OnnxRuntime

/// A voice as it lies on the disk: a model, and its description beside it.
package struct VoiceFile: Equatable, Sendable {
  /// The path of the model, `…/NAME.onnx`.
  package var path: String
  /// What the file beside the model tells.
  package var description: VoiceDescription
  /// Bytes of the model.
  package var size: Int
  /// Other ones mean another sound: the size, and the time of the last change.
  package var stamp: String

  /// The name of the file without its end.
  package var name: String { String(path.split(separator: "/").last?.dropLast(Self.ending.utf8.count) ?? "") }

  /// The end of the names of models.
  package static let ending = ".onnx"
  /// A model beyond that is refused: the largest of Piper takes 114 MB.
  private static let mostBytes = 512 << 20

  /// Reads the description of a model.
  package init(_ path: String) throws(OnnxVoiceFault) {
    var status = stat()
    guard stat(path, &status) == 0 else { throw .unreadable(Self.reason) }
    guard status.st_mode & S_IFMT == S_IFREG, status.st_size <= Self.mostBytes else {
      throw .unreadable("it is no file of at most 512 MiB")
    }
    description = try VoiceDescription(Self.read(path + ".json", atMost: VoiceDescription.mostBytes))
    try Self.checkOutline(of: path)
    if description.licence.isEmpty { description.licence = Self.licence(beside: path) }
    self.path = path
    size = Int(status.st_size)
    stamp = "\(status.st_size) \(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)"
  }

  /// The bytes of the model.
  package func model() throws(OnnxVoiceFault) -> [UInt8] { try Self.read(path, atMost: Self.mostBytes) }

  private static var reason: String { String(cString: strerror(errno)) }

  /// Opens a file; the descriptor is the caller's.
  private static func open(
    _ path: String, atMost most: Int
  ) throws(OnnxVoiceFault) -> (descriptor: CInt, size: Int) {
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .unreadable(reason) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= most else {
      close(descriptor)
      throw .unreadable("it is no file of at most \(most >> 20) MiB")
    }
    return (descriptor, Int(status.st_size))
  }

  /// A file that is truncated or of another kind is found without reading it.
  private static func checkOutline(of path: String) throws(OnnxVoiceFault) {
    let (descriptor, size) = try open(path, atMost: mostBytes)
    defer { close(descriptor) }
    do throws(OnnxFault) { try OnnxOutline.check(descriptor, size: size) } catch { throw .model(error) }
  }

  private static func read(_ path: String, atMost most: Int) throws(OnnxVoiceFault) -> [UInt8] {
    let (descriptor, size) = try open(path, atMost: most)
    defer { close(descriptor) }
    var fault: String?
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let got = Glibc.read(descriptor, buffer.baseAddress.map { $0 + count }, size - count)
        if got <= 0 {
          fault = got < 0 ? reason : "it has become shorter"
          break
        }
        count += got
      }
    }
    if let fault { throw .unreadable(fault) }
    return bytes
  }

  /// The licence that a model card beside the voice names.
  private static func licence(beside path: String) -> String {
    let folder = path.prefix { _ in true }.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    guard let card = try? read(folder + "/MODEL_CARD", atMost: 1 << 20) else { return "" }
    for line in String(decoding: card, as: UTF8.self).split(whereSeparator: \.isNewline) {
      let words = line.split(separator: ":", maxSplits: 1)
      guard words.count == 2, ["license", "licence"].contains(where: { words[0].lowercased().contains($0) }) else {
        continue
      }
      return VoiceDescription.line(String(words[1].drop { $0 == " " || $0 == "*" }))
    }
    return ""
  }
}
