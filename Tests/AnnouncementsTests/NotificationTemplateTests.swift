import Testing

@testable import Announcements

struct NotificationTemplateTests {
  private static func values(_ app: String, _ summary: String, _ body: String) -> NotificationTemplate.Values {
    NotificationTemplate.Values(texts: [.app: app, .summary: summary, .body: body])
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
    #expect(NotificationTemplate.standard.filled(Self.values(app, summary, body)) == text)
  }

  @Test func aPartIsNeverExpandedAgain_S1_03() throws {
    let template = try NotificationTemplate(parsing: "{summary} says {body}")
    #expect(template.filled(Self.values("x", "{body}", "{summary}{app}")) == "{body} says {summary}{app}")
  }

  @Test func bracesMayBeWritten_S1_03() throws {
    let template = try NotificationTemplate(parsing: "{{app}} is {app}}} }")
    #expect(template.filled(Self.values("Mail", "", "")) == "{app} is Mail} }")
  }

  @Test func mistakesHaveAPlace_S1_03() throws {
    #expect(throws: NotificationTemplateError.unknownPlaceholder(name: "titel", place: 6)) {
      try NotificationTemplate(parsing: "Neu: {titel}")
    }
    #expect(throws: NotificationTemplateError.unclosed(place: 3)) { try NotificationTemplate(parsing: "a {summary") }
    #expect(throws: NotificationTemplateError.unknownPlaceholder(name: "app:digits", place: 1)) {
      try NotificationTemplate(parsing: "{app:digits}")
    }
    let mistake = NotificationTemplateError.unknownPlaceholder(name: "titel", place: 6)
    #expect(
      mistake.description
        == "there is no placeholder {titel} (character 6); there are {app}, {summary}, {body}, {summary:digits}, {body:digits}"
    )
  }

  @Test func aTemplateWithoutPlaceholdersIsAText_S1_03() throws {
    #expect(try NotificationTemplate(parsing: "New mail.").filled(Self.values("a", "b", "c")) == "New mail.")
    #expect(try NotificationTemplate(parsing: "").filled(Self.values("a", "b", "c")) == "")
  }
}
