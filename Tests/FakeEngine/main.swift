import Confinement
import Glibc
import Speech
import SpeechWire
import Vocabulary
import Wire

// `fake-engine`: a worker on descriptor 3 as no worker should be. The name that it is called by says in which way.
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
let name = CommandLine.arguments[0].split(separator: "/").last.map(String.init) ?? ""
ProgramName.show()
let socket = WorkerSocket.inherited
var buffer = [UInt8](repeating: 0, count: Wire.maximumPacket)

func say(_ answer: SpeechAnswer, to request: UInt32 = 0) {
  if !socket.send(answer.encoded(request: request)) { exit(0) }
}
func greet(sampleRate: Int = 22_050) {
  let traits = EngineTraits(
    sampleRate: SampleRate(hertz: sampleRate), wordsPerMinute: 80...450, pitch: 0...100, marks: .none, lengths: .none,
    cost: 1, memory: 0)
  say(.hello(engine: "fake", traits))
}
func waitForever() -> Never { while true { pause() } }

switch name {
case "mute": waitForever()
case "gone": exit(7)
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
  guard count > 0, let (request, order) = try? SpeechRequest.decode(buffer[..<count]) else { exit(0) }
  switch (order, name) {
  case (_, "hung"): continue
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
  case (.voices, _): while true { say(.voiceList([]), to: request) }
  default: say(.done(total: 0), to: request)
  }
}
