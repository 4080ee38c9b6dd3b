import Documents
import Testing

/// The first place of one text in another.
@Suite(.timeLimit(.minutes(1)))
struct SubstringSearchTests {
  @Test func theFirstPlaceIsFound() throws {
    let text = "ein Käse, noch ein Käse"
    let place = try #require(text.firstPlace(of: "Käse"))
    #expect(text[..<place.lowerBound] == "ein " && text[place] == "Käse")
    let rest = text[place.upperBound...]
    let second = try #require(rest.firstPlace(of: "Käse"))
    #expect(rest[second.upperBound...].isEmpty && rest[second] == "Käse")
  }

  @Test func aMissingTextIsNotFound() {
    #expect("aab".firstPlace(of: "ab") == "aab".index(after: "aab".startIndex)..<"aab".endIndex)
    #expect("ab".firstPlace(of: "abc") == nil)
    #expect("".firstPlace(of: "a") == nil)
    #expect("".holds("") && "a".holds(""))
    #expect(!"display: none".holds("display:none"))
  }
}
