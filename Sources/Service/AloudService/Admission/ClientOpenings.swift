import AloudAPI
import BusValues
import DBusKit
import EventLoop
import MPRIS
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
  private let series: SeriesWatch
  private let notices: Relay<RoomNotice>
  private var orders = OpeningOrder.List()
  /// The number of the first track that came after the last order to end everything. A list that names an earlier one,
  /// which is gone, has been ended with it.
  private var firstAfterEnd: UInt64 = 0

  init(
    transport: Transport, files: any TextOpening, playlists: any PlaylistFiles, shares: ClientShares,
    series: SeriesWatch, scheduler: any Scheduler, _ notices: Relay<RoomNotice>
  ) {
    self.series = series
    self.notices = notices
    self.transport = transport
    self.files = files
    self.playlists = playlists
    self.shares = shares
    self.scheduler = scheduler
  }

  /// Opens a text, unless the client has too many in the service already. `done` is called once; for a playlist, as
  /// soon as its first file is in the queue.
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
    var isAnswered = false
    func answer(_ result: Result<TrackID, BusError>) {
      if !isAnswered { done(result) }
      isAnswered = true
    }
    openAll(options, at: place, replacing: replacing, for: client, request, begun: { answer(.success($0)) }) {
      [self] opened in
      if let failure = opened.failure {
        answer(.failure(failure))
      } else {
        tell(opened.refused)
      }
    }
  }

  // MARK: The listener's orders

  /// Empties the queue, and ends everything that is on its way into it: none of that is heard.
  func clear(_ reason: CancelReason) {
    let error = ReadingError(
      .hushed,
      reason == .hushed ? "the listener wants silence (aloud hush)" : "the listener emptied the queue (aloud clear)")
    let answer = orders.endAll(error.busError)
    firstAfterEnd = session.nextNumber
    transport.openings.endAll(error)
    session.send(.clear(reason))
    answer()
  }

  /// A call has come that opens something; ``finish(_:)`` must follow.
  ///
  /// - Parameter answer: answers the call, if the listener ends it before.
  func begin(answer: @escaping @Core (BusError) -> Void) -> OpeningOrder {
    orders.begin(silences: session.silences.count, answer: answer)
  }

  /// Everything of a call has been opened.
  ///
  /// - Returns: false if the listener has ended it, so that it was answered.
  func finish(_ order: OpeningOrder) -> Bool { orders.finish(order) }

  /// True if a text belongs to a list that the listener has ended.
  private func isOfEndedList(_ options: SpeakOptions) -> Bool {
    guard let former = options.after.flatMap({ TrackID($0) }) else { return false }
    return former.number < firstAfterEnd && session.player.entry(former) == nil
  }

  /// Tells the listener the files of a playlist that cannot be read, where no client gets them as an answer.
  func tell(_ refused: [Opened.Refusal]) {
    if !refused.isEmpty { notices(.refused(refused)) }
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
    let order = begin { done(Opened(failure: $0)) }
    openAll(options, at: place, replacing: replacing, for: client, request, of: order, begun: begun) { [self] opened in
      if finish(order) { done(opened) }
    }
  }

  /// Opens a part of a call, which has the order.
  func openAll(
    _ options: SpeakOptions, at place: Transport.Place, replacing: Bool = false, for client: BusName,
    _ request: TextRequest, of order: OpeningOrder, begun: @escaping @Core (TrackID) -> Void = { _ in },
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
      options, at: place, replacing: replacing, for: client, request, of: order,
      list: { [self] list in
        openList(list, options, at: place, replacing: replacing, for: client, of: order, begun: begun, done: done)
      }, done: single)
  }

  /// - Parameter list: called instead of `done` if the text is a playlist.
  private func openText(
    _ options: SpeakOptions, at place: Transport.Place, replacing: Bool, for client: BusName, _ request: TextRequest,
    of order: OpeningOrder, title: String = "", list: @escaping @Core (TextSource) -> Void, done: @escaping Completion
  ) {
    // In a later turn, so that a list of a thousand missing files does not nest a thousand calls.
    func refuse(_ error: BusError) { scheduler.schedule(after: .zero) { done(.failure(error)) } }
    if let ending = order.ending { return refuse(ending) }
    if isOfEndedList(options) {
      return refuse(ReadingError(.hushed, "the listener has ended the list that it belongs to").busError)
    }
    do throws(BusError) { try shares.begin(client) } catch { return refuse(error) }
    // While the text is fetched, a stream starts.
    if !options.paused { session.openOutput() }
    files.open(request, isHung: { [shares] in shares.setHung($0, of: client) }) { [self] result in
      let text: TextSource
      do throws(BusError) {
        if let ending = order.ending { throw ending }
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
      open(text, options, of: order, at: place, replacing: replacing, for: client, done: done)
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
    let order = begin { done(.failure($0)) }
    let done: Completion = { [self] result in if finish(order) { done(result) } }
    ClipOpening.open(
      parts, descriptors, files, isOpen: session.openClips, isHung: { [shares] in shares.setHung($0, of: client) }
    ) { [self] result in
      do throws(BusError) {
        if let ending = order.ending { throw ending }
        let utterance: UtteranceParts
        do throws(ReadingError) { utterance = try result.get() } catch { throw error.busError }
        open(utterance, options, of: order, for: client, done: done)
      } catch {
        shares.end(client)
        done(.failure(error))
      }
    }
  }

  private func open(
    _ parts: UtteranceParts, _ options: SpeakOptions, of order: OpeningOrder, for client: BusName,
    done: @escaping Completion
  ) {
    let take: @Core (Result<TextSource, ReadingError>) -> Void = { [self] result in
      do throws(BusError) {
        if let ending = order.ending { throw ending }
        let text: TextSource
        do throws(ReadingError) { text = try result.get() } catch { throw error.busError }
        try shares.reserve(text.textBytes, for: client)
        open(
          text, options, parts: parts, of: order, at: .whenBusy(options.whenBusy), replacing: false, for: client,
          done: done)
      } catch {
        shares.end(client)
        done(.failure(error))
      }
    }
    files.open(.string(parts.text), done: take)
  }

  private func open(
    _ text: TextSource, _ options: SpeakOptions, parts: UtteranceParts? = nil, of order: OpeningOrder,
    at place: Transport.Place, replacing: Bool, for client: BusName, done: @escaping Completion
  ) {
    let bytes = text.textBytes
    transport.open(
      text, options, parts: parts, of: order, at: place, replacing: replacing,
      admitting: { [shares] former throws(ReadingError) in try shares.admit(client, insteadOf: former) }
    ) { [shares, session, series] result in
      shares.end(client)
      shares.release(bytes, of: client)
      if case .success(let id) = result {
        if options.moreFollows { series.begin(id, of: client) }
        shares.add(id, of: client, bytes: session.ownBytes(of: id, outOf: bytes))
      }
      done(result)
    }
  }

  // MARK: Playlists

  private func openList(
    _ list: TextSource, _ options: SpeakOptions, at place: Transport.Place, replacing: Bool, for client: BusName,
    of order: OpeningOrder, begun: @escaping @Core (TrackID) -> Void, done: @escaping @Core (Opened) -> Void
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
      let error = ReadingError(.unknownFormat, "it is a playlist, whose files are found only if it has a folder")
      scheduler.schedule(after: .zero) { end(Opened(failure: error.busError)) }
      return
    }
    let files = PlaylistOpening(
      options, folder: String(path[..<slash]), session: session,
      openFile: { [self] options, paths, title, isNew, done in
        openText(
          options, at: place, replacing: replacing && isNew, for: client, .anyOf(paths: paths), of: order, title: title,
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
    ReadingError(.unknownFormat, "'\(path.fileName ?? path)' is a playlist in a playlist; open it by itself")
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
