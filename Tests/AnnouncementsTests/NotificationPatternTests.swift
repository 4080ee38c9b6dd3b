import Testing

@testable import Announcements

struct NotificationPatternTests {
  @Test(arguments: [
    ("*", ""), ("*", "anything"), ("mail", "Mail"), ("MAIL", "mail"), ("ma?l", "mall"), ("email.*", "email.arrived"),
    ("*bird*", "Thunderbird"), ("*a*b*", "xaxbx"), ("", ""), ("?", "é"), ("Ä*", "äpfel"), ("**a**", "a"),
    ("*ab", "aab"), ("a*a", "aa"), ("caf\u{65}\u{301}", "café"),
  ])
  func aPatternMatches_S1_03(pattern: String, text: String) { #expect(NotificationPattern(pattern).matches(text)) }

  @Test(arguments: [
    ("", "x"), ("?", ""), ("mail", "mails"), ("mail", "gmail"), ("a*a", "a"), ("email.*", "email"), ("*ab", "aba"),
    ("[a-z]", "a"),
  ])
  func aPatternDoesNotMatch_S1_03(pattern: String, text: String) {
    #expect(!NotificationPattern(pattern).matches(text))
  }

  @Test func anywhereMeansAnyPart_S1_03() {
    #expect(NotificationPattern("code").anywhere.matches("Your code is 1"))
    #expect(NotificationPattern("").anywhere.matches("x"))
    #expect(!NotificationPattern("a?c").anywhere.matches("abd"))
  }

  /// The same answer as trying each length of each `*`.
  @Test func itMatchesWhatTheMeaningOfItsSignsSays() {
    var random = LaneWalk.Random(state: 7)
    func matches(_ pattern: ArraySlice<Character>, _ text: ArraySlice<Character>) -> Bool {
      guard let sign = pattern.first else { return text.isEmpty }
      let rest = pattern.dropFirst()
      if sign == "*" { return (0...text.count).contains { matches(rest, text.dropFirst($0)) } }
      return (sign == "?" && !text.isEmpty || sign == text.first) && matches(rest, text.dropFirst())
    }
    for _ in 0..<20_000 {
      let pattern = (0..<Int.random(in: 0...6, using: &random)).compactMap { _ in "aab?**".randomElement(using: &random)
      }
      let text = (0..<Int.random(in: 0...8, using: &random)).compactMap { _ in "aab".randomElement(using: &random) }
      let (one, other) = (NotificationPattern(String(pattern)), String(text))
      #expect(one.matches(other) == matches(pattern[...], text[...]), "\(String(pattern)) and \(other)")
      let open = ["*"] + pattern + ["*"]
      #expect(one.anywhere.matches(other) == matches(open[...], text[...]), "\(String(open)) and \(other)")
    }
  }

  @Test func aPartIsFoundAcrossTheBordersOfWords() {
    for count in [1, 63, 64, 65, 127, 128, 129, 1000] {
      let part = String(repeating: "a", count: count - 1) + "b"
      #expect(NotificationPattern(part).anywhere.matches("xaa" + part + "y"))
      #expect(!NotificationPattern(part + "?b").anywhere.matches(part + part.dropLast()))
    }
  }

  /// 200 rules of equal letters are as many as there may be; one after the other took seconds.
  @Test(.timeLimit(.minutes(1)))
  func aHostileTextTakesBoundedTime() {
    let text = Array(String(repeating: "a", count: 4000))
    let star = NotificationPattern(String(repeating: "a*", count: 50) + "b")
    let equal = NotificationPattern(String(repeating: "a", count: 1000) + "b").anywhere
    for _ in 0..<200 { #expect(!star.matches(text) && !equal.matches(text)) }
  }
}
