import EventLoop
import Glibc

// `ear`: what a listener with one ear at the sink's monitor and one at the session bus notices, a line each, with the
// moment in nanoseconds of CLOCK_MONOTONIC. `ear SINK FILE` also appends to FILE what it hears, in chunks: nanoseconds
// (i64), frames a second (u32), count (u32), samples (f32).
//   NS listening        the monitor is heard from now on
//   NS sound            silence ends
//   NS silence          sound has ended (said 80 ms later, when it is sure)
//   NS SIGNAL ARGUMENT… a signal of org.aloud.Aloud1 arrived
Core.loop.adoptCurrentThread()
let words = CommandLine.arguments.dropFirst()
let ear: AnyObject? = Core.assumeIsolated { Ear(sink: words.first, recording: words.dropFirst().first) }
guard let ear else { exit(1) }
exit(withExtendedLifetime(ear) { Core.loop.run() })
