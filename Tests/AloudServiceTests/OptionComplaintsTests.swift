import Testing

@testable import AloudService

@Suite("What the log says of unknown options", .timeLimit(.minutes(1)))
struct OptionComplaintsTests {
  @Test func oneLineForACallAndNoneForTheSameAgain() {
    var complaints = OptionComplaints()
    #expect(complaints.line(for: ["langage"], in: "Speak") == "Speak: option 'langage' is not known and ignored")
    #expect(complaints.line(for: ["langage"], in: "Speak") == nil)
    #expect(complaints.line(for: [], in: "Speak") == nil)
    #expect(
      complaints.line(for: ["b", "langage", "a", "b"], in: "Speak")
        == "Speak: options 'a', 'b' are not known and ignored")
    #expect(complaints.line(for: ["langage"], in: "Open") != nil, "another method, another program")
  }

  @Test func whateverAClientThinksOfTheLogStaysShort() {
    var complaints = OptionComplaints()
    let many = (0..<5000).map { "option \($0)" + String(repeating: "x", count: 1000) }
    let line = complaints.line(for: many, in: "Speak") ?? ""
    #expect(line.count < 300 && line.contains("and 4996 more"), "\(line)")
    let lines = (0..<1000).count { complaints.line(for: ["other \($0)"], in: "Speak") != nil }
    #expect(lines == 31)
  }
}
