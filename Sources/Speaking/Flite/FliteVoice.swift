import CFlite
import Glibc
import Speech

/// A voice that Debian's libflite1 has.
struct FliteVoice {
  /// Its name for the listener.
  var name: String
  /// The end of its library's name, and of its function's.
  var library: String
  var title: String
  var gender: Voice.Gender
  var sampleRate = usualRate

  /// The samples a second of most voices.
  static let usualRate = SampleRate(hertz: 16_000)
  /// All read American English, also the Scotsman.
  static let language = "en-us"
  /// The best first. `time_awb`, which says nothing but the time of day, is none of them.
  static let all = [
    FliteVoice(name: "slt", library: "cmu_us_slt", title: "Slt (flite)", gender: .female),
    FliteVoice(name: "rms", library: "cmu_us_rms", title: "Rms (flite)", gender: .male),
    FliteVoice(name: "awb", library: "cmu_us_awb", title: "Awb (flite)", gender: .male),
    FliteVoice(name: "kal16", library: "cmu_us_kal16", title: "Kal, 16 kHz (flite)", gender: .male),
    FliteVoice(
      name: "kal", library: "cmu_us_kal", title: "Kal (flite)", gender: .male, sampleRate: SampleRate(hertz: 8_000)),
  ]

  /// The voice as the engine lists it.
  var listed: Voice {
    Voice(.own(name), name: title, languages: [.init(tag: Self.language, priority: 5)], gender: gender)
  }
}

/// A voice that is installed.
struct InstalledVoice {
  let kind: FliteVoice
  /// The library's own value for it.
  let voice: UnsafeMutablePointer<aloud_flite_voice>
  /// What it has by itself: a factor of all durations, and the deviation of its pitch in Hz.
  private let own: (stretch: Float, deviation: Float)
  private let library: FliteLibrary

  /// Opens the voice; `nil` if it is not installed.
  init?(_ kind: FliteVoice, _ library: FliteLibrary) {
    guard let voice = library.voice(kind.library) else { return nil }
    (self.kind, self.voice, self.library) = (kind, voice, library)
    let features = voice.pointee.features
    let model = library.value(features, "cg_db").flatMap { library.model($0) }?.pointee
    own = (
      library.float(features, "duration_stretch", 1),
      library.float(features, "int_f0_target_stddev", model?.pitch_deviation ?? 10)
    )
  }

  /// Sets its parameters, as factors of its own.
  ///
  /// - Parameters:
  ///   - pitch: 0…100, from an octave below the voice's own to one above. The voice `rms` has no choice.
  ///   - range: 0…100, from a monotone to twice the voice's own.
  func set(wordsPerMinute: Int, pitch: Int, range: Int) {
    set("duration_stretch", own.stretch * 175 / Float(wordsPerMinute))
    set("f0_shift", exp2f(Float(pitch - 50) / 50))
    set("int_f0_target_stddev", own.deviation * Float(range) / 50)
  }

  /// - Parameter name: static, since the library keeps its address.
  private func set(_ name: StaticString, _ value: Float) {
    let address = UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
    library.setFloat(voice.pointee.features, address, value)
  }
}
