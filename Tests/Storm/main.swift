import EventLoop
import Glibc

// `storm MESSAGES SEED FOLDER` sends random hostile messages to aloud, to its neighbours and in their names, on the
// session bus and on what is its system bus, and answers its calls as hostile servers. `scripts/storm-messages` runs it
// on a private desktop, and judges the service afterwards. FOLDER takes the files that are opened. At the end it prints
// one line, and its status is 1 if the service left the bus or did not answer a Ping in time:
//   seed=N sent=N answered=N late=N signals=N answers=N seconds=S slowest-ping-ms=M  ERROR=N… unanswered: METHOD=N…
// The readers of texts that are being written may be gone.
signal(SIGPIPE, SIG_IGN)
Core.loop.adoptCurrentThread()
let words = Array(CommandLine.arguments.dropFirst())
guard words.count == 3, let messages = Int(words[0]), messages > 0, let seed = UInt64(words[1]) else {
  print("usage: storm MESSAGES SEED FOLDER")
  exit(2)
}
let storm: AnyObject? = Core.assumeIsolated { try? Storm(messages: messages, seed: seed, folder: words[2]) }
guard let storm else {
  print("no session bus, no aloud on it, or no folder \(words[2])")
  exit(2)
}
exit(withExtendedLifetime(storm) { Core.loop.run() })
