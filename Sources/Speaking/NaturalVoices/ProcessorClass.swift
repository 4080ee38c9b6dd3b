import Glibc

/// The class of the processor by which ONNX Runtime chooses its code: other classes make other numbers.
///
/// Measured with versions 1.21 to 1.28: a processor with SSE alone makes other samples than one with AVX2; AVX-512 and
/// its instructions for neural nets have code of their own.
enum ProcessorClass {
  /// The name of this machine's class.
  static var own: String {
    #if arch(x86_64)
      let flags = Set(self.flags.split(separator: " "))
      for (flag, name) in [("avx512_vnni", "vnni"), ("avx512f", "avx512"), ("avx_vnni", "avxvnni"), ("avx2", "avx2")]
      where flags.contains(Substring(flag)) { return name }
      return "sse"
    #else
      return "other"
    #endif
  }

  private static var flags: String {
    guard let file = fopen("/proc/cpuinfo", "re") else { return "" }
    defer { fclose(file) }
    var buffer = [CChar](repeating: 0, count: 16_384)
    while fgets(&buffer, CInt(buffer.count), file) != nil {
      let line = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      if line.hasPrefix("flags") { return line }
    }
    return ""
  }
}
