import CCLD2
import Glibc

/// The library CLD2 (Compact Language Detector 2), opened when a text is first to be found.
///
/// It is opened and not linked: `aloud-speak` and `aloud-read` are one program, and neither a spoken sentence nor a
/// text in an expected language should wait for it. Not thread-safe to open; a worker has one thread.
struct CLD2 {
  private let detect: aloud_cld2_detect
  private let code: aloud_cld2_code

  /// Opens the library; nil if it is missing.
  init?() {
    guard let library = dlopen(ALOUD_CLD2_LIBRARY, RTLD_NOW | RTLD_LOCAL),
      let detect = dlsym(library, ALOUD_CLD2_DETECT), let code = dlsym(library, ALOUD_CLD2_CODE)
    else { return nil }
    self.detect = unsafeBitCast(detect, to: aloud_cld2_detect.self)
    self.code = unsafeBitCast(code, to: aloud_cld2_code.self)
  }

  /// The most likely language of `text`, which must be valid UTF-8, and true if it is the only likely one.
  func language(of text: [UInt8]) -> (tag: String, isReliable: Bool)? {
    if let tag = language(of: text, flags: 0) { return (tag, true) }
    return language(of: text, flags: ALOUD_CLD2_BEST_EFFORT).map { ($0, false) }
  }

  private func language(of text: [UInt8], flags: Int32) -> String? {
    var languages: [Int32] = [0, 0, 0]
    var percents: [Int32] = [0, 0, 0]
    var scores: [Double] = [0, 0, 0]
    var bytes: Int32 = 0
    var isReliable = false
    let language = text.withUnsafeBytes { text in
      detect(
        text.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(text.count), true, nil, flags, &languages,
        &percents, &scores, nil, &bytes, &isReliable)
    }
    guard isReliable, let name = code(language) else { return nil }
    return Self.tag(String(cString: name))
  }

  /// BCP 47 for a code of CLD2; nil for "unknown" and for names of scripts.
  private static func tag(_ code: String) -> String? {
    switch code {
    case "un", "xxx", "": nil
    case "iw": "he"
    case "jw": "jv"
    case "no": "nb"
    case "sr-ME": "sr"
    case "zh-Hant": "zh-Hant"
    default: code.utf8.count <= 3 ? code : nil
    }
  }
}
