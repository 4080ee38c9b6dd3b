import AloudAPI
import BusValues
import DBusKit
import EventLoop
import MPRIS
import Playback
import Reading
import Speech
import Vocabulary

/// The properties of our interface: their values, writes to them, and what is announced.
extension AloudObject {
  /// Properties that a snapshot does not hold, as clients know them.
  struct Announced: Equatable {
    var voice = ""
    var error = ""
    var stateError = ""
    var voiceError = ""
    var sleepPlace = BusValue.vardict([:])
    var notificationStep = NotificationStep.off
    var notificationStart = NotificationStart.none
    var isAnnouncingPaused = false
    /// The phrases of the current track: its place in them is not announced.
    var study = AnnouncedStudy()
  }

  /// The state of the study that clients know.
  struct AnnouncedStudy: Equatable {
    var track: TrackID?
    var state = StudyState.off
    /// See ``Reading/Session/studyChanges``.
    var changes = 0
  }

  func value(of property: String, in interface: String) throws(BusError) -> BusValue {
    guard let property = AloudProperty(rawValue: property) else {
      throw .unknownProperty("\(interface) has no property \(property)")
    }
    return value(of: property, in: session.snapshot)
  }

  /// The value of a property: from a snapshot, or from the session's present state if the snapshot does not have it.
  private func value(of property: AloudProperty, in snapshot: Snapshot) -> BusValue {
    switch property {
    case .version: .string(ServiceVersion.text)
    case .state: .string(session.state.rawValue)
    case .position: .microseconds(session.position)
    case .document: .vardict(session.documentEntry?.table ?? [:])
    case .voice: .string(snapshot.track.flatMap { session.track($0) }?.voice.voice.text ?? "")
    case .lastError: .string(session.lastError)
    case .stateError: .string(session.stateError)
    case .voiceError: .string(transport.voiceError)
    case .notificationsWatched: .bool(notifications.watch.isOn)
    case .notificationStep: .string(notifications.watch.step.rawValue)
    case .notificationStart: .string(notifications.way.rawValue)
    case .announcementsPaused: .bool(announcing.isPaused)
    case .study: .vardict(study)
    case .sleepRemaining: sleepRemaining
    case .sleepPlace: sleepPlace
    case .putOff: putOff
    case .pauseReason: .string(snapshot.silenceReason?.word.rawValue ?? "")
    case .pauseDetail: .string(snapshot.silenceReason?.detail ?? "")
    case .playbackStatus: .string(snapshot.status.rawValue)
    case .length: .microseconds(snapshot.length?.microseconds ?? 0)
    case .lengthExact: .bool(snapshot.length?.isExact ?? false)
    case .rate: .double(snapshot.rate)
    case .globalRate: .double(snapshot.globalRate)
    case .rateIsOwn: .bool(snapshot.isRateOwn)
    case .volume: .double(snapshot.volume.value)
    case .effectiveVolume: .double(snapshot.effectiveVolume?.value ?? -1)
    case .unheard: .string(snapshot.unheard?.rawValue ?? "")
    case .loopStatus: .string(snapshot.loop.rawValue)
    case .shuffle: .string(snapshot.shuffle.rawValue)
    case .repeated: .string(snapshot.repeatMode.rawValue)
    case .sleepTimer: .string(Self.sleepUnit(snapshot.sleep).unit.rawValue)
    case .sleepChapters: .uint32(UInt32(Self.sleepUnit(snapshot.sleep).chapters))
    case .track: .objectPath(snapshot.track?.objectPath ?? "/")
    case .metadata:
      PlayerProperties.value(of: "Metadata", in: snapshot, position: 0) ?? .vardict([:])
    case .queueLength: .uint32(UInt32(snapshot.tracks.count))
    case .queueNumber: .uint32(UInt32(snapshot.number ?? 0))
    }
  }

  /// The properties that depend on the snapshot alone and are announced on changes.
  private static let announcedProperties: [AloudProperty] = [
    .pauseReason, .pauseDetail, .playbackStatus, .length, .lengthExact, .rate, .globalRate, .rateIsOwn, .volume,
    .effectiveVolume, .unheard, .loopStatus, .shuffle, .repeated, .sleepChapters, .track, .metadata, .queueLength,
    .queueNumber,
  ]

