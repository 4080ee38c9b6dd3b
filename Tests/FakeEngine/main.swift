import Confinement
import Glibc
import Speech
import SpeechWire
import Vocabulary
import Wire

// `fake-engine`: a worker on descriptor 3 as no worker should be. The name that it is called by says in which way. By a
// name that begins with `voiced-`, it has a voice for English, `fake`, before that.
//   mute      says nothing at all
//   gone      ends at once
//   greeter   greets without end
//   stranger  has a sample rate that no voice has
//   garbage   greets, then sends random bytes, hence another version
//   hung      takes requests and answers none
//   crasher   dies of each utterance, after some sound
//   flood     speaks each utterance without end
//   babbler   gives signs of life without end, and no sound
//   holes     leaves some of the sound out
//   halves    ends each utterance in the middle of a frame
//   stubborn  answers none, and ends neither with its socket nor by SIGTERM
//   glutton   takes memory in each utterance until there is no more
//   parent    makes a process that stays, and ends
//   scattered tells, on its output, how much of what it allocates lies between what was there before it was tightened
let called = CommandLine.arguments[0].split(separator: "/").last.map(String.init) ?? ""
let hasVoice = called.hasPrefix("voiced-")
let name = hasVoice ? String(called.dropFirst("voiced-".count)) : called
ProgramName.show()
let socket = WorkerSocket.inherited
var buffer = [UInt8](repeating: 0, count: Wire.maximumPacket)

func say(_ answer: SpeechAnswer, to request: UInt32 = 0) {
  if !socket.send(answer.encoded(request: request)) { exit(0) }
}
/// Makes a process that stays.
func makeChild() {
  var process = pid_t()
  var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("/bin/sleep"), strdup("6173"), nil]
  posix_spawn(&process, "/bin/sleep", nil, nil, &arguments, environ)
}
func greet(sampleRate: Int = 22_050) {
  let traits = EngineTraits(
    sampleRate: SampleRate(hertz: sampleRate), wordsPerMinute: 80...450, pitch: 0...100, marks: .none, lengths: .none,
    cost: 1, memory: 0)
  say(.hello(engine: "fake", traits))
}
/// Allocates as an engine that loads, gives every second piece back, and is tightened.
func scatter() -> Never {
  let pieces = (0..<20_000).map { index in malloc(32 + index % 97 * 40) }
  for index in stride(from: 0, to: pieces.count, by: 2) { free(pieces[index]) }
  Confinement.tighten(reading: [])
  let highest = stride(from: 1, to: pieces.count, by: 2).map { UInt(bitPattern: pieces[$0]) }.max() ?? 0
  let between = (0..<5_000).count { index in UInt(bitPattern: malloc(24 + index % 89 * 45)) < highest }
  print(between)
  exit(0)
}
func waitForever() -> Never { while true { pause() } }
/// Takes memory, 16 MiB at a time, until there is no more. Each is a sign of life: on a busy machine it takes seconds.
func eat(for request: UInt32) {
  let piece = 16 << 20
  while let memory = malloc(piece) {
    memset(memory, 1, piece)
    say(.started, to: request)
  }
}

switch name {
case "mute": waitForever()
case "gone": exit(7)
case "scattered": scatter()
case "greeter": while true { greet() }
case "stranger": greet(sampleRate: 1)
default: greet()
}
if name == "garbage" {
  while true {
    let bytes = (0..<Int.random(in: 32...2000)).map { _ in UInt8.random(in: 128...255) }
    if !socket.send(bytes) { exit(0) }
  }
}
while true {
  let (count, descriptor) = socket.receive(into: &buffer)
  if let descriptor { close(descriptor) }
  if count <= 0, name == "stubborn" { waitForever() }
  guard count > 0, let (request, order) = try? SpeechRequest.decode(buffer[..<count]) else { exit(0) }
  switch (order, name) {
  case (.voices, _) where hasVoice:
    say(.voiceList([Voice(.own("fake"), name: "Fake", languages: [.init(tag: "en", priority: 5)])]), to: request)
    say(.done(total: 1), to: request)
  case (_, "hung"): continue
  case (_, "stubborn"): signal(SIGTERM, SIG_IGN)
  case (.configure, _): say(.ready(.usual))
  case (.speak, "crasher"), (.measure, "crasher"):
    say(.started, to: request)
    say(.samples(firstFrame: 0, [Int16](repeating: 0, count: 100)), to: request)
    abort()
  case (.speak, "flood"):
    say(.started, to: request)
    var frame = 0
    while true {
      say(.samples(firstFrame: frame, [Int16](repeating: 0, count: 16_000)), to: request)
      frame += 16_000
    }
  case (.speak, "babbler"), (.measure, "babbler"):
    say(.started, to: request)
    while true { say(.progress(frames: 0, marks: 0, lastMark: 0), to: request) }
  case (.speak, "holes"):
    say(.started, to: request)
    say(.samples(firstFrame: 100, [Int16](repeating: 0, count: 100)), to: request)
  case (.speak, "halves"):
    say(.started, to: request)
    let packet = SpeechAnswer.samples(firstFrame: 0, [Int16](repeating: 0, count: 100)).encoded(request: request)
    // The length in the header is the right one.
    var half = Array(packet.dropLast())
    half[8] -= 1
    _ = socket.send(half)
  case (.speak, "glutton"), (.measure, "glutton"):
    say(.started, to: request)
    eat(for: request)
    abort()
  case (.speak, "parent"), (.measure, "parent"):
    say(.started, to: request)
    makeChild()
    exit(7)
  case (.voices, _): while true { say(.voiceList([]), to: request) }
  default: say(.done(total: 0), to: request)
  }
}
