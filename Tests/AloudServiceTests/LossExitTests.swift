import EventLoop
import Testing
import Vocabulary

@testable import AloudService
@testable import Reading

@Suite("A service whose session bus has gone", .timeLimit(.minutes(1)))
struct LossExitTests {
  @Core
  private final class Scene {
    let clock = ManualScheduler()
    let exit: LossExit
    var left = 0

    init() {
      let notices = Relay<RoomNotice>()
      exit = LossExit(scheduler: clock, notices)
      notices.connect { [weak self] notice in
        if case .busMissed = notice { self?.left += 1 }
      }
    }
  }

  @Test @Core func endsWhenTheBusStaysAwayAndNothingIsHeard() {
    let scene = Scene()
    scene.exit.update(hasBus: false, isHeard: false)
    scene.clock.advance(by: .seconds(9))
    // An event meanwhile does not restart the time.
    scene.exit.update(hasBus: false, isHeard: false)
    #expect(scene.left == 0)
    scene.clock.advance(by: .seconds(1))
    #expect(scene.left == 1)
  }

  @Test @Core func staysWhereTheBusIsBackInTimeOrWasNeverGone() {
    let scene = Scene()
    scene.exit.update(hasBus: true, isHeard: false)
    scene.clock.advance(by: .seconds(100))
    scene.exit.update(hasBus: false, isHeard: false)
    scene.clock.advance(by: .seconds(9))
    scene.exit.update(hasBus: true, isHeard: false)
    scene.clock.advance(by: .seconds(100))
    #expect(scene.left == 0)
  }

  @Test @Core func readsOnWithoutABusAsLongAsItIsHeard() {
    let scene = Scene()
    scene.exit.update(hasBus: false, isHeard: true)
    scene.clock.advance(by: .seconds(3600))
    #expect(scene.left == 0)
    // The sound ends with the session, or the text ends.
    scene.exit.update(hasBus: false, isHeard: false)
    scene.clock.advance(by: .seconds(5))
    scene.exit.update(hasBus: false, isHeard: true)
    scene.clock.advance(by: .seconds(100))
    #expect(scene.left == 0)
    scene.exit.update(hasBus: false, isHeard: false)
    scene.clock.advance(by: .seconds(10))
    #expect(scene.left == 1)
  }
}
