import AloudAPI
import CommandOutput
import Documents
import Glibc

/// The order of texts and clips on the command line. The parser returns options and arguments apart, so that the number
/// of texts before each clip goes with them as an option that only this program writes.
enum SpokenParts {
  /// The option for a clip.
  static let clip = "--clip"
  /// The option with the numbers of texts.
  static let places = "--texts-before-clips"

  /// A part in the order of the command line.
  enum Part: Equatable {
    /// Texts that follow each other, joined by spaces.
    case text(String)
    /// The file of a clip.
    case clip(String)
  }

  /// The arguments after the verb with the places of the clips; unchanged if there are no clips.
  static func placed(_ arguments: [String], options: @autoclosure () -> [OptionShape]) -> [String] {
    guard arguments.prefix(while: { $0 != "--" }).contains(where: { $0 == clip || $0.hasPrefix(clip + "=") }) else {
      return arguments
    }
    let options = options()
    var places: [Int] = []
    var texts = 0
    var rest = arguments[...]
    while let word = rest.popFirst() {
      if word == "--" {
        texts += rest.count
        break
      }
      if word == clip || word.hasPrefix(clip + "=") { places.append(texts) }
      if options.contains(where: { $0.names.contains(word) && $0.value != nil }) {
        _ = rest.popFirst()
      } else if !word.hasPrefix("-") || word == "-" {
        texts += 1
      }
    }
    return [Self.places, places.map(String.init).joined(separator: ",")] + arguments
  }

  /// The parts of a command line.
  ///
  /// - Parameter places: the number of texts before each clip, as ``placed(_:options:)`` wrote them.
  static func parts(_ texts: [String], _ clips: [String], at places: String) -> [Part] {
    let places = places.split(separator: ",").compactMap { Int($0) }
    var parts: [Part] = []
    var next = 0
    func say(before end: Int) {
      guard next < end else { return }
      parts.append(.text(texts[next..<end].joined(separator: " ")))
      next = end
    }
    for (index, clip) in clips.enumerated() {
      say(before: min(places.indices.contains(index) ? places[index] : next, texts.count))
      parts.append(.clip(clip))
    }
    say(before: texts.count)
    return parts
  }
}

/// The texts and clips of a command line, opened for a call.
struct OpenedParts {
  /// The parts, whose clips name a descriptor of ``descriptors``.
  private(set) var parts: [SpeechPart] = []
  /// The open files. The owner closes them with ``close()``.
  private(set) var descriptors: [CInt] = []

  /// The descriptors that a message of the bus may carry.
  private static let mostFiles = 16

  /// Opens the files of clips, each once.
  init(_ parts: [SpokenParts.Part], task: String) throws(Failure) {
    var known: [String: UInt32] = [:]
    do throws(Failure) {
      for part in parts {
        switch part {
        case .text(let text): self.parts.append(.text(try Self.text(text, task: task)))
        case .clip(let file):
          if known[file] == nil {
            guard descriptors.count < Self.mostFiles else {
              throw Failure(
                .usage, "cannot \(task): an utterance may have \(Self.mostFiles) different clips",
                cure: "several aloud say")
            }
            known[file] = UInt32(descriptors.count)
            descriptors.append(try FileCheck.openClip(file).descriptor)
          }
          self.parts.append(.clip(known[file] ?? 0))
        }
      }
    } catch {
      close()
      throw error
    }
  }

  private static func text(_ text: String, task: String) throws(Failure) -> String {
    guard let text = String(validating: PrintedText.cleaned(FileName.bytes(text)), as: UTF8.self),
      !text.utf8.contains(0)
    else {
      throw Failure(.usage, "cannot \(task): a text is not in UTF-8", cure: "iconv -t UTF-8")
    }
    return text
  }

  /// Closes the files.
  func close() { for descriptor in descriptors { Glibc.close(descriptor) } }
}
