// A replacement for libpcaudio with the functions that libespeak-ng needs.
//
// In whatever mode the engine starts, the original starts a thread, reads the listener's PulseAudio configuration and
// looks for the sound server. It also loads some thirty libraries, down to those of X11. A speech worker plays nothing
// and is copied for every sentence: active threads would make that unsafe, and mapped libraries would make it slow. The
// engine is linked from its archive (see the module map of CEspeakNG). The archive names these functions but no library
// for them, so the definitions here are the only ones.

/// Reports that there is no device. In synchronous mode the engine does not ask for one, and calls none of the
/// following functions.
@_cdecl("create_audio_device_object")
public func noAudioDevice(
  _ device: UnsafePointer<CChar>?, _ application: UnsafePointer<CChar>?, _ description: UnsafePointer<CChar>?
) -> UnsafeMutableRawPointer? { nil }

/// Never called: there is no device.
@_cdecl("audio_object_open")
public func openNoAudioDevice(
  _ object: UnsafeMutableRawPointer?, _ format: CInt, _ rate: UInt32, _ channels: UInt8
) -> CInt { -1 }

/// Never called: there is no device.
@_cdecl("audio_object_close")
public func closeNoAudioDevice(_ object: UnsafeMutableRawPointer?) {}

/// Never called: there is no device.
@_cdecl("audio_object_destroy")
public func destroyNoAudioDevice(_ object: UnsafeMutableRawPointer?) {}

/// Never called: there is no device.
@_cdecl("audio_object_write")
public func writeNoAudioDevice(
  _ object: UnsafeMutableRawPointer?, _ data: UnsafeRawPointer?, _ bytes: Int
) -> CInt { -1 }

/// Never called: there is no device.
@_cdecl("audio_object_drain")
public func drainNoAudioDevice(_ object: UnsafeMutableRawPointer?) -> CInt { -1 }

/// Never called: there is no device.
@_cdecl("audio_object_flush")
public func flushNoAudioDevice(_ object: UnsafeMutableRawPointer?) -> CInt { -1 }

/// Never called: there is no device.
@_cdecl("audio_object_strerror")
public func noAudioDeviceError(_ object: UnsafeMutableRawPointer?, _ error: CInt) -> UnsafePointer<CChar>? { nil }
