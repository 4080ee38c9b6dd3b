import EventLoop
import Glibc

// `flood CALLS CONNECTIONS [SEED]`: so many malformed, random and useless calls to aloud, from so many connections to
// the session bus, as fast as they are answered. None of them asks for silence, another place or another level, so that
// whoever listens meanwhile must notice nothing. At the end one line:
//   sent=N answered=N lost=N signals=N seconds=S slowest-ping-ms=M  ERROR=N…
Core.loop.adoptCurrentThread()
let numbers = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
guard numbers.count >= 2, numbers[1] > 0 else {
  print("usage: flood CALLS CONNECTIONS [SEED]")
  exit(2)
}
let flood: AnyObject? = Core.assumeIsolated {
  try? Flood(calls: Int(numbers[0]), connections: Int(numbers[1]), seed: numbers.count > 2 ? numbers[2] : 1)
}
guard let flood else {
  print("no session bus, or no aloud on it")
  exit(1)
}
exit(withExtendedLifetime(flood) { Core.loop.run() })
