import Study

extension ConfigurationKey {
  static let ofStudy: [ConfigurationKey] = [
    .init(
      "study", "gap",
      ValueKind(
        expectation:
          "a gap such as \"1x\", the length of the phrase, or a duration up to 10min, such as \"2s\"",
        store: { value, settings in
          guard case .text(let text) = value, let gap = StudyText.gap(text) else { return false }
          settings.study.gap = gap
          return true
        },
        read: { .text(StudyText.format($0.study.gap)) }),
      "Gap behind each hearing of a phrase, in which the listener repeats it"),
    .init(
      "study", "speeds",
      ValueKind(
        expectation: "a list of 1 to 50 speeds from 0.25 to 4, such as \"0.7,0.7,1\"",
        store: { value, settings in
          guard case .text(let text) = value, let speeds = StudyText.speeds(text) else { return false }
          settings.study.speeds = speeds
          return true
        },
        read: { .text(StudyText.format($0.study.speeds)) }),
      "Speeds at which each phrase is heard, one after another; they multiply the rate"),
    .init(
      "study", "silence", .duration(\.study.silence, .milliseconds(50) ... .seconds(10)),
      "Shortest silence that divides two phrases of a recording"),
    .init(
      "study", "lead", .duration(\.study.lead, .zero ... .seconds(5)), "Silence before a voice that a phrase keeps"),
    .init(
      "study", "tail", .duration(\.study.tail, .zero ... .seconds(5)), "Silence after a voice that a phrase keeps"),
    .init(
      "study", "shortest", .duration(\.study.shortest, .zero ... .seconds(10)),
      "A shorter voice belongs to the phrase that is nearest to it"),
    .init(
      "study", "longest", .duration(\.study.longest, .seconds(1) ... .seconds(600)),
      "A longer phrase is divided where it is quietest"),
  ]
}
