import Playback

/// What happens in the graph, told from within the server's message.
enum GraphEvent {
  /// Something about the links of this node, or about what it is linked to, is known now.
  case linked(output: UInt32)
  /// A sink has more to say; who is linked to it may want to know.
  case sinkDescribed
  case described(SoundDevice)
  /// Something was plugged into a device, by serial, or pulled out; the list is still to come.
  case routesChanged(of: UInt64)
  case routes(of: UInt64, RouteList)
  case sinkRemoved(UInt64)
  case deviceRemoved(UInt64)
  /// New streams go to another sink.
  case defaultChanged
  /// Somebody chose a default sink, or a target for this node.
  case moved(node: UInt32?)
  /// The server or the session manager has gone.
  case serverLost
}
