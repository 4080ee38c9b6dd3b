import Testing
import Vocabulary

@testable import Announcements

struct NotificationWordingTests {
  private static func wording(_ app: String, _ summary: String, _ body: String) -> NotificationWording {
    NotificationWording(application: .init(app), summary: .init(summary), body: .init(body, digits: "by digits"))
  }

  private static func text(_ template: String, _ wording: NotificationWording) throws -> String {
    wording.text(of: try NotificationTemplate(template).pieces)
  }

  @Test(arguments: [
    ("Mail", "Hello", "World", "Mail: Hello. World"),
    ("Mail", "Hello?", "World.", "Mail: Hello? World."),
    ("Mail", "Hello", "", "Mail: Hello."),
    ("Mail", "", "World", "Mail: World"),
    ("", "Hello", "World", "Hello. World"),
    ("", "Hello!", "", "Hello!"),
    ("", "", "World", "World"),
    ("Mail", "", "", "Mail"),
    ("", "", "", ""),
    ("Mail:", "到了。", "好", "Mail: 到了。 好"),
  ])
  func theUsualTextHasNoEmptyPartsAndNoDoubledSigns_S1_03(app: String, summary: String, body: String, text: String) {
    #expect(Self.wording(app, summary, body).text(of: NotificationWording.usual) == text)
  }

  @Test func aPartIsNeverExpandedAgain_S1_03() throws {
    let wording = Self.wording("x", "{body}", "{summary}{app}")
    #expect(try Self.text("{summary} says {body}", wording) == "{body} says {summary}{app}")
  }

  @Test func bracesMayBeWritten_S1_03() throws {
    #expect(try Self.text("{{app}} is {app}}}", Self.wording("Mail", "", "")) == "{app} is Mail}")
  }

  @Test func aPartMayBeDigitByDigit_S1_10() throws {
    #expect(try Self.text("{app}: {body:digits}", Self.wording("Bank", "", "120")) == "Bank: by digits")
  }

  @Test func aTemplateWithoutPlaceholdersIsAText_S1_03() throws {
    #expect(try Self.text("New mail.", Self.wording("a", "b", "c")) == "New mail.")
  }

  @Test func theSettingsHaveATemplateToo_S1_03() {
    let rules = NotificationRules([], template: "{summary}")
    #expect(rules.plan(for: DesktopNotification(application: "Mail", summary: "Hello", body: "x")).text == "Hello")
  }
}
