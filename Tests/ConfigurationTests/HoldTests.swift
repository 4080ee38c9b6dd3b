import Configuration
import Testing
import Vocabulary

/// The settings that hold while files cannot be read.
@Suite(.timeLimit(.minutes(3)))
struct HoldTests {
  private static let muting: Settings = {
    var settings = Settings()
    settings.notify.locked = .nothing
    var rule = NotificationRule()
    rule.application = "Bank"
    rule.action = .mute
    settings.notify.rules = [rule]
    settings.service.privateTitles = true
    settings.speech.pitch = 2
    return settings
  }()

  @Test func whatHeldBeforeHoldsWhileAFileCannotBeRead() {
    var hold = SettingsHold()
    hold.take(SettingsReport(settings: Self.muting))
    #expect(hold.current == Self.muting && hold.state == .read)
    for _ in 0..<2 {
      hold.take(SettingsReport(loss: .file))
      #expect(hold.current == Self.muting && hold.state == .former)
      hold.fail()
      #expect(hold.current == Self.muting && hold.state == .former)
    }
    hold.take(SettingsReport())
    #expect(hold.current == Settings() && hold.state == .read, "the listener's own change is no mistake")
  }

  @Test func aMistakenWishForSilenceLeavesTheFormerOnesAndTakesTheRest() {
    var hold = SettingsHold()
    hold.take(SettingsReport(settings: Self.muting))
    var changed = Settings()
    changed.speech.pitch = 0.5
    hold.take(SettingsReport(settings: changed, loss: .silence))
    #expect(hold.current.notify == Self.muting.notify && hold.current.service.privateTitles)
    #expect(hold.current.speech.pitch == 0.5 && hold.state == .former)
    // A file that is lost then keeps both.
    hold.take(SettingsReport(loss: .file))
    #expect(hold.current.notify == Self.muting.notify && hold.current.speech.pitch == 0.5)
  }

  @Test func afterAStartWithAMistakeNothingIsSpoken() {
    var spoken = Settings()
    spoken.notify.locked = .all
    spoken.speech.pitch = 0.5
    for loss in [SettingsLoss.silence, .file] {
      var hold = SettingsHold()
      hold.take(SettingsReport(settings: spoken, loss: loss))
      #expect(hold.state == .silenced && hold.current.notify.locked == .nothing && hold.current.service.privateTitles)
      #expect(hold.current.notify.rules.last?.action == .mute && hold.current.speech.pitch == 0.5)
    }
    var hold = SettingsHold()
    hold.fail()
    #expect(hold.state == .silenced && hold.current == Settings().silenced)
    // Mended, the files hold.
    hold.take(SettingsReport(settings: spoken))
    #expect(hold.current == spoken && hold.state == .read)
  }
}
