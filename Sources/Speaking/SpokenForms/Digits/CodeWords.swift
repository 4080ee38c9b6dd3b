/// Words that announce a code, such as a one-time password.
package enum CodeWords {
  /// Whole words, in lower case.
  private static let words: Set<String> = [
    "code", "codes", "pin", "otp", "tan", "mtan", "passcode", "password", "passwort", "token", "kennwort", "código",
    "codigo", "codice", "contraseña", "senha", "kod", "kód", "koodi", "kode", "код", "кода", "пароль",
    "пін", "κωδικός", "κωδικό", "رمز", "الرمز", "קוד", "كود", "कोड", "ओटीपी",
  ]
  /// Ends of longer words, such as "Bestätigungscode".
  private static let endings = ["code", "codes", "kode", "passwort", "wachtwoord"]
  /// Words of scripts without blanks, and of Korean, which adds endings.
  private static let parts = ["验证码", "驗證碼", "校验码", "动态码", "密码", "認証コード", "確認コード", "コード", "暗証番号", "인증번호", "인증 번호", "코드"]
    .map { Array($0.unicodeScalars) }
  /// The distance at which a word still announces a number, in Unicode scalars.
  private static let reach = 48

  /// True if a text has such a word.
  package static func areIn(_ text: String) -> Bool { neighbourhood(Array(text.unicodeScalars)).contains(true) }

  /// For each scalar of a text, true if such a word is near.
  static func neighbourhood(_ scalars: [Unicode.Scalar]) -> [Bool] {
    var result = [Bool](repeating: false, count: scalars.count)
    func mark(_ range: Range<Int>) {
      for index in max(0, range.lowerBound - reach)..<min(scalars.count, range.upperBound + reach) {
        result[index] = true
      }
    }
    var index = 0
    while index < scalars.count {
      for part in parts where part[0] == scalars[index] && scalars[index...].starts(with: part) {
        mark(index..<index + part.count)
      }
      guard scalars[index].properties.isAlphabetic else {
        index += 1
        continue
      }
      // Scripts without blanks are one long word here, which is none of the words.
      var end = index
      var word = ""
      while end < scalars.count, isOfWord(scalars[end]), end - index < 40, !startsPart(scalars, end, after: index) {
        word += scalars[end].properties.lowercaseMapping
        end += 1
      }
      if words.contains(word) || endings.contains(where: word.hasSuffix) { mark(index..<end) }
      index = max(end, index + 1)
    }
    return result
  }

  private static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar.properties.generalCategory == .nonspacingMark
  }

  private static func startsPart(_ scalars: [Unicode.Scalar], _ index: Int, after start: Int) -> Bool {
    index > start && scalars[index].value >= 0x3000 && parts.contains { $0[0] == scalars[index] }
  }
}
