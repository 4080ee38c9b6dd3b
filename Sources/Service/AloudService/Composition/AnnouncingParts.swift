import Announcements
import Configuration
import EventLoop
import Reading

/// The announcements beside the reading: the room, who decides about each announcement, and those who ask for them.
@Core
final class AnnouncingParts {
  let judge: CircumstanceJudge
  let floor: FloorKeeper
  let room: AnnouncementRoom
  let sleep: AnnouncementSleep
  let notifications: NotificationAnnouncer
  let calls: AnnounceCalls

  init(_ drivers: ServiceDrivers, _ reading: ReadingParts) {
    let (scheduler, clock, log, rooms) = (drivers.scheduler, drivers.clock, drivers.log, drivers.rooms)
    let files = reading.files
    judge = CircumstanceJudge(rooms)
    floor = FloorKeeper(reading: drivers.sound, file: drivers.kept.floor, scheduler: scheduler, log: log, rooms)
    let voice = AnnouncementVoice(files: files, scheduler: scheduler) { [drivers, floor] notify in
      let (output, sound) = drivers.makeAnnouncementOutput(drivers.settings.current.output)
      floor.follow(sound)
      return AnnouncementStage(
        output: output, audio: sound, engine: drivers.engines, reader: drivers.readers,
        recordings: drivers.reading.recordings, settings: drivers.settings, clock: clock, rooms: rooms,
        scheduler: scheduler, notify: notify)
    }
    room = AnnouncementRoom(
      session: reading.session, voice: voice, judge: judge, floor: floor, scheduler: scheduler, clock: clock, rooms)
    sleep = AnnouncementSleep(room: room, scheduler: scheduler, rooms)
    notifications = NotificationAnnouncer(room: room, files: files, scheduler: scheduler)
    calls = AnnounceCalls(
      room: room, notifications: notifications, files: files, bus: drivers.bus, pauseFile: drivers.kept.pause,
      log: log, rooms)
  }
}
