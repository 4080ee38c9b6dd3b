/// Stands in for libpcaudio's function of this name, which the library calls when it starts, in whatever mode.
///
/// The original starts a thread, reads the listener's PulseAudio configuration and asks the sound server whether it is
/// there. A speech worker plays nothing, and is to be copied, which threads that do something would make unsafe. The
/// dynamic linker prefers what the program itself defines; the library takes `nil` for "no device" and does not ask for
/// one in synchronous mode.
@_cdecl("create_audio_device_object")
public func noAudioDevice(
  _ device: UnsafePointer<CChar>?, _ application: UnsafePointer<CChar>?, _ description: UnsafePointer<CChar>?
) -> UnsafeMutableRawPointer? { nil }
