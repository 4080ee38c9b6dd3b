import COnnxRuntime
import Glibc

/// ONNX Runtime, opened and not linked: only who speaks with a natural voice has it.
///
/// It belongs to one thread, and lasts as long as the process. It starts no thread of its own, so that the process may
/// be copied.
package final class OnnxLibrary {
  /// The oldest version that was tried with the models of aloud.
  package static let oldest = "1.21"
  /// The first release whose packages for Python send data to the vendor (found by their strings and system calls).
  private static let telemetry = (1, 29)
  /// A part of the address to which those builds send. A build without telemetry does not hold it.
  private static let collector = "events.data.microsoft.com"
  /// The version of the interface that is asked for: that of 1.16, with all functions that are called.
  private static let interface: UInt32 = 16

  /// The version, such as `1.28.0`.
  package let version: String
  let functions: OnnxFunctions
  let environment: OpaquePointer
  let memory: OpaquePointer

  /// Opens the first library that is fit; if none is, the fault is that of the first one that is there.
  ///
  /// The process must not be able to make sockets by then: a library from elsewhere runs its own code as it is opened.
  ///
  /// - Parameter paths: absolute paths, or names that the loader looks for.
  package convenience init(_ paths: [String]) throws(OnnxFault) {
    // Some builds send data unless told otherwise, from the first call on.
    setenv("ORT_DISABLE_TELEMETRY", "1", 1)
    var fault: OnnxFault?
    for path in paths {
      guard let library = dlopen(path, RTLD_NOW | RTLD_LOCAL) else {
        // A file that is there and cannot be opened says why.
        if fault == nil, path.hasPrefix("/"), access(path, F_OK) == 0 {
          fault = .notALibrary(path: path, dlerror().map { String(cString: $0) } ?? "it cannot be opened")
        }
        continue
      }
      do throws(OnnxFault) {
        try self.init(library, path)
        return
      } catch {
        // The next one may be fit.
        fault = fault ?? error
      }
    }
    throw fault ?? .noLibrary(paths)
  }

  /// Takes a library that is open. One that is not fit stays so: its code may hold what it has begun.
  private init(_ library: UnsafeMutableRawPointer, _ path: String) throws(OnnxFault) {
    guard let symbol = dlsym(library, "OrtGetApiBase"),
      let base = unsafeBitCast(symbol, to: aloud_onnx_get_base.self)(), let getTable = base.pointee.table,
      let version = base.pointee.version?()
    else {
      throw .notALibrary(path: path, "it has no OrtGetApiBase")
    }
    // The words of a file that may be anything.
    self.version = String(String(cString: version).unicodeScalars.prefix(20).filter { $0.isASCII && $0.value > 32 })
    let number = Self.number(self.version)
    guard number >= Self.number(Self.oldest) else { throw .tooOld(path: path, version: self.version) }
    if number >= Self.telemetry, Self.holds(Self.collector, at: symbol) {
      throw .telemetry(path: path, version: self.version)
    }
    guard let table = getTable(Self.interface), let functions = OnnxFunctions(table) else {
      throw .notALibrary(path: path, "version \(self.version) lacks a function")
    }
    self.functions = functions
    // Errors alone are reported, on the standard error output.
    let environment = try functions.made { functions.createEnvironment(3, "aloud", $0) }
    self.environment = environment
    try functions.check(functions.disableTelemetry(environment))
    // OrtDeviceAllocator, OrtMemTypeDefault.
    memory = try functions.made { functions.createMemoryInformation(0, 0, $0) }
  }

  private static func number(_ version: String) -> (Int, Int) {
    let parts = version.split(separator: ".").map { Int($0.prefix { $0.isNumber }) ?? 0 }
    return (parts.first ?? 0, parts.dropFirst().first ?? 0)
  }

  /// True if the file of the library that has a symbol holds a text; also if the file cannot be read.
  private static func holds(_ text: String, at symbol: UnsafeMutableRawPointer) -> Bool {
    var information = aloud_symbol_information()
    guard dladdr(symbol, &information) != 0, let name = information.file else { return true }
    let descriptor = open(name, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return true }
    defer { close(descriptor) }
    let size = lseek(descriptor, 0, SEEK_END)
    guard size > 0, let memory = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0), memory != MAP_FAILED else {
      return true
    }
    defer { munmap(memory, size) }
    return memmem(memory, size, text, text.utf8.count) != nil
  }
}

extension OnnxFunctions {
  /// The object that a function makes.
  func made(_ make: (Result) -> Status) throws(OnnxFault) -> OpaquePointer {
    var object: OpaquePointer?
    try check(make(&object))
    guard let object else { throw .refused("nothing was made") }
    return object
  }
}
