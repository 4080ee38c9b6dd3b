import SpokenForms
import Testing
import Vocabulary

struct DigitReadingTests {
  @Test(arguments: [
    ("Your code is 48210", "Your code is 4 8 2 1 0"),
    ("48210 is your verification code", "4 8 2 1 0 is your verification code"),
    ("G-482100 is your Google verification code.", "G-4 8 2 1 0 0 is your Google verification code."),
    ("PIN: 1234", "PIN: 1 2 3 4"),
    ("Ihr Bestätigungscode lautet 123 456.", "Ihr Bestätigungscode lautet 1 2 3, 4 5 6."),
    ("TAN 123-456", "TAN 1 2 3, 4 5 6"),
    ("Tu código es 9021", "Tu código es 9 0 2 1"),
    ("Ваш код: 55501", "Ваш код: 5 5 5 0 1"),
    ("您的验证码为384756，请勿泄露", "您的验证码为3 8 4 7 5 6，请勿泄露"),
    ("認証コード：４８２１", "認証コード：４ ８ ２ １"),
    ("인증번호는 482100입니다", "인증번호는 4 8 2 1 0 0입니다"),
  ])
  func codesAreSpokenDigitByDigit_S1_10(text: String, spoken: String) {
    #expect(DigitReading.spoken(text, .auto) == spoken)
  }

  @Test(arguments: [
    ("Call +49 170 1234567 now", "Call +4 9, 1 7 0, 1 2 3 4 5 6 7 now"),
    ("Missed call from 0170/1234567", "Missed call from 0 1 7 0, 1 2 3 4 5 6 7"),
    ("(030) 12345-67", "(0 3 0, 1 2 3 4 5, 6 7"),
    ("555-123-4567", "5 5 5, 1 2 3, 4 5 6 7"),
    ("06 12 34 56 78", "0 6, 1 2, 3 4, 5 6, 7 8"),
    ("+33612345678", "+3 3 6 1 2 3 4 5 6 7 8"),
  ])
  func telephoneNumbersAreSpokenDigitByDigit_S1_10(text: String, spoken: String) {
    #expect(DigitReading.spoken(text, .auto) == spoken)
  }

  @Test(arguments: [
    "You received 48210 euros", "Build 12345 failed", "At 08:30 on 01.02.2024", "2024-05-01", "07/11/2024",
    "Your code expires in 10 minutes", "The code costs € 4500", "Code review: 4,500 lines", "PIN changed on 2024-05-01",
    "Code: 1500.50", "3.14", "1 2 3", "",
  ])
  func otherNumbersStayNumbers_S1_10(text: String) { #expect(DigitReading.spoken(text, .auto) == text) }

  @Test func theListenerMayChooseTheWay_S1_10() {
    #expect(DigitReading.spoken("room 1204, floor 12", .single) == "room 1 2 0 4, floor 1 2")
    #expect(DigitReading.spoken("room 12045", .pairs) == "room 12 04 5")
    #expect(DigitReading.spoken("code 48210", .number) == "code 48210")
  }

  @Test func aTitleAboutACodeAppliesToTheBody_S1_10() {
    #expect(CodeWords.areIn("Your verification code"))
    #expect(!CodeWords.areIn("Decoded the episode"))
    #expect(DigitReading.spoken("48210", .auto, isAboutCode: true) == "4 8 2 1 0")
  }

  @Test(.timeLimit(.minutes(1)), arguments: ["1", "1 ", "code 1", "0-", "+1(", "验", "code"])
  func longTextsTakeBoundedTime(piece: String) {
    let text = String(repeating: piece, count: 20_000)
    for digits in NotificationRule.Digits.allCases {
      #expect(DigitReading.spoken(text, digits).utf8.count >= text.utf8.count / 2)
    }
  }
}
