import Announcements
import Vocabulary

// Rules and wishes that change while something waits.
extension AnnouncementRoom {
  /// Ends all that is made from notifications of other programs; the spoken one fades out. Those that a program asked
  /// for stay.
  func dropSeen() { handle(.rejudge(lane.verdicts { $0.isSeen ? .drop(.cancelled) : .speak })) }

  /// Applies changed rules to what waits and to what is spoken.
  ///
  /// - Parameter plan: the treatment of a notification by the new rules.
  func judgeAnew(by plan: (DesktopNotification) -> NotificationPlan) {
    let verdicts = lane.verdicts { verdict(on: $0, plan) }
    for case (let id, .reword(let text)) in verdicts where id != lane.current?.id {
      // The new text is the whole one from now on.
      requests[id]?.text = text
      requests[id]?.parts = nil
    }
    switch lane.current.flatMap({ verdicts[$0.id] }) {
    case nil, .speak?: handle(.rejudge(verdicts))
    // Words that the rules have taken out are not heard to their end.
    case .reword?, .speakInstead?, .drop?: handle(.silence(.muted, verdicts))
    }
  }

  private func verdict(
    on announcement: Announcement, _ plan: (DesktopNotification) -> NotificationPlan
  ) -> AnnouncementVerdict {
    guard announcement.isSeen else { return .speak }
    guard let request = requests[announcement.id], let seen = request.seen else {
      // A summary has the name of its application alone.
      let plan = plan(DesktopNotification(application: announcement.application, summary: ""))
      return plan.action == .speak ? .speak : .drop(.muted)
    }
    let plan = plan(seen)
    guard plan.action == .speak || request.words.isEmpty, plan.action != .mute else { return .drop(.muted) }
    // The name of the application alone, on a locked screen, stays as it is. So do words that the rules leave alone.
    guard !announcement.isSubstitute, plan.text != request.words else { return .speak }
    return plan.text.isEmpty ? .drop(.muted) : .reword(plan.text)
  }
}
