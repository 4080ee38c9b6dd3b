import Vocabulary

@testable import Playback

/// A model of the service's drivers with the behaviour that the player can observe: sound is prepared or fails after a
/// while, ends some time later, and orders take effect late and out of order.
struct ModelDriver {
  private var now = 0
  private var pending: [(due: Int, report: Player.Event)] = []
  private var opened: (id: TrackID, epoch: Player.Epoch)?
  /// The newest order, and the newest one that was answered.
  private var ordered = Player.Order(serial: 0, sound: false)
  private var answered: Set<UInt32> = [0]
  /// The repeated part.
  private var repeated: Repetition?
  /// Tracks whose text and sound are kept.
  private(set) var kept: Set<TrackID> = []

  mutating func pass() { now += 1 }
  mutating func keep(_ ids: [TrackID]) { kept.formUnion(ids) }

  /// One of the reports that are due.
  mutating func report(_ random: inout SplitMix64) -> Player.Event? {
    guard let index = pending.indices.filter({ pending[$0].due <= now }).randomElement(using: &random) else {
      return nil
    }
    let report = pending.remove(at: index).report
    if case .obeyed(let serial) = report { answered.insert(serial) }
    return report
  }

  /// Performs an effect; returns an error in it.
  mutating func perform(_ effect: Player.Effect, _ random: inout SplitMix64) -> String? {
    func later(_ range: ClosedRange<Int>) -> Int { now + Int.random(in: range, using: &random) }
    switch effect {
    case .open(let id, let position, let epoch):
      guard position >= 0 else { return "opened before the start" }
      guard kept.contains(id) else { return "opened a track that is gone" }
      if let opened, epoch <= opened.epoch { return "an epoch came twice" }
      opened = (id, epoch)
      switch Int.random(in: 0..<10, using: &random) {
      case 0: pending.append((later(0...5), .failed(epoch)))
      case 1: pending.append((later(0...5), .ended(epoch)))  // nothing left to play
      case 2: pending.append((later(0...9), .engineLost(epoch)))
      case 3:
        let ready = later(0...6)
        pending.append((ready, .prepared(epoch)))
        pending.append((ready + later(1...9) - now, .blocked(epoch, isWhole: Bool.random(using: &random), place: 3)))
      default:
        let ready = later(0...6)
        pending.append((ready, .prepared(epoch)))
        pending.append((ready + later(1...20) - now, .ended(epoch)))
      }
    case .rewind(let id, _, let epoch):
      guard let opened, opened.id == id else { return "went back in what was not open" }
      guard epoch > opened.epoch else { return "an epoch came twice" }
      self.opened = (id, epoch)
      let ready = later(0...6)
      pending.append((ready, .prepared(epoch)))
      pending.append((ready + later(1...20) - now, .ended(epoch)))
    case .close:
      guard opened != nil else { return "closed what was not open" }
      opened = nil
    case .output(let order):
      guard order.sound != ordered.sound else { return "the same level was ordered twice" }
      guard order.serial == ordered.serial &+ 1 else { return "an order was left out" }
      ordered = order
      pending.append((later(0...8), .obeyed(serial: order.serial)))
    case .forget(let ids):
      guard !ids.isEmpty, kept.isSuperset(of: ids) else { return "forgot what was not there" }
      kept.subtract(ids)
    case .setRate(let rate):
      guard Player.rates.contains(rate) else { return "a rate out of range" }
    case .setVolume(let volume):
      guard (0...1).contains(volume) else { return "a volume out of range" }
    case .announceSeeked(let position):
      guard position >= 0, opened != nil else { return "a jump to nowhere" }
    case .setRepetition(let repetition):
      guard repetition != repeated else { return "the same was repeated twice" }
      repeated = repetition
    case .announce: break
    }
    return nil
  }

  /// The differences between the player's view of the driver and its state.
  func disagreement(with player: Player) -> String? {
    guard opened?.id == (player.readiness == .closed ? nil : player.current) else { return "another track is open" }
    if let opened, opened.epoch != player.epoch { return "another place is open" }
    guard ordered == player.order else { return "another order was given" }
    guard player.isObeyed == answered.contains(ordered.serial) else { return "an answer was taken for another's" }
    guard repeated == player.repetition else { return "something else is repeated" }
    guard kept == Set(player.entries.map(\.id)) else { return "the driver keeps other tracks than the queue" }
    return nil
  }
}
