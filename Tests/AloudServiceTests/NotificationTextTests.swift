import Testing
import Vocabulary

@testable import AloudService

@Suite("The words of a notification", .timeLimit(.minutes(1)))
struct NotificationTextTests {
  private func body(_ text: String, markup: Bool = true) -> String {
    NotificationText(summary: "", body: text, showsMarkup: markup).body
  }

  @Test func namesBringNoMarkupToTheDesktop_B8() {
    #expect(
      body("there is no file '/tmp/<b>bold</b><img src=\"http://x.example/a.png\">.txt'")
        == "there is no file '/tmp/&lt;b&gt;bold&lt;/b&gt;&lt;img src=&quot;http://x.example/a.png&quot;&gt;.txt'")
    #expect(body("R&D <draft>") == "R&amp;D &lt;draft&gt;")
    #expect(body("&lt;") == "&amp;lt;", "an escaped name is a name like any other")
  }

  @Test func aDesktopWithoutMarkupShowsWhatItIsSent_B8() {
    #expect(body("R&D <draft>", markup: false) == "R&D <draft>")
    #expect(NotificationText(summary: "R&D <draft>", body: "", showsMarkup: true).summary == "R&D <draft>")
  }

  @Test func controlCharactersAndTurnsOfDirectionAreLeftOut_B16() {
    for markup in [true, false] {
      let evil = body("evil\u{1B}]0;pwned\u{7}\u{1B}[31mred\nline\u{9B}", markup: markup)
      #expect(evil == "evil ]0;pwned  [31mred line ")
      #expect(body("a\u{202E}txt.exe\u{2066}\u{2028}b", markup: markup) == "atxt.exe b")
    }
    #expect(NotificationText(summary: "a\r\nb\0", body: "", showsMarkup: true).summary == "a  b ")
    #expect(body("Zwölf 十二 👩‍👩‍👧 اثنا") == "Zwölf 十二 👩‍👩‍👧 اثنا", "joiners belong to the text")
  }
}
