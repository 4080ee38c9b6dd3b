import Testing
import Vocabulary

@testable import Announcements

struct NotificationRulesTests {
  private static func rule(_ change: (inout NotificationRule) -> Void) -> NotificationRule {
    var rule = NotificationRule()
    change(&rule)
    return rule
  }

  private static func notification(
    _ application: String = "Mail", _ summary: String = "Hello", _ body: String = "World",
    _ change: (inout DesktopNotification) -> Void = { _ in }
  ) -> DesktopNotification {
    var notification = DesktopNotification(application: application, summary: summary, body: body)
    change(&notification)
    return notification
  }

  private static let everything = NotificationRules([])

  @Test func withoutRulesEverythingIsSpoken_S1_03() {
    let plan = Self.everything.plan(for: Self.notification("Mail", "Ann &amp; Bob", "<b>Lunch</b> at 12?"))
    #expect(plan.action == .speak && plan.steps.isEmpty && plan.sound == nil)
    #expect(plan.text == "Mail: Ann &amp; Bob. Lunch at 12?", "a summary has no markup")
  }

  @Test func namesThatTellNothingAreLeftOut_S1_03() throws {
    #expect(Self.everything.plan(for: Self.notification("notify-send", "Done", "")).text == "Done.")
    #expect(Self.everything.plan(for: Self.notification("Firefox", "Firefox", "ready")).text == "Firefox. ready")
    #expect(Self.everything.plan(for: Self.notification("notify-send", "", "")).text == "notify-send")
    let rules = NotificationRules([Self.rule { $0.template = "{app} says {summary}" }])
    #expect(rules.plan(for: Self.notification("notify-send")).text == "notify-send says Hello")
  }

  @Test func aRuleHoldsIfAllItsConditionsHold_S1_03() {
    let rules = NotificationRules([
      Self.rule {
        ($0.application, $0.category, $0.urgency, $0.text) = ("mail*", "email.*", .low, "w?rld")
        $0.action = .mute
      }
    ])
    func action(_ change: (inout DesktopNotification) -> Void) -> NotificationRule.Action {
      rules.plan(
        for: Self.notification("Mailer") {
          ($0.category, $0.urgency) = ("email.arrived", .low)
          change(&$0)
        }
      ).action
    }
    #expect(action { _ in } == .mute)
    #expect(action { $0.application = "Chat" } == .speak)
    #expect(action { $0.category = "" } == .speak)
    #expect(action { $0.urgency = .normal } == .speak)
    #expect(action { $0.body = "nothing" } == .speak)
    #expect(action { ($0.summary, $0.body) = ("the WORLD", "") } == .mute)
  }

