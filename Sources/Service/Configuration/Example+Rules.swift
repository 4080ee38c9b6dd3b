public import Vocabulary

extension Configuration {
  /// Rules for the example file, each with its purpose.
  public static var exampleRules: [(purpose: String, rule: NotificationRule)] {
    [
      (
        "Nothing of this application is heard, except what is critical: later rules replace the effects of earlier ones",
        rule {
          $0.application = "Slack*"
          $0.action = .mute
        }
      ),
      (
        "This one goes with the rule above",
        rule {
          $0.application = "Slack*"
          $0.urgency = .critical
          $0.action = .speak
        }
      ),
      (
        "Only the sound of what is not urgent",
        rule {
          $0.urgency = .low
          $0.action = .sound
        }
      ),
      (
        "Mail: no more than the subject",
        rule {
          $0.category = "email.*"
          $0.template = "Mail: {summary}"
        }
      ),
      (
        "A code, digit by digit, and before everything else",
        rule {
          $0.text = "verification code"
          $0.template = "{app}: {body:digits}"
          $0.priority = .important
        }
      ),
      (
        "German chats with a voice of their own, faster, and not too long",
        rule {
          $0.application = "Signal"
          $0.shorten = 200
          $0.voice = "German"
          $0.language = "de"
          $0.rate = 1.25
          $0.volume = 0.8
          $0.digits = .pairs
        }
      ),
    ]
  }

  /// The part of the example file about rules: every key, and the example rules, all as comments.
  static var exampleOfRules: String {
    var text = """

      # Rules about notifications: any number of \(RuleKey.heading), up to \(Settings.Notify.mostRules). All rules whose \
      conditions hold are applied,
      # in their order; those of this file come after those of the system's.

      """
    for isCondition in [true, false] {
      text +=
        isCondition
        ? "#\n# Conditions; in patterns, * stands for any characters and ? for one:\n" : "#\n# Effects, at least one:\n"
      for key in RuleKey.all where key.isCondition == isCondition {
        text += "# \(key.name): \(key.documentation)\n#   (\(key.expectation))\n"
      }
    }
    for (purpose, rule) in exampleRules {
      let lines = toml(rule).split(separator: "\n").map { "#\($0)\n" }
      text += "\n# \(purpose)\n\(lines.joined())"
    }
    return text
  }

  /// A rule as TOML: its heading, then a line for each of its keys; without a line end.
  public static func toml(_ rule: NotificationRule) -> String {
    ([RuleKey.heading] + RuleKey.all.compactMap { $0.line(in: rule) }).joined(separator: "\n")
  }

  private static func rule(_ fill: (inout NotificationRule) -> Void) -> NotificationRule {
    var rule = NotificationRule()
    fill(&rule)
    return rule
  }
}
