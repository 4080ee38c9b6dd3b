package import OnnxRuntime

/// A reason why a voice cannot be used.
package enum OnnxVoiceFault: Error, Equatable {
  /// The description beside the model; what is wrong with it.
  case description(String)
  /// The model; what is wrong with it.
  case model(OnnxFault)
  /// A file cannot be read.
  case unreadable(String)

  /// One sentence about the voice of a file.
  package func message(_ file: String) -> String {
    switch self {
    case .description(let reason): "\(file).json is no description of a voice: \(reason)"
    case .model(.notAModel(let reason)): "\(file) is no voice: \(reason)"
    case .model(let fault): "\(file): \(fault.message)"
    case .unreadable(let reason): "\(file) cannot be read: \(reason)"
    }
  }
}
