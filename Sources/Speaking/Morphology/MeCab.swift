import CMeCab
import Glibc
import Speech
public import SpokenForms

/// The analyser MeCab with a dictionary: it finds the words of a Japanese text and their readings.
///
/// The library is opened and not linked, so that only who speaks Japanese has it. It belongs to one thread.
public final class MeCab {
  private let mecab: OpaquePointer
  private let nodes: aloud_mecab_nodes
  /// The dictionary in use.
  public let dictionary: JapaneseDictionary

  /// The functions of the library; `nil` if it is missing.
  private struct Library {
    var new: aloud_mecab_new
    var nodes: aloud_mecab_nodes
    var info: aloud_mecab_dictionary_info
    var destroy: aloud_mecab_destroy

    init?() {
      guard let library = dlopen(ALOUD_MECAB_LIBRARY, RTLD_LAZY | RTLD_LOCAL),
        let new = dlsym(library, "mecab_new"), let nodes = dlsym(library, "mecab_sparse_tonode2"),
        let info = dlsym(library, "mecab_dictionary_info"), let destroy = dlsym(library, "mecab_destroy")
      else { return nil }
      self.new = unsafeBitCast(new, to: aloud_mecab_new.self)
      self.nodes = unsafeBitCast(nodes, to: aloud_mecab_nodes.self)
      self.info = unsafeBitCast(info, to: aloud_mecab_dictionary_info.self)
      self.destroy = unsafeBitCast(destroy, to: aloud_mecab_destroy.self)
    }
  }

  /// Loads the library, if there is a dictionary for it. A process that seals itself calls this before: later it may
  /// map no code. The dictionary is opened only by ``init(_:)``.
  public static func load(for dictionary: JapaneseDictionary) {
    if dictionary.exists { _ = Library() }
  }

  /// Opens the dictionary.
  ///
  /// - Throws: the reason why no Chinese character can be read.
  public init(_ dictionary: JapaneseDictionary = JapaneseDictionary()) throws(DictionaryFault) {
    guard dictionary.exists else { throw .noDictionary(dictionary.folder) }
    guard let library = Library() else { throw .noLibrary }
    // Without a configuration file MeCab would look for one in the home folder.
    let arguments = ["mecab", "-r", dictionary.folder + "/dicrc", "-d", dictionary.folder]
    var pointers = arguments.map { strdup($0) }
    defer { for pointer in pointers { free(pointer) } }
    guard let mecab = library.new(CInt(pointers.count), &pointers) else { throw .broken(dictionary.folder) }
    guard let info = library.info(mecab)?.pointee, let charset = info.charset.map({ String(cString: $0) }) else {
      library.destroy(mecab)
      throw .broken(dictionary.folder)
    }
    guard ["utf-8", "utf8"].contains(charset.lowercased()) else {
      library.destroy(mecab)
      throw .otherCharset(dictionary.folder, charset)
    }
    self.mecab = mecab
    nodes = library.nodes
    var dictionary = dictionary
    dictionary.size = Int(info.size)
    self.dictionary = dictionary
  }

  // There is no clean-up: a worker ends by _exit, and a command soon.

  /// The words of a text, in order; they leave out white space and nothing else.
  public func words(in text: String) -> [Morpheme] {
    var words = found(in: text)
    for index in words.indices where words[index].pronunciation == nil {
      words[index].pronunciation = readingOfCharacters(words[index].text)
    }
    return words
  }

  private func found(in text: String) -> [Morpheme] {
    var text = text
    return text.withUTF8 { bytes -> [Morpheme] in
      guard let base = bytes.baseAddress, !bytes.isEmpty else { return [] }
      let start = UnsafeRawPointer(base).assumingMemoryBound(to: CChar.self)
      var words: [Morpheme] = []
      var cursor = Cursor(bytes)
      var byte = 0
      var next = nodes(mecab, start, bytes.count)
      while let node = next?.pointee, node.stat != UInt8(ALOUD_MECAB_END) {
        next = UnsafePointer(node.next)
        guard node.stat == UInt8(ALOUD_MECAB_KNOWN) || node.stat == UInt8(ALOUD_MECAB_UNKNOWN) else { continue }
        let end = min(byte + Int(node.rlength), bytes.count)
        let word = max(byte, end - Int(node.length))..<end
        byte = end
        guard !word.isEmpty, let feature = node.feature else { continue }
        let span = cursor.span(word)
        words.append(
          Morpheme(
            span: span, text: String(decoding: bytes[word], as: UTF8.self), features: Features(String(cString: feature))
          ))
      }
      return words
    }
  }

  /// The readings of the single characters of a word that is in no dictionary; `nil` if one of them has none.
  private func readingOfCharacters(_ text: String) -> String? {
    let scalars = text.unicodeScalars
    guard scalars.count > 1, scalars.allSatisfy({ 0x4E00...0x9FFF ~= $0.value }) else { return nil }
    var reading = ""
    for scalar in scalars {
      guard let part = found(in: String(scalar)).first?.pronunciation else { return nil }
      reading += part
    }
    return reading
  }
}

/// Turns ascending places of bytes into spans.
private struct Cursor {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var place = TextPlace.start

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  mutating func span(_ range: Range<Int>) -> TextSpan {
    advance(to: range.lowerBound)
    let start = place
    advance(to: range.upperBound)
    return TextSpan(start, place)
  }

  private mutating func advance(to end: Int) {
    while place.utf8 < end {
      // A character of four bytes takes two units of UTF-16.
      switch bytes[place.utf8] {
      case 0..<0x80: place = TextPlace(scalars: place.scalars + 1, utf8: place.utf8 + 1, utf16: place.utf16 + 1)
      case 0..<0xE0: place = TextPlace(scalars: place.scalars + 1, utf8: place.utf8 + 2, utf16: place.utf16 + 1)
      case 0..<0xF0: place = TextPlace(scalars: place.scalars + 1, utf8: place.utf8 + 3, utf16: place.utf16 + 1)
      default: place = TextPlace(scalars: place.scalars + 1, utf8: place.utf8 + 4, utf16: place.utf16 + 2)
      }
    }
  }
}
