public import Vocabulary
package import Wire

/// An answer of `aloud-encode`.
public enum EncoderAnswer: Equatable, Sendable {
  /// The first packet: the worker's name.
  case hello(worker: String)
  /// The frames that are encoded so far; at most 2³²−1 is told.
  case progress(frames: Int)
  /// The file is written, with this number of frames; at most 2³²−1 is told.
  case done(frames: Int)
  /// The file is useless.
  case failed(Trouble)
}

extension EncoderAnswer: WireAnswer {
  /// The kinds of answers.
  package enum Kind: UInt16, CaseIterable, Sendable {
    case hello = 64
    case progress = 69
    case done = 71
    case failed = 72
  }

  /// See ``WireAnswer/isGreeting``.
  package var isGreeting: Bool { if case .hello = self { true } else { false } }

  /// See ``WireMessage/kind``.
  package var kind: Kind {
    switch self {
    case .hello: .hello
    case .progress: .progress
    case .done: .done
    case .failed: .failed
    }
  }

  /// See ``WireMessage/write(to:)``.
  package func write(to payload: inout ByteWriter) {
    switch self {
    case .hello(let worker): payload.string(worker)
    case .progress(let frames), .done(let frames): payload.count(min(frames, Int(UInt32.max)))
    case .failed(let trouble): payload.trouble(trouble)
    }
  }

  /// See ``WireMessage/read(_:from:)``.
  package static func read(_ kind: Kind, from payload: inout ByteReader) -> EncoderAnswer? {
    switch kind {
    case .hello: payload.string().map { .hello(worker: $0) }
    case .progress: payload.count().map { .progress(frames: $0) }
    case .done: payload.count().map { .done(frames: $0) }
    case .failed: payload.trouble().map { .failed($0) }
    }
  }
}
