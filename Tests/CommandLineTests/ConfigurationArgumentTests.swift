import CommandOutput
import Testing

@testable import aloud

/// The verbs of `aloud config` say what to type.
@Suite(.timeLimit(.minutes(1)))
struct ConfigurationArgumentTests {
  private func cure(_ key: String, _ verb: String, _ value: String = "") -> String? {
    do throws(Failure) {
      _ = try Config.key(key, task: "do it", verb: verb, value: value)
      return nil
    } catch {
      return error.cure
    }
  }

  @Test func aMistypedKeyIsAnsweredWithTheWholeCommand() {
    #expect(cure("player.next-mean", "set", "a b") == "aloud config set player.next-means 'a b'")
    #expect(cure("player.next-mean", "get") == "aloud config get player.next-means")
  }

  @Test func theNameOfAVerbIsNoKeyOfSomethingElse() {
    #expect(
      cure("volume", "set", "0.5")
        == "aloud config set announcements.volume 0.5, or aloud volume 0.5 for the reading")
    #expect(cure("announcements.volume", "set", "0.5") == nil && cure("volume", "get") == nil)
    #expect(cure("next-means", "set", "sentence") == nil, "a short name that nothing else has")
  }

  @Test func theEditorIsTheListenersElseTheFirstThatIsInstalled() {
    func editor(_ environment: [String: String], _ installed: String...) -> String? {
      Config.Edit.editor(environment: { environment[$0] }) { installed.contains($0) }
    }
    #expect(editor(["EDITOR": "emacs -nw", "VISUAL": ""], "nano") == "emacs -nw")
    #expect(editor(["VISUAL": "gedit", "EDITOR": "vi"]) == "gedit")
    #expect(editor([:], "vi", "nano") == "nano" && editor([:], "nano", "editor") == "editor")
    #expect(editor([:]) == nil)
  }
}