  @Test func laterRulesReplaceWhatEarlierOnesSet_S1_03_S1_11() {
    let rules = NotificationRules([
      Self.rule { ($0.action, $0.voice, $0.rate, $0.volume) = (.mute, "anna", 1.5, 0.5) },
      Self.rule { ($0.application, $0.action, $0.voice) = ("mail", .speak, "bert") },
      Self.rule { ($0.application, $0.voice) = ("chat", "carl") },
    ])
    let plan = rules.plan(for: Self.notification())
    #expect(plan.action == .speak && plan.voice == "bert" && plan.rate == 1.5 && plan.volume == 0.5)
    #expect(
      plan.steps == [
        .init(origin: .rule(0), change: .action(.mute)), .init(origin: .rule(0), change: .voice("anna")),
        .init(origin: .rule(0), change: .rate(1.5)), .init(origin: .rule(0), change: .volume(0.5)),
        .init(origin: .rule(1), change: .action(.speak)), .init(origin: .rule(1), change: .voice("bert")),
      ])
    #expect(rules.plan(for: Self.notification("Other")).action == .mute)
  }

  @Test func aTextIsShortenedAndReplaced_S1_03() {
    let rules = NotificationRules([
      Self.rule { ($0.application, $0.shorten) = ("mail", 11) },
      Self.rule { ($0.application, $0.template) = ("bank", "Money: {body:digits}") },
      Self.rule { ($0.application, $0.template) = ("bank", "{nonsense}") },
    ])
    #expect(rules.plan(for: Self.notification("Mail", "Ann", "Hello world again")).text == "Mail: Ann. Hello world")
    #expect(rules.plan(for: Self.notification("Mail", "Ann", "Hello worlds again")).text == "Mail: Ann. Hello")
    let plan = rules.plan(for: Self.notification("Bank", "In", "120 euros"))
    #expect(plan.text == "Money: 1 2 0 euros", "a mistake changes nothing else")
    let mistake = NotificationTemplate.Mistake.unknown("{nonsense}")
    #expect(plan.steps.last == .init(origin: .rule(2), change: .ignored(.template(mistake))))
  }

  @Test func codesAreSpokenDigitByDigit_S1_10() {
    #expect(
      Self.everything.plan(for: Self.notification("Bank", "Your code", "48210")).text
        == "Bank: Your code. 4 8 2 1 0")
    let rules = NotificationRules([Self.rule { $0.digits = .number }])
    #expect(rules.plan(for: Self.notification("Bank", "Your code", "48210")).text == "Bank: Your code. 48210")
    let hinted = Self.notification("Shop", "Order", "77120") { $0.hints.digits = .pairs }
    #expect(rules.plan(for: hinted).text == "Shop: Order. 77 12 0")
  }

  // MARK: Hints

  @Test func aHintSilences_S1_12() {
    let silent = Self.notification { $0.hints.speak = false }
    let plan = Self.everything.plan(for: silent)
    #expect(plan.action == .mute && plan.text.isEmpty)
  }

  @Test func whatTheListenerMutedStaysMuted_S1_12() {
    let rules = NotificationRules([Self.rule { $0.action = .mute }])
    let plan = rules.plan(
      for: Self.notification {
        ($0.hints.speak, $0.hints.soundFile, $0.hints.priority) = (true, "/x.oga", .important)
        $0.urgency = .critical
      })
    #expect(plan.action == .mute && plan.text.isEmpty && plan.sound == nil)
    #expect(plan.steps.contains(.init(origin: .hint("x-aloud-speak"), change: .ignored(.muted))))
  }

  @Test func aHintSpeaksWhereARuleWantsASound_S1_12() {
    let rules = NotificationRules([Self.rule { $0.action = .sound }])
    #expect(rules.plan(for: Self.notification()).text.isEmpty)
    #expect(rules.plan(for: Self.notification { $0.hints.speak = true }).text == "Mail: Hello. World")
  }

  @Test func hintsWinOverRules_S1_11_S1_12() {
    let rules = NotificationRules([Self.rule { ($0.voice, $0.rate, $0.priority) = ("anna", 2, .text) }])
    let plan = rules.plan(
      for: Self.notification {
        ($0.hints.voice, $0.hints.rate, $0.hints.priority, $0.hints.engine) = ("bert", 0.5, .message, "hum")
      })
    #expect(plan.voice == "bert" && plan.engine == "hum" && plan.rate == 0.5 && plan.priority == .message)
    #expect(!plan.steps.contains { if case .ignored = $0.change { true } else { false } })
  }

  @Test func hintsThatMeanNothingAreToldAndIgnored_S1_12() {
    let plan = Self.everything.plan(
      for: Self.notification {
        ($0.hints.rate, $0.hints.unreadable) = (.nan, ["x-aloud-priority"])
      })
    #expect(plan.rate == nil && plan.text == "Mail: Hello. World")
    #expect(
      plan.steps == [
        .init(origin: .hint("x-aloud-rate"), change: .ignored(.badValue)),
        .init(origin: .hint("x-aloud-priority"), change: .ignored(.badValue)),
      ])
  }

  @Test func aNotificationMayBeASoundAlone_S1_17() {
    let plan = Self.everything.plan(
      for: Self.notification { ($0.hints.speak, $0.hints.soundName) = (false, "message-new-email") })
    #expect(plan.action == .sound && plan.sound == .name("message-new-email") && plan.text.isEmpty)
    let both = Self.everything.plan(
      for: Self.notification { ($0.hints.soundFile, $0.hints.soundName) = ("/a.oga", "bell") })
    #expect(both.action == .speak && both.sound == .file("/a.oga"))
    let suppressed = Self.everything.plan(
      for: Self.notification { ($0.hints.soundFile, $0.hints.suppressSound) = ("/a.oga", true) })
    #expect(suppressed.sound == nil && suppressed.isSoundSuppressed && suppressed.action == .speak)
  }

  // MARK: Anything

  /// Random notifications and rules: nothing muted has a text or a sound, and the text is clean and bounded.
  @Test(.timeLimit(.minutes(2)), arguments: 0..<10 as Range<UInt64>)
  func nothingMutedHasATextOrASound_S1_03(part: UInt64) {
    var random = LaneWalk.Random(state: part)
    let pieces = [
      "code 4821", "<b>", "</b>", "{body}", "\u{202E}", "&lt;", "https://x.example/y", " ", "é", "*", "\u{7}",
    ]
    func text() -> String {
      (0..<Int.random(in: 0...6, using: &random)).map { _ in pieces.randomElement(using: &random)! }.joined()
    }
    for _ in 0..<300 {
      let rules = (0..<Int.random(in: 0...4, using: &random)).map { _ in
        Self.rule {
          $0.application = [nil, "a*", "*"].randomElement(using: &random)!
          $0.text = [nil, "*code*", "é"].randomElement(using: &random)!
          $0.action = [nil, .mute, .sound, .speak].randomElement(using: &random)!
          $0.template = [nil, "{app} {summary:digits} {body}", "{", "fixed"].randomElement(using: &random)!
          $0.shorten = [nil, 1, 0, -5, 20].randomElement(using: &random)!
          $0.digits = NotificationRule.Digits.allCases.randomElement(using: &random)
        }
      }
      let plan = NotificationRules(rules).plan(
        for: Self.notification(text(), text(), text()) {
          $0.hints.speak = [nil, true, false].randomElement(using: &random)!
          $0.hints.soundFile = [nil, "/x"].randomElement(using: &random)!
          $0.hints.suppressSound = Bool.random(using: &random)
        })
      #expect(plan.action == .speak || plan.text.isEmpty)
      #expect(plan.action != .mute || plan.sound == nil)
      #expect(!plan.text.unicodeScalars.contains { $0.value < 0x20 || $0 == "\u{202E}" })
    }
  }

  @Test(.timeLimit(.minutes(1)))
  func aBodyOfAMegabyteIsPlannedWithManyRules() {
    let rules = NotificationRules((0..<50).map { number in Self.rule { $0.text = "*a*b\(number)*" } })
    let plan = rules.plan(for: Self.notification("a", "b", String(repeating: "ab 1234 ", count: 131_072)))
    #expect(plan.text.unicodeScalars.count < 10_000)
  }
}
