import Testing

@testable import Announcements

struct PlainBodyTests {
  @Test(arguments: [
    ("Hello <b>world</b>", "Hello world"),
    ("<i>one</i>, <u>two</u>", "one, two"),
    ("See <a href=\"https://example.org/a/b?c=d\">the page</a> now", "See the page now"),
    ("<a href='x'>https://example.org/a/b?c=d</a>", "example.org"),
    ("a<br/>b<p>c</p>d", "a b c d"),
    ("<img src=\"cat.png\" alt=\"A cat &amp; a dog\"/>sleeps", "A cat & a dog sleeps"),
    ("<img alt=\"a > b\" src='x'>", "a > b"),
    ("<img src='x'/>only", "only"),
    ("AT&amp;T &lt;b&gt; &quot;x&quot; &apos;y&apos;", "AT&T <b> \"x\" 'y'"),
    ("&#65;&#x42;&#X43;&amp;lt;", "ABC&lt;"),
    ("<B>upper</B>", "upper"),
  ])
  func markupIsReadAsText(source: String, text: String) { #expect(PlainBody(source).text == text) }

  @Test(arguments: [
    ("3 < 5 > 2", "3 < 5 > 2"),
    ("I <3 you", "I <3 you"),
    ("<john@example.org> wrote", "<john@example.org> wrote"),
    ("open <b", "open <b"),
    ("open <a href=\"never closed", "open <a href=\"never closed"),
    ("a <b <b>c</b>", "a <b c"),
    ("</b>closed", "closed"),
    ("R&D & &nonsense; &#; &#xZZ; &", "R&D & &nonsense; &#; &#xZZ; &"),
    ("x&#0;y&#xD800;z&#x110000;", "x yz"),
    ("&amp;amp;", "&amp;"),
  ])
  func brokenMarkupStaysText(source: String, text: String) { #expect(PlainBody(source).text == text) }

  @Test func aSummaryHasNoMarkup() {
    #expect(PlainBody("<b>1 &lt; 2</b>", hasMarkup: false).text == "<b>1 &lt; 2</b>")
  }

  @Test(arguments: [
    ("a\u{202E}b\u{202C}\u{2066}c\u{2069}\u{200F}\u{061C}", "abc"),
    ("a\u{0000}b\u{0007}c\u{1B}[31m", "a b c [31m"),
    ("&#x202E;evil", "evil"),
    ("\u{1B}[1;31mError:\u{1B}[0m b\u{8}bad", "Error: bad"), (" 10%\r 90%\r100%\ndone", "100% done"),
    ("a\u{00AD}b\u{FEFF}c\u{E000}\u{E0041}", "abc"),
    ("  one\t\n\r\n two\u{2028}three\u{00A0}four  ", "one two three four"),
    ("👩\u{200D}👧 family", "👩\u{200D}👧 family"),
    ("", ""), (" \n ", ""),
  ])
  func onlyWhatCanBeSpokenIsLeft(source: String, text: String) { #expect(PlainBody(source).text == text) }

  @Test(arguments: [
    ("see https://www.example.org/a/very/long?path=1#x.", "see example.org."),
    ("(http://example.org:8080/x)", "(example.org)"),
    ("www.example.org/x, and", "example.org, and"),
    ("HTTPS://EXAMPLE.org/", "EXAMPLE.org"),
    ("https://paypal.com@evil.example/login", "evil.example"),
    ("https://paypal.com:secret@evil.example/login", "evil.example"),
    ("https://", "https://"), ("http:///x", "http:///x"), ("awww.that", "awww.that"), ("www.", "www."),
    ("mail a@b.example", "mail a@b.example"),
  ])
  func addressesAreShortenedToTheirHost(source: String, text: String) { #expect(PlainBody(source).text == text) }

  @Test func aLongBodyEndsWithAWholeWord() {
    let body = PlainBody(String(repeating: "word ", count: 1000), limit: 22)
    #expect(body.text == "word word word word")
    #expect(body.isShortened)
    #expect(!PlainBody("word word", limit: 9).isShortened)
    #expect(PlainBody(String(repeating: "字", count: 300), limit: 100).text.unicodeScalars.count == 100)
  }

  /// Bodies of a million characters that would be slow for a reader that starts again.
  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      "x", " ", "<", "<a ", "<a \"", "<a href='", "&", "&#", "&amp;", "<b>", "<b></b>", "https://", "www.",
      "<img alt=\"",
      "<img alt='x'>", "\u{202E}", "é", "a@", "<br>", "\u{0}",
    ])
  func anyMillionIsBounded(piece: String) {
    let body = PlainBody(String(repeating: piece, count: 1_000_000 / piece.utf8.count))
    #expect(body.text.unicodeScalars.count <= 4000)
  }
}
