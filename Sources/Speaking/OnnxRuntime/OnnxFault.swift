/// A reason why a model cannot be used.
package enum OnnxFault: Error, Equatable {
  /// No library was found: the files that were looked for.
  case noLibrary([String])
  /// A file that is no library of ONNX Runtime, or one that lacks a function; the reason.
  case notALibrary(path: String, String)
  /// The version of a library that is too old.
  case tooOld(path: String, version: String)
  /// The version of a library that sends data about its user to its vendor.
  case telemetry(path: String, version: String)
  /// A file that is no model of ONNX, or not one that can be used; the reason.
  case notAModel(String)
  /// The library refuses something, in its own words.
  case refused(String)

  /// One sentence for the listener: the fault, and a way out.
  package var message: String {
    switch self {
    case .noLibrary(let paths):
      "natural voices need ONNX Runtime \(OnnxLibrary.oldest) or later, and none of \(paths.joined(separator: ", ")) "
        + "is there: install aloud-voice-heart"
    case .notALibrary(let path, let reason): "\(path) is no library of ONNX Runtime: \(reason)"
    case .tooOld(let path, let version):
      "\(path) is ONNX Runtime \(version), and natural voices need \(OnnxLibrary.oldest) or later"
    case .telemetry(let path, let version):
      "\(path) is ONNX Runtime \(version), which sends data to its vendor: install a build without telemetry, or 1.28"
    case .notAModel(let reason): reason
    // The library's words are long, and name places in its source.
    case .refused(let reason): "ONNX Runtime: \(reason.prefix { !$0.isNewline }.prefix(160))"
    }
  }
}
