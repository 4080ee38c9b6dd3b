import Playback

/// An event in the graph, reported from within the server's message.
enum GraphEvent {
  /// The links of this node, or facts about linked nodes, are known now.
  case linked(output: UInt32)
  /// A sink has reported more of itself, which concerns the streams linked to it.
  case sinkDescribed
  case described(SoundDevice)
  /// A plug was inserted into or pulled out of a device, given by serial; the list of routes follows.
  case routesChanged(of: UInt64)
  case routes(of: UInt64, RouteList)
  case sinkRemoved(UInt64)
  case deviceRemoved(UInt64)
  /// The default sink for new streams has changed.
  case defaultChanged
  /// A default sink was chosen, or a target for this node.
  case moved(node: UInt32?)
  /// The server or the session manager has gone.
  case serverLost
}
