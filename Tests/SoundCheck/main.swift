import EventLoop
import Glibc
import PipeWireKit

// A program of its own, because a preloaded checker and a measurement want a process without a test runner.
//   sound-check render     plays, pauses, seeks and runs dry for two seconds
//   sound-check latency    orders to sound and silence, measured at the sink's monitor
Core.loop.adoptCurrentThread()
let arguments = CommandLine.arguments
let check: AnyObject = Core.assumeIsolated {
  if arguments.count > 2, arguments[1] == "latency" { return LatencyCheck(quantum: Int(arguments[2]) ?? 256) }
  return RenderCheck()
}
exit(withExtendedLifetime(check) { Core.loop.run() })
