import EventLoop
import Glibc

// `recorder` prints what a listener at the sink's monitor and at the session bus notices, one line each, with the time
// in nanoseconds of CLOCK_MONOTONIC. `recorder SINK FILE PID…` also appends the sound to FILE, in chunks: nanoseconds
// (i64), frames per second (u32), count (u32), samples (f32).
//   NS listening        the monitor is heard from now on
//   NS sound            silence ends
//   NS silence          sound has ended (said 80 ms later, when it is sure)
//   NS waited COUNT     since the last signal these processes and this one had to wait so long for a processor, in ns;
//                       said before each signal, so that what a busy machine delays can be told from what the service
//                       delays
//   NS SIGNAL ARGUMENT… a signal of org.aloud.Aloud1 arrived
// `recorder --session-manager PLAYER` is a session manager instead, see `SessionManagerDouble`.
Core.loop.adoptCurrentThread()
let words = CommandLine.arguments.dropFirst()
let recorder: AnyObject? = Core.assumeIsolated {
  if words.count == 2, words.first == "--session-manager" { return SessionManagerDouble(player: words.last!) }
  return Recorder(
    sink: words.first, recording: words.dropFirst().first, processes: words.dropFirst(2).compactMap { Int32($0) })
}
guard let recorder else { exit(1) }
exit(withExtendedLifetime(recorder) { Core.loop.run() })
