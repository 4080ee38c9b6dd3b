import Configuration
import EventLoop
import PipeWireKit
import Playback
import Reading
import Vocabulary

/// The sound server: an output, and what the server knows of other programs and of the devices.
@Core
protocol SoundServer: SoundOutput {
  /// Gives the streams of other programs, whenever they change, to one taker.
  func followOthers(_ take: @escaping @Core ([OtherStream]) -> Void)
  /// Begins or ends following other programs.
  func watchOthers(_ isWanted: Bool)
  /// Finds out if a process is a session manager; `nil` if the server does not tell.
  func askIfSessionManager(_ process: UInt32, done: @escaping @Core (Bool?) -> Void)
  /// Tells one taker that something about the sinks has changed.
  func followSinks(_ take: @escaping @Core () -> Void)
  /// True if the sinks are known.
  var knowsSinks: Bool { get }
  /// The sink that plays this output; `nil` if it is unknown.
  var sinkLevel: SinkLevel? { get }
  /// True if there is a sink of that name.
  func hasSink(_ name: String) -> Bool
  /// The volume of a sink; `nil` if it is unknown.
  func level(ofSink name: String) -> SinkLevel?
  /// Changes the volume of a sink.
  func setVolume(_ volume: CubicLevel, ofSink serial: UInt64)
  /// The version of the server; empty if it is unknown.
  var serverVersion: String { get }
  /// True if the server plays to nothing but its own silent sink.
  var hasDummySinkOnly: Bool { get }
  /// The state of the connection and the stream.
  var state: AudioOutput.State { get }
  /// Applies changed settings.
  func configure(_ settings: Settings.Output)
}

extension AudioOutput: SoundServer {
  func followOthers(_ take: @escaping @Core ([OtherStream]) -> Void) { onOthers = take }
  func followSinks(_ take: @escaping @Core () -> Void) { onSinks = take }
}
