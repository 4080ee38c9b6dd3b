import EventLoop
import Playback
import Reading
import Vocabulary

/// Lets the reading step aside for announcements: speech is held, and a recording is lowered.
///
/// A hold changes nothing that the listener asked for: a paused book stays paused, and MPRIS shows what it showed.
@Core
final class SteppingAside {
  /// The time in which a recording is lowered, and comes back.
  private static let fade = Duration.milliseconds(50)
  /// The longest wait for the silence of the reading.
  private static let patience = Duration.milliseconds(300)

  private let session: Session
  /// True while something is announced.
  private(set) var isAnnouncing = false
  /// True while another program sounds an alarm or tells the way.
  var isAlarmed = false { didSet { if isAlarmed != oldValue { update() } } }
  private var isHolding = false
  /// The level of a lowered recording, 0…1.
  var level = CubicLevel(of: -12) { didSet { if level != oldValue { update() } } }

  init(session: Session) { self.session = session }

  /// Steps aside, and calls `body` when the reading is silent or lowered.
  func begin(then body: @escaping @Core () -> Void) {
    isAnnouncing = true
    update()
    guard isHolding else { return body() }
    session.output.whenSilent(within: Self.patience, body)
  }

  /// Comes back.
  func end() {
    guard isAnnouncing else { return }
    isAnnouncing = false
    update()
  }

  /// Called after each turn of the reading: another track may be the current one.
  func update() {
    let isAside = isAnnouncing || isAlarmed
    let isRecording = session.isAtRecording
    session.output.lower(to: isAside && isRecording ? level : 1, over: Self.fade)
    let holds = isAside && !isRecording
    guard holds != isHolding else { return }
    isHolding = holds
    session.send(holds ? .holdBegan(.announcement) : .holdEnded(.announcement))
  }
}
