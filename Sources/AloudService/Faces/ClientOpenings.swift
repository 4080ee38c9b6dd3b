import AloudAPI
import BusValues
import DBusKit
import EventLoop
import Playback
import Reading
import Vocabulary

/// Opens texts for clients. A text counts for its client from the request until it has left the queue.
@Core
final class ClientOpenings {
  /// The first track of the text, or the error.
  typealias Completion = @Core (Result<TrackID, BusError>) -> Void

  let transport: Transport
  let files: any TextOpening
  private let playlists: any PlaylistFiles
  private let shares: ClientShares
  private let scheduler: any Scheduler
  private var session: Session { transport.session }
  /// Gets the files of a playlist that cannot be read, if the client does not wait for them.
  var onRefused: (@Core ([Opened.Refusal]) -> Void)?

  init(
    transport: Transport, files: any TextOpening, playlists: any PlaylistFiles, shares: ClientShares,
    scheduler: any Scheduler
  ) {
    self.transport = transport
    self.files = files
    self.playlists = playlists
    self.shares = shares
    self.scheduler = scheduler
  }

  /// Opens a text, unless the client has too many in the service already. `done` is called once; for a playlist, as soon
  /// as its first file is in the queue.
  ///
  /// A client that opens several texts in a row keeps its place among the openings: if `done` asks for the next text,
  /// no other opening comes in between.
  ///
  /// - Parameter replacing: true if a document that is in the queue already continues there instead of being added
  ///   again.
  func open(
    _ options: SpeakOptions, at place: Transport.Place, replacing: Bool = false, for client: BusName,
    _ request: TextRequest, done: @escaping Completion
  ) {
    openAll(options, at: place, replacing: replacing, for: client, request, begun: { done(.success($0)) }) {
      [self] opened in
      if let failure = opened.failure {
        done(.failure(failure))
      } else {
        tell(opened.refused)
      }
    }
  }

  /// Tells the listener the files of a playlist that cannot be read, where no client gets them as an answer.
  func tell(_ refused: [Opened.Refusal]) {
    if !refused.isEmpty { onRefused?(refused) }
  }

  /// Opens a text like ``open(_:at:replacing:for:_:done:)``, or all files of a playlist. `done` is called once, after
  /// the last of them.
  ///
  /// - Parameter begun: called with the first track, if there is one.
  func openAll(
    _ options: SpeakOptions, at place: Transport.Place, replacing: Bool = false, for client: BusName,
    _ request: TextRequest, begun: @escaping @Core (TrackID) -> Void = { _ in },
    done: @escaping @Core (Opened) -> Void
  ) {
    let single: Completion = { result in
      switch result {
      case .success(let id):
        begun(id)
        done(Opened(tracks: [id]))
      case .failure(let error): done(Opened(failure: error))
      }
    }
    openText(
      options, at: place, replacing: replacing, for: client, request,
      list: { [self] list in
        openList(list, options, at: place, replacing: replacing, for: client, begun: begun, done: done)
      }, done: single)
  }

  /// - Parameter list: called instead of `done` if the text is a playlist.
  private func openText(
    _ options: SpeakOptions, at place: Transport.Place, replacing: Bool, for client: BusName, _ request: TextRequest,
    title: String = "", list: @escaping @Core (TextSource) -> Void, done: @escaping Completion
  ) {
    // In a later turn, so that a list of a thousand missing files does not nest a thousand calls.
    func refuse(_ error: BusError) { scheduler.schedule(after: .zero) { done(.failure(error)) } }
    do throws(BusError) { try shares.begin(client) } catch { return refuse(error) }
    // While the text is fetched, a stream starts.
    if !options.paused { session.openOutput() }
    files.open(request, isHung: { [shares] in shares.setHung($0, of: client) }) { [self] result in
      let text: TextSource
      do throws(BusError) {
        do throws(ReadingError) { text = try result.get() } catch { throw error.busError }
        if text.isPlaylist(options) {
          shares.end(client)
          return list(text)
        }
        try shares.reserve(text.textBytes, for: client)
      } catch {
        shares.end(client)
        return refuse(error)
      }
      text.titleInList = title.isEmpty ? nil : title
      open(text, options, at: place, replacing: replacing, for: client, done: done)
    }
  }

