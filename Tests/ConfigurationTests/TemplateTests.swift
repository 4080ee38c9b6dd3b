import Testing
import Vocabulary

@Suite(.timeLimit(.minutes(3)))
struct TemplateTests {
  @Test(arguments: [
    ("{app}: {summary}. {body}", "<app>|: |<summary>|. |<body>"), ("{body:digits}", "<body:digits>"),
    ("{app:digits}{summary:digits}", "<app:digits>|<summary:digits>"), ("New message", "New message"),
    ("{{app}} {{{app}}}", "{app} {|<app>|}"), ("a}}b{{c", "a}b{c"), ("{{}}", "{}"),
    ("e\u{301}{app}\u{301}", "e\u{301}|<app>|\u{301}"), ("\n{body}\n", "\n|<body>|\n"),
  ])
  func placeholdersAreFoundAndDoubleBracesAreBraces(text: String, pieces: String) throws {
    let shown = try NotificationTemplate(text).pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .field(let field, let digitByDigit): "<\(field)\(digitByDigit ? ":digits" : "")>"
      }
    }
    #expect(shown.joined(separator: "|") == pieces)
  }

  @Test(arguments: [
    ("", NotificationTemplate.Mistake.empty), (" \n\u{3000}", .empty), ("{", .lonely("{")), ("a}", .lonely("}")),
    ("{app", .lonely("{")), ("{app{body}", .lonely("{")), ("{{app}", .lonely("}")), ("{app}}", .lonely("}")),
    ("{}", .unknown("{}")), ("{App}", .unknown("{App}")), ("{ app }", .unknown("{ app }")),
    ("{app:}", .unknown("{app:}")), ("{app:digits:digits}", .unknown("{app:digits:digits}")),
    ("{body:2}", .unknown("{body:2}")),
    ("{\(String(repeating: "x", count: 41))}", .unknown("{\(String(repeating: "x", count: 40))…}")),
  ])
  func aMistakeIsNamed(text: String, mistake: NotificationTemplate.Mistake) {
    #expect(throws: mistake) { _ = try NotificationTemplate(text) }
  }
}
