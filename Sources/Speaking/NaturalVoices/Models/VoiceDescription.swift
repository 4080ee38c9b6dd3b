import CJansson
import Glibc

/// The description beside a model, `NAME.onnx.json`: that of Piper's voices, and the same with `"model": "hibari"`.
package struct VoiceDescription: Equatable, Sendable {
  /// The kinds of models.
  package enum Kind: Equatable, Sendable {
    /// Spectra instead of samples; the alphabet of Kokoro.
    case hibari
    /// VITS with an alphabet of its own.
    case piper
  }

  /// The kind of the model.
  package var kind = Kind.piper
  /// The samples a second.
  package var sampleRate = 0
  /// The voice of espeak-ng whose phonemes the model reads.
  package var espeakVoice = ""
  /// The language, such as `en_US`.
  package var language = ""
  /// The name for people, and the quality in the words of its maker; empty if the file does not tell.
  package var name = ""
  /// The quality in the words of its maker.
  package var quality = ""
  /// The licence; empty if neither the description nor a model card beside it tells.
  package var licence = ""
  /// What brings the voice to the loudness of the others, in decibels.
  package var gain: Float = 0
  /// The numbers of the phonemes of a Piper voice.
  package var numbers: [Unicode.Scalar: [Int64]] = [:]
  /// How much of the sound of a Piper voice is left to chance.
  package var noise: Float = 0.667
  /// The factor of a Piper voice's own durations.
  package var lengthScale: Float = 1
  /// How much of its durations is left to chance.
  package var durationNoise: Float = 0.8
  /// The speakers of one model.
  package var speakers = 1

  /// The most bytes of a description.
  static let mostBytes = 4 << 20
  /// The most speakers: real models have up to 904.
  private static let mostSpeakers = 10_000
  /// The most numbers of one phoneme: real alphabets have one, or two.
  private static let mostNumbers = 8
  /// The most characters of a name, a quality or a licence; what is longer is cut.
  private static let longestLine = 80

  /// Reads a description.
  package init(_ bytes: [UInt8]) throws(OnnxVoiceFault) {
    guard bytes.count <= Self.mostBytes else { throw .description("it is larger than 4 MiB") }
    var problem = json_error_t()
    guard let root = bytes.withUnsafeBytes({ json_loadb($0.baseAddress, $0.count, 0, &problem) }) else {
      throw .description("it is no JSON (line \(problem.line))")
    }
    defer { json_decref(root) }
    let json = Json(root)
    if let model = json["model"]?.string {
      guard model == "hibari" || model == "piper" else { throw .description("its model is \"\(Self.line(model))\"") }
      kind = model == "hibari" ? .hibari : .piper
    }
    guard let rate = json["audio"]?["sample_rate"]?.integer, 8_000...192_000 ~= rate else {
      throw .description("its audio.sample_rate has to be a number from 8000 to 192000")
    }
    sampleRate = rate
    let type = json["phoneme_type"]?.string ?? "espeak"
    guard type == "espeak", let voice = json["espeak"]?["voice"]?.string, !voice.isEmpty else {
      throw .description("its phonemes are not those of espeak-ng but \"\(Self.line(type))\"")
    }
    let code = json["language"]?["code"]?.string ?? voice
    for tag in [voice, code] where !Self.isLanguage(tag) {
      throw .description("its language is \"\(Self.line(tag))\"")
    }
    (espeakVoice, language) = (voice, code)
    name = Self.line(json["name"]?.string ?? json["dataset"]?.string ?? "")
    quality = Self.line(json["quality"]?.string ?? json["audio"]?["quality"]?.string ?? "")
    licence = Self.line(json["licence"]?.string ?? "")
    gain = try Self.number(json["gain_db"], "gain_db", -40...40) ?? (kind == .hibari ? 5.4 : 4.6)
    speakers = json["num_speakers"]?.integer ?? 1
    guard 1...Self.mostSpeakers ~= speakers else { throw .description("it has \(speakers) speakers") }
    guard kind == .piper else { return }
    let inference = json["inference"]
    noise = try Self.number(inference?["noise_scale"], "inference.noise_scale", 0...2) ?? noise
    lengthScale = try Self.number(inference?["length_scale"], "inference.length_scale", 0.1...10) ?? lengthScale
    durationNoise = try Self.number(inference?["noise_w"], "inference.noise_w", 0...2) ?? durationNoise
    for (key, value) in json["phoneme_id_map"]?.members ?? [] {
      let scalars = key.unicodeScalars
      // A phoneme of several characters cannot come from espeak-ng.
      guard let scalar = scalars.first, scalars.count == 1 else { continue }
      let own = value.elements
      guard own.count <= Self.mostNumbers else { throw .description("a phoneme of its has \(own.count) numbers") }
      numbers[scalar] = own.compactMap(\.integer).filter { 0..<100_000 ~= $0 }.map { Int64($0) }
    }
    for needed in ["_", "^", "$"] as [Unicode.Scalar] where numbers[needed]?.isEmpty ?? true {
      throw .description("its phoneme_id_map has no \"\(needed)\"")
    }
  }

  /// A text of the file on one line, cut to ``longestLine``: it is listed and shown.
  package static func line(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.prefix(longestLine).map { $0.properties.generalCategory == .control ? " " : $0 }))
  }

  /// True for a language tag, also with `_`.
  private static func isLanguage(_ tag: String) -> Bool {
    1...35 ~= tag.utf8.count
      && tag.utf8.allSatisfy { byte in
        (Unicode.Scalar(byte).properties.isAlphabetic && byte < 0x80) || 48...57 ~= byte || byte == 45 || byte == 95
      }
  }

  private static func number(
    _ json: Json?, _ key: String, _ range: ClosedRange<Float>
  ) throws(OnnxVoiceFault) -> Float? {
    guard let number = json?.number else { return nil }
    guard range ~= Float(number) else { throw .description("its \(key) is \(number)") }
    return Float(number)
  }
}

/// A value of a JSON document, which must last as long.
private struct Json {
  private let value: UnsafeMutablePointer<json_t>

  init(_ value: UnsafeMutablePointer<json_t>) { self.value = value }

  subscript(key: String) -> Json? { json_object_get(value, key).map { Json($0) } }
  var string: String? { json_string_value(value).map { String(cString: $0) } }
  var integer: Int? { value.pointee.type == JSON_INTEGER ? Int(json_integer_value(value)) : nil }
  var number: Double? {
    switch value.pointee.type {
    case JSON_INTEGER, JSON_REAL: json_number_value(value)
    default: nil
    }
  }
  var elements: [Json] {
    guard value.pointee.type == JSON_ARRAY else { return integer == nil ? [] : [self] }
    return (0..<json_array_size(value)).compactMap { json_array_get(value, $0).map { Json($0) } }
  }
  var members: [(String, Json)] {
    var members: [(String, Json)] = []
    var next = json_object_iter(value)
    while let iterator = next {
      if let key = json_object_iter_key(iterator), let value = json_object_iter_value(iterator) {
        members.append((String(cString: key), Json(value)))
      }
      next = json_object_iter_next(value, iterator)
    }
    return members
  }
}
