import DirectReading
import Glibc
import Speech
import Study
import Vocabulary

// The sentences of a spoken book as the phrases of an exercise.
extension SpokenBook {
  /// A phrase for each sentence that has a sound, exactly from its first to its last sample.
  var phrases: [Phrase] {
    var phrases: [Phrase] = []
    for (index, part) in book.parts.enumerated() {
      let before = start(of: index)
      for (local, number) in part.sentences.enumerated() where sounds[number].frames > 0 {
        let first = before + timelines[index].start(of: local)
        let (start, end) = (
          first.microseconds(at: sampleRate), (first + Frame(sounds[number].frames)).microseconds(at: sampleRate)
        )
        phrases.append(Phrase(start: start, voiceStart: start, voiceEnd: end, end: end))
      }
    }
    return phrases
  }

  /// Reads samples of the book from the file of its samples.
  static func samples(_ frames: Range<Frame>, from file: CInt) -> [Float] {
    var samples = [Int16](repeating: 0, count: frames.count)
    let size = MemoryLayout<Int16>.stride
    let count = samples.withUnsafeMutableBytes {
      pread(file, $0.baseAddress, $0.count, off_t(frames.lowerBound) * off_t(size))
    }
    return samples.prefix(max(0, count / size)).map { Float($0) / 32_768 }
  }
}
