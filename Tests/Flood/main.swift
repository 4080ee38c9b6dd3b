import AloudAPI
import BusValues
import EventLoop
import Glibc

// `flood CALLS CONNECTIONS [SEED [NAME]]` sends malformed, random and useless calls to aloud, or to another service for
// comparison, from so many connections to the session bus, as fast as they are answered. None of them asks for silence,
// another place or another level, so that a listener must notice nothing. At the end it prints one line:
//   sent=N answered=N lost=N signals=N seconds=S slowest-ping-ms=M  ERROR=N…
Core.loop.adoptCurrentThread()
let numbers = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
let name = CommandLine.arguments.dropFirst(4).first.flatMap { BusName($0) } ?? AloudBus.name
guard numbers.count >= 2, numbers[1] > 0 else {
  print("usage: flood CALLS CONNECTIONS [SEED [NAME]]")
  exit(2)
}
let flood: AnyObject? = Core.assumeIsolated {
  try? Flood(calls: Int(numbers[0]), connections: Int(numbers[1]), seed: numbers.count > 2 ? numbers[2] : 1, at: name)
}
guard let flood else {
  print("no session bus, or no aloud on it")
  exit(1)
}
exit(withExtendedLifetime(flood) { Core.loop.run() })
