// libpcaudio, as far as libespeak-ng asks for it.
//
// The original starts a thread, reads the listener's PulseAudio configuration and asks the sound server whether it is
// there, as soon as the engine starts and in whatever mode; and it brings some thirty libraries with it, down to those
// of X11. A speech worker plays nothing, and is to be copied for every sentence: threads that do something would make
// that unsafe, and mapped libraries make it slow. The engine is linked in from its archive (see the module map of
// CEspeakNG), which names these functions and no library for them, so these are the only ones.

/// "There is no device"; the engine does not ask for one in synchronous mode, and calls none of the following.
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
