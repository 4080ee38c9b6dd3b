/// The name of a Piper voice, such as `en_US-joe-medium`, and the place where such voices are offered.
struct PiperVoiceName: Equatable {
  /// The words that end a name, from the smallest model to the largest.
  static let qualities = ["x_low", "low", "medium", "high"]
  /// The form of a name, for people.
  static let form = "LANGUAGE_REGION-NAME-QUALITY, such as en_US-joe-medium"
  /// The folder of all voices, each below its language.
  private static let place = "https://huggingface.co/rhasspy/piper-voices/resolve/main"

  /// All of it.
  let text: String
  /// The language with its region, such as `en_US`.
  private let region: String
  private let voice: String
  private let quality: String

  /// - Parameter typed: a name, also with the engine before it, the number of a speaker behind it, or as the name of one
  ///   of its files.
  init?(_ typed: String) {
    var text = typed[...]
    if text.hasPrefix("neural:") { text = text.dropFirst("neural:".count) }
    for ending in [".json", ".onnx"] where text.hasSuffix(ending) { text = text.dropLast(ending.count) }
    if let colon = text.firstIndex(of: ":"), text[colon...].dropFirst().allSatisfy(\.isNumber) { text = text[..<colon] }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let names = Array(parts.dropFirst().dropLast())
    guard parts.count >= 3, let region = parts.first, let quality = parts.last,
      Self.qualities.contains(String(quality)),
      Self.isRegion(region), names.allSatisfy({ !$0.isEmpty && $0.allSatisfy(Self.isNameCharacter) })
    else { return nil }
    (self.text, self.region, self.quality) = (String(text), String(region), String(quality))
    voice = names.joined(separator: "-")
  }

  private static func isRegion(_ text: Substring) -> Bool {
    let parts = text.split(separator: "_", omittingEmptySubsequences: false)
    return parts.count == 2 && (2...3).contains(parts[0].count) && (2...3).contains(parts[1].count)
      && parts[0].allSatisfy { $0.isASCII && $0.isLowercase } && parts[1].allSatisfy { $0.isASCII && $0.isUppercase }
  }

  private static func isNameCharacter(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }

  /// The addresses of its files: the model, its description, and what tells its licence.
  var addresses: [String] {
    let language = region.prefix { $0 != "_" }
    let folder = "\(Self.place)/\(language)/\(region)/\(voice)/\(quality)"
    return ["\(folder)/\(text).onnx", "\(folder)/\(text).onnx.json", "\(folder)/MODEL_CARD"]
  }
}