  func set(_ property: String, in interface: String, to value: BusValue) throws(BusError) {
    switch try AloudSetting(property: property, value: value) {
    case .rate(let rate): session.send(.setRate(rate))
    case .volume(let volume): session.send(.setVolume(CubicLevel(volume)))
    case .loopStatus(let loop): session.send(.setLoop(loop))
    case .shuffle(let mode): session.send(.setShuffle(mode))
    }
  }

  private var putOff: BusValue {
    guard let putOff = session.snapshot.putOff else { return .vardict([:]) }
    return .vardict([
      "track": .objectPath(putOff.track.objectPath),
      "title": .string(session.player.entry(putOff.track)?.metadata.title ?? ""),
      "position": .microseconds(putOff.position), "resumes": .bool(putOff.resumes),
    ])
  }

  // MARK: Signals

  /// Announces the differences between two snapshots, and the other properties that have changed.
  func announce(from old: Snapshot, to new: Snapshot, on bus: BusConnection) {
    var changed: [(String, BusValue)] = []
    for property in Self.announcedProperties {
      let now = value(of: property, in: new)
      if now != value(of: property, in: old) { changed.append((property.rawValue, now)) }
    }
    // Also announced if the unit is the same: a client that shows a countdown then asks for the remaining time.
    if old.sleep != new.sleep {
      changed.append((AloudProperty.sleepTimer.rawValue, value(of: .sleepTimer, in: new)))
    }
    if old.putOff != new.putOff { changed.append((AloudProperty.putOff.rawValue, putOff)) }
    send(changed + changedDetails(), on: bus)
  }

  /// Announces the changed properties that a snapshot does not have.
  func announceDetails(on bus: BusConnection) { send(changedDetails(), on: bus) }

  private func send(_ changed: [(String, BusValue)], on bus: BusConnection) {
    guard !changed.isEmpty else { return }
    bus.propertiesChanged(path: AloudBus.path, interface: AloudBus.interface, changed: changed, invalidated: [])
  }

  private func changedDetails() -> [(String, BusValue)] {
    let now = Announced(
      voice: session.player.current.flatMap { session.track($0) }?.voice.voice.text ?? "",
      error: session.lastError, stateError: session.stateError, voiceError: transport.voiceError,
      sleepPlace: sleepPlace, notificationStep: notifications.watch.step, notificationStart: notifications.way,
      isAnnouncingPaused: announcing.isPaused, study: announcedStudy)
    let before = announced
    announced = now
    var changed: [(String, BusValue)] = []
    if now.voice != before.voice { changed.append((AloudProperty.voice.rawValue, .string(now.voice))) }
    if now.error != before.error { changed.append((AloudProperty.lastError.rawValue, .string(now.error))) }
    if now.stateError != before.stateError {
      changed.append((AloudProperty.stateError.rawValue, .string(now.stateError)))
    }
    if now.voiceError != before.voiceError {
      changed.append((AloudProperty.voiceError.rawValue, .string(now.voiceError)))
    }
    if now.sleepPlace != before.sleepPlace { changed.append((AloudProperty.sleepPlace.rawValue, now.sleepPlace)) }
    if now.notificationStep != before.notificationStep {
      changed.append((AloudProperty.notificationsWatched.rawValue, .bool(now.notificationStep != .off)))
      changed.append((AloudProperty.notificationStep.rawValue, .string(now.notificationStep.rawValue)))
    }
    if now.notificationStart != before.notificationStart {
      changed.append((AloudProperty.notificationStart.rawValue, .string(now.notificationStart.rawValue)))
    }
    if now.isAnnouncingPaused != before.isAnnouncingPaused {
      changed.append((AloudProperty.announcementsPaused.rawValue, .bool(now.isAnnouncingPaused)))
    }
    if now.study != before.study { changed.append((AloudProperty.study.rawValue, .vardict(study))) }
    return changed
  }

  private var announcedStudy: AnnouncedStudy {
    guard let state = study["state"]?.asString.flatMap(StudyState.init), state != .off else { return AnnouncedStudy() }
    return AnnouncedStudy(track: session.snapshot.track, state: state, changes: session.studyChanges)
  }
}
