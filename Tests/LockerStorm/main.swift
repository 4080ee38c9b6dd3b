import EventLoop
import Glibc

// `locker-storm SECONDS SEED PROGRAM` lets simulated screen lockers, a login manager and a program that locks (a copy
// of sleep(1) under the name of a locker) do what they like, while announcements arrive at the service of the session
// bus. It prints its figures, and fails if a word was spoken or told that a locked screen must not hear.
// `scripts/storm-lockers` makes the surroundings.
Core.loop.adoptCurrentThread()
let words = CommandLine.arguments.dropFirst()
guard words.count == 3, let seconds = Int(words.first!), let seed = UInt64(words.dropFirst().first!),
  let session = getenv("DBUS_SESSION_BUS_ADDRESS"), let system = getenv("DBUS_SYSTEM_BUS_ADDRESS")
else {
  print("usage: locker-storm SECONDS SEED PROGRAM, in a desktop of its own: scripts/storm-lockers")
  exit(2)
}
let addresses = (session: String(cString: session), system: String(cString: system))
let program = words.last!
Task { @Core in
  do {
    let storm = try await LockerStorm(
      seed: seed, session: addresses.session, system: addresses.system, program: program)
    try await storm.run(until: Core.loop.now.advanced(by: .seconds(seconds)))
    let figures = storm.figures
    print(
      "seed=\(seed) rounds=\(figures.rounds) announcements=\(figures.announcements) whole=\(figures.whole)"
        + " by-name=\(figures.named) dropped=\(figures.dropped) cut=\(figures.cut) locks=\(figures.locks)"
        + " unlocks=\(figures.unlocks) troubles=\(figures.troubles) crashes=\(figures.crashes)"
        + " violations=\(figures.violations.count)")
    Core.loop.stop(exitCode: figures.violations.isEmpty ? 0 : 1)
  } catch {
    print("the storm cannot go on: \(error)")
    Core.loop.stop(exitCode: 1)
  }
}
exit(Core.loop.run())
