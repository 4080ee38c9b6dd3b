import Playback
import Vocabulary

extension GraphWatch {
  /// Sets the volume of a sink, and keeps the balance of its channels. The volume of a card's sink is that of its
  /// output, which the card would otherwise set again.
  ///
  /// Nothing happens before the sink has reported its volume, or if it has gone. The change is reported like any other.
  func setVolume(_ volume: CubicLevel, ofSink serial: UInt64) {
    guard let (id, sink) = graph.sinks.first(where: { $0.value.serial == serial }), !sink.channels.isEmpty else {
      return
    }
    let linear = sink.channels(at: max(0, volume))
    if let card = sink.device, let output = sink.profileDevice,
      let route = graph.devices[card]?.routes.active(of: output)
    {
      bound[card]?.setVolumes(linear, ofOutput: (Int32(clamping: route.index), Int32(clamping: output)))
    } else {
      bound[id]?.setVolumes(linear)
    }
  }
}
