import EventLoop
import Playback
import Testing

@testable import Reading
@testable import ReadingSupport

@Suite(.timeLimit(.minutes(1)))
struct MeasuringOrderTests {
  /// Whatever comes, goes, is set aside and comes back: the order is that of coming.
  @Test(arguments: [1, 2, 3] as [UInt64]) func tracksKeepTheirPlacesInTheOrder(seed: UInt64) async {
    await ManualSession.play { hand in
      var random = WalkDice(state: seed)
      var order = MeasuringOrder()
      var model: [(track: Track, isAside: Bool)] = []
      for step in 0..<2000 {
        let picked = model.isEmpty ? nil : random.below(model.count)
        switch (random.below(8), picked) {
        case (0, let index?):
          order.remove(model[index].track.id)
          model.remove(at: index)
        case (1...3, let index?):
          order.setAside(model[index].track)
          model[index].isAside = true
        case (4, let index?):
          order.bringBack(model[index].track.id)
          model[index].isAside = false
        case (5, let index?) where step % 20 == 0:
          order.append(model[index].track)
          model[index].isAside = false
        case (6, _) where step % 50 == 0:
          order.bringBackAll()
          for index in model.indices { model[index].isAside = false }
        default:
          let track = hand.openTrack()
          order.append(track)
          model.append((track, false))
        }
        let first = model.isEmpty ? 0 : random.below(model.count)
        let expected = (model[first...] + model[..<first]).filter { !$0.isAside }.map(\.track.id)
        #expect(order.from(model.isEmpty ? nil : model[first].track.id).map(\.id) == expected)
      }
      #expect(model.count > 100)
    }
  }
}
