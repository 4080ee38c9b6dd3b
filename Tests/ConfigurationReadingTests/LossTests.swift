import Configuration
import ConfigurationReading
import Testing

/// Mistakes that may hide a wish for silence, and those that concern themselves alone.
@Suite(.timeLimit(.minutes(3)))
struct LossTests {
  private func loss(_ contents: String) -> SettingsLoss {
    Configuration.load(files: [Configuration.File(path: "/f", contents: contents)]).loss
  }

  @Test(arguments: [
    // The value of a key that keeps something silent.
    "[notify]\nlocked = nothing", "[notify]\nlocked = \"nothin\"", "notify.locked = 3", "[notify]\nlockd = \"nothing\"",
    "[notify]\nlocked \"nothing\"", "[notify]\ndo-not-disturb = \"respekt\"", "[service]\nprivate-titles = yes",
    "[notify]\nlocked = \"nothing\0\"",
    // The heading above such keys.
    "[notify\nlocked = \"nothing\"", "[notfy]\nlocked = \"nothing\"", "notify = 3", "[\nlocked = \"nothing\"",
    "[notify.x]\nlocked = \"nothing\"",
    // Rules.
    "[[notify.rule]]\napplicaton = \"Bank\"\naction = \"mute\"",
    "[[notify.rule]]\napplication = Bank\naction = \"sound\"",
    "[notify]\nrule = 3", "[notify]\nrule = [{ action = mute }]",
    // A text that is not closed hides what follows.
    "[speech]\nvoice = \"\"\"\n[[notify.rule]]\naction = \"mute\"\n[notify]\ntemplate = \"\"\"{app}\"\"\"",
  ])
  func aWishForSilenceMayBeMissing(contents: String) {
    #expect(loss(contents) == .silence, "\(contents)")
  }

  @Test func aMutingRuleTooManyIsALoss() {
    let rule = "[[notify.rule]]\ntext = 'x'\naction = 'mute'\n"
    #expect(loss(String(repeating: rule, count: Settings.Notify.mostRules)) == .nothing)
    #expect(loss(String(repeating: rule, count: Settings.Notify.mostRules + 1)) == .silence)
  }

  @Test(arguments: [
    "", "[speech]\npitch = \"high\"", "[speach]\npitch = 2", "[speech\npitch = 2", "[notify]\ntemplate = \"{ap}\"",
    "[speech]\nvoice = Bob", "[player]\nodd = 1", "[[notify.rule]]\nshorten = \"x\"\naction = \"mute\"",
    "[[notify.rule]]\napplicaton = \"Bank\"\npriority = \"high\"", "[notify]\nlocked = \"all\"",
  ])
  func otherMistakesConcernThemselvesAlone(contents: String) {
    #expect(loss(contents) == .nothing, "\(contents)")
  }
}