  /// Opens the texts and clips of an utterance. `done` is called once.
  ///
  /// - Parameter descriptors: those of the clips, by the indices in `parts`.
  func open(
    _ parts: [SpeechPart], _ descriptors: [UInt32: ReceivedDescriptor], _ options: SpeakOptions, for client: BusName,
    done: @escaping Completion
  ) {
    do throws(BusError) { try shares.begin(client) } catch { return done(.failure(error)) }
    ClipOpening.open(parts, descriptors, files, isOpen: session.openClips) { [self] result in
      do throws(ReadingError) {
        let utterance = try result.get()
        open(utterance, options, for: client, done: done)
      } catch {
        shares.end(client)
        done(.failure(error.busError))
      }
    }
  }

  private func open(
    _ parts: UtteranceParts, _ options: SpeakOptions, for client: BusName, done: @escaping Completion
  ) {
    let take: @Core (Result<TextSource, ReadingError>) -> Void = { [self] result in
      do throws(BusError) {
        let text: TextSource
        do throws(ReadingError) { text = try result.get() } catch { throw error.busError }
        try shares.reserve(text.textBytes, for: client)
        open(text, options, parts: parts, at: .whenBusy(options.whenBusy), replacing: false, for: client, done: done)
      } catch {
        shares.end(client)
        done(.failure(error))
      }
    }
    files.open(.string(parts.text), done: take)
  }

  private func open(
    _ text: TextSource, _ options: SpeakOptions, parts: UtteranceParts? = nil, at place: Transport.Place,
    replacing: Bool, for client: BusName, done: @escaping Completion
  ) {
    let bytes = text.textBytes
    transport.open(
      text, options, parts: parts, at: place, replacing: replacing,
      admitting: { [shares] former throws(ReadingError) in try shares.admit(client, insteadOf: former) }
    ) { [shares, session] result in
      shares.end(client)
      shares.release(bytes, of: client)
      if case .success(let id) = result {
        shares.add(id, of: client, bytes: session.ownBytes(of: id, outOf: bytes))
      }
      done(result)
    }
  }

  // MARK: Playlists

  private func openList(
    _ list: TextSource, _ options: SpeakOptions, at place: Transport.Place, replacing: Bool, for client: BusName,
    begun: @escaping @Core (TrackID) -> Void, done: @escaping @Core (Opened) -> Void
  ) {
    // The list is being read for the client, and its files are opened one after the other.
    do throws(BusError) { try shares.begin(client) } catch {
      scheduler.schedule(after: .zero) { done(Opened(failure: error)) }
      return
    }
    let end: @Core (Opened) -> Void = { [shares] opened in
      shares.end(client)
      done(opened)
    }
    guard let path = list.origin?.path, let slash = path.lastIndex(of: "/") else {
      let error = ReadingError(.unsupported, "it is a playlist, whose files are found only if it has a folder")
      scheduler.schedule(after: .zero) { end(Opened(failure: error.busError)) }
      return
    }
    let files = PlaylistOpening(
      options, folder: String(path[..<slash]), session: session,
      openFile: { [self] options, paths, title, isNew, done in
        openText(
          options, at: place, replacing: replacing && isNew, for: client, .anyOf(paths: paths), title: title,
          list: { _ in done(.failure(Self.nested(paths[0]).busError)) }, done: done)
      }, begun: begun, done: end)
    playlists.entries(of: list.file, name: path.fileName ?? "") { result in
      switch result {
      case .success(let entries): files.run(entries)
      case .failure(let error): end(Opened(failure: error.busError))
      }
    }
  }

  /// No list is opened within another one, so that two lists that name each other have an end.
  private static func nested(_ path: String) -> ReadingError {
    ReadingError(.unsupported, "'\(path.fileName ?? path)' is a playlist in a playlist; open it by itself")
  }
}

extension TextSource {
  /// True if its files are to be opened in its place: not if it is to be read as a text.
  fileprivate func isPlaylist(_ options: SpeakOptions) -> Bool {
    file.isPlaylist && !isString && (options.format ?? .auto) == .auto && options.request != .say
  }
}

extension IncomingCall {
  /// Answers with the result of an opening.
  func answer(_ result: Result<TrackID, BusError>, _ values: (TrackID) -> [BusValue] = { _ in [] }) {
    switch result {
    case .success(let id): reply(values(id))
    case .failure(let error): fail(error)
    }
  }
}
