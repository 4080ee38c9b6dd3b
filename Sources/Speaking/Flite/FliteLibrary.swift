import CFlite
import Glibc

/// The functions of flite, looked up in the library and its voices.
///
/// They are opened and not linked, so that only who has installed them has these voices. Everything is opened before
/// the process is sealed. It belongs to one thread.
struct FliteLibrary {
  let synthesize: aloud_flite_synthesize
  let delete: aloud_flite_delete
  let relation: aloud_flite_get_relation
  let first: aloud_flite_end
  let last: aloud_flite_end
  let next: aloud_flite_step
  let previous: aloud_flite_step
  let daughter: aloud_flite_step
  let cast: aloud_flite_as
  let features: aloud_flite_of_item
  let float: aloud_flite_float
  let string: aloud_flite_string
  let value: aloud_flite_value_of
  let setFloat: aloud_flite_set_float
  let set: aloud_flite_set
  let model: aloud_flite_model_of
  private let newStream: aloud_flite_new_stream
  private let streamValue: aloud_flite_stream_value
  /// The version, such as `2.2`: the end of the library's file name.
  let version: String

  /// `nil` if the library is missing, or is another one.
  init?() {
    guard let library = dlopen(ALOUD_FLITE_LIBRARY, RTLD_LAZY | RTLD_LOCAL) else { return nil }
    func find<T>(_ name: String, _ type: T.Type) -> T? { dlsym(library, name).map { unsafeBitCast($0, to: type) } }
    guard let start = find("flite_init", aloud_flite_init.self),
      let synthesize = find("flite_synth_text", aloud_flite_synthesize.self),
      let delete = find("delete_utterance", aloud_flite_delete.self),
      let relation = find("utt_relation", aloud_flite_get_relation.self),
      let first = find("relation_head", aloud_flite_end.self), let last = find("relation_tail", aloud_flite_end.self),
      let next = find("item_next", aloud_flite_step.self), let previous = find("item_prev", aloud_flite_step.self),
      let daughter = find("item_daughter", aloud_flite_step.self), let cast = find("item_as", aloud_flite_as.self),
      let features = find("item_feats", aloud_flite_of_item.self),
      let float = find("get_param_float", aloud_flite_float.self),
      let string = find("get_param_string", aloud_flite_string.self),
      let value = find("feat_val", aloud_flite_value_of.self),
      let setFloat = find("feat_set_float", aloud_flite_set_float.self),
      let set = find("feat_set", aloud_flite_set.self), let model = find("val_cg_db", aloud_flite_model_of.self),
      let newStream = find("new_audio_streaming_info", aloud_flite_new_stream.self),
      let streamValue = find("audio_streaming_info_val", aloud_flite_stream_value.self)
    else { return nil }
    (self.synthesize, self.delete, self.relation) = (synthesize, delete, relation)
    (self.first, self.last, self.next, self.previous) = (first, last, next, previous)
    (self.daughter, self.cast, self.features, self.float) = (daughter, cast, features, float)
    (self.string, self.value, self.setFloat, self.set) = (string, value, setFloat, set)
    (self.model, self.newStream, self.streamValue) = (model, newStream, streamValue)
    version = Self.version(of: library)
    _ = start()
  }

  /// Opens a voice; `nil` if it is not installed.
  ///
  /// - Parameter name: the part of the library's name that is the voice's, such as `cmu_us_slt`.
  func voice(_ name: String) -> UnsafeMutablePointer<aloud_flite_voice>? {
    guard let library = dlopen("libflite_\(name).so.1", RTLD_LAZY | RTLD_LOCAL),
      let register = dlsym(library, "register_\(name)")
    else { return nil }
    return unsafeBitCast(register, to: aloud_flite_register.self)(nil)
  }

  /// Has a function take the sound of a voice, part by part.
  func stream(
    _ voice: UnsafeMutablePointer<aloud_flite_voice>,
    to take:
      @convention(c) (
        UnsafePointer<aloud_flite_wave>?, CInt, CInt, CInt, UnsafeMutablePointer<aloud_flite_stream>?
      ) -> CInt
  ) {
    guard let stream = newStream() else { return }
    stream.pointee.take = take
    // The library keeps the address of the name.
    let name: StaticString = "streaming_info"
    set(
      voice.pointee.features, UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self), streamValue(stream))
  }

  /// An item and those that follow it.
  func items(from first: OpaquePointer?) -> [OpaquePointer] {
    var items: [OpaquePointer] = []
    var item = first
    while let found = item {
      items.append(found)
      item = next(found)
    }
    return items
  }

  /// A text of an item, such as the name of a sound; empty if it has none.
  func text(_ name: String, of item: OpaquePointer) -> String {
    string(features(item), name, "").map { String(cString: $0) } ?? ""
  }

  /// The end of a sound, in seconds.
  func end(of sound: OpaquePointer) -> Double { Double(float(features(sound), "end", 0)) }

  /// The folder of the library; that of the C library if it is missing, which is where it would be.
  static var folder: String? {
    guard
      let file = file(of: dlopen(ALOUD_FLITE_LIBRARY, RTLD_LAZY | RTLD_NOLOAD), "flite_init")
        ?? file(of: dlopen(nil, RTLD_LAZY), "fopen"), let slash = file.utf8.lastIndex(of: UInt8(ascii: "/")),
      file.hasPrefix("/")
    else { return nil }
    return String(file[..<slash])
  }

  /// The end of the library's file name, behind all links.
  private static func version(of library: UnsafeMutableRawPointer) -> String {
    guard let file = file(of: library, "flite_init"), let path = realpath(file, nil) else { return "1" }
    defer { free(path) }
    let name = String(cString: path).split(separator: "/").last ?? ""
    return name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : "1"
  }

  private static let prefix = "libflite.so."

  /// The file that has a function in it.
  private static func file(of library: UnsafeMutableRawPointer?, _ function: String) -> String? {
    var place = aloud_function_place()
    guard let library, let function = dlsym(library, function), aloud_find_function(function, &place) != 0 else {
      return nil
    }
    return place.file.map { String(cString: $0) }
  }
}
