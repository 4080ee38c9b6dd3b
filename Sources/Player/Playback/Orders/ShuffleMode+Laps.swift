import Vocabulary

extension ShuffleMode {
  /// True if each lap of a repeated queue gets an order of its own.
  var changesEachLap: Bool { self == .eachLap || self == .questionChoices }
}
