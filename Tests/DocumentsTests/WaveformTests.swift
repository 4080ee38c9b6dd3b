import Recordings
import Testing

/// The loudness of a recording over its time.
@Suite(.timeLimit(.minutes(1)))
struct WaveformTests {
  /// Fills a picture with the peaks of so many hundredths of a second, in portions, each as fine as wanted then.
  private func filled(_ count: Int, portion: Int, _ peak: (Int) -> UInt8) -> Waveform {
    var waveform = Waveform(sampleRate: 44_100)
    var done = 0
    while done < count {
      let each = waveform.finestPart
      let parts = each / 441
      let length = min(max(portion, parts) / parts * parts, count - done)
      let peaks = stride(from: done, to: done + length, by: parts).map { first in
        (first..<min(first + parts, done + length)).map(peak).max() ?? 0
      }
      waveform.append(peaks, frames: length * 441, each: each)
      done += length
    }
    return waveform
  }

  @Test(arguments: [1, 2, 100, 4095, 4096, 4097, 8192, 8193, 100_000, 1_000_001], [1, 7, 1000, 5000])
  func itHasTheLoudestOfEachPartWhateverTheLength(count: Int, portion: Int) {
    func peak(_ index: Int) -> UInt8 { UInt8(truncatingIfNeeded: (index &* 7919) >> 3) }
    let waveform = filled(count, portion: portion, peak)
    #expect(waveform.frames == Int64(count) * 441 && !waveform.isWhole)
    #expect(waveform.peaks.count <= Waveform.most && (count < 4096 || waveform.peaks.count >= Waveform.most / 2))
    let parts = Int(waveform.framesPerPeak / 441)
    let expected = stride(from: 0, to: count, by: parts).map { first in
      (first..<min(first + parts, count)).map(peak).max() ?? 0
    }
    let isTheLoudest = waveform.peaks == expected
    #expect(isTheLoudest)
  }

  @Test func aVeryLongRecordingIsAskedForInPartsOfSeconds() {
    var waveform = Waveform(sampleRate: 1000)
    // Twelve days.
    while waveform.frames < 12 * 86_400 * 1000 {
      waveform.append([200], frames: waveform.finestPart, each: waveform.finestPart)
    }
    #expect(waveform.finestPart <= 10_000 && waveform.framesPerPeak % Int64(waveform.finestPart) == 0)
    #expect(waveform.peaks.allSatisfy { $0 == 200 } && waveform.peaks.count <= Waveform.most)
  }

  @Test func itComesBackFromItsFile() {
    for count in [0, 1, 5000, 100_000] {
      var waveform = filled(count, portion: 1000) { UInt8(truncatingIfNeeded: $0) }
      #expect(Waveform(bytes: waveform.bytes) == waveform)
      waveform.end()
      #expect(Waveform(bytes: waveform.bytes) == waveform && waveform.bytes.count < 4200)
    }
  }

  @Test func aBrokenFileIsNoPicture() {
    let bytes = filled(5000, portion: 1000) { UInt8(truncatingIfNeeded: $0) }.bytes
    for count in 0..<bytes.count { #expect(Waveform(bytes: Array(bytes.prefix(count))) == nil) }
    #expect(Waveform(bytes: bytes + [0]) == nil)
    // The version, the flag, and the numbers of the header.
    for place in 0..<35 {
      for bit in 0..<8 {
        var broken = bytes
        broken[place] ^= 1 << UInt8(bit)
        if let waveform = Waveform(bytes: broken) {
          #expect(waveform.peaks.count <= Waveform.most, "\(place)")
        }
      }
    }
    var other = bytes
    other[9] += 1
    #expect(Waveform(bytes: other) == nil)
  }
}
