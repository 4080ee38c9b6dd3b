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

  @Test(.timeLimit(.minutes(1)))
  func aHostileTextTakesBoundedTime() {
    let pattern = NotificationPattern(String(repeating: "a*", count: 50) + "b")
    #expect(!pattern.matches(String(repeating: "a", count: 4000)))
  }
}
