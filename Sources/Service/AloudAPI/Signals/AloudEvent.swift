public import BusValues

/// Any signal of `org.aloud.Aloud1`, for clients that receive them as one stream.
public enum AloudEvent: Equatable, Sendable {
  case utteranceStarted(UtteranceStartedSignal)
  case utteranceFinished(UtteranceFinishedSignal)
  case utteranceCancelled(UtteranceCancelledSignal)
  case utterancePaused(UtterancePausedSignal)
  case utteranceResumed(UtteranceResumedSignal)
  case sentence(SentenceSignal)
  case word(WordSignal)
  case phrase(PhraseSignal)
  case part(PartSignal)
  case progress(ProgressSignal)
  case stateChanged(StateChangedSignal)
  case routeChanged(RouteChangedSignal)
  case failed(FailedSignal)
  case pageTurn(PageTurnSignal)
  case chapterChanged(ChapterChangedSignal)
  case libraryChanged(LibraryChangedSignal)
  case announcement(AnnouncementSignal)
  case announcementWord(AnnouncementWordSignal)

  /// Parses a received signal; `nil` for an unknown name or unexpected arguments.
  public init?(member: String, arguments: [BusValue]) {
    let event: AloudEvent? =
      switch member {
      case UtteranceStartedSignal.member.text:
        UtteranceStartedSignal(arguments: arguments).map { .utteranceStarted($0) }
      case UtteranceFinishedSignal.member.text:
        UtteranceFinishedSignal(arguments: arguments).map { .utteranceFinished($0) }
      case UtteranceCancelledSignal.member.text:
        UtteranceCancelledSignal(arguments: arguments).map { .utteranceCancelled($0) }
      case UtterancePausedSignal.member.text:
        UtterancePausedSignal(arguments: arguments).map { .utterancePaused($0) }
      case UtteranceResumedSignal.member.text:
        UtteranceResumedSignal(arguments: arguments).map { .utteranceResumed($0) }
      case SentenceSignal.member.text: SentenceSignal(arguments: arguments).map { .sentence($0) }
      case WordSignal.member.text: WordSignal(arguments: arguments).map { .word($0) }
      case PhraseSignal.member.text: PhraseSignal(arguments: arguments).map { .phrase($0) }
      case PartSignal.member.text: PartSignal(arguments: arguments).map { .part($0) }
      case ProgressSignal.member.text: ProgressSignal(arguments: arguments).map { .progress($0) }
      case StateChangedSignal.member.text: StateChangedSignal(arguments: arguments).map { .stateChanged($0) }
      case RouteChangedSignal.member.text: RouteChangedSignal(arguments: arguments).map { .routeChanged($0) }
      case FailedSignal.member.text: FailedSignal(arguments: arguments).map { .failed($0) }
      case PageTurnSignal.member.text: PageTurnSignal(arguments: arguments).map { .pageTurn($0) }
      case ChapterChangedSignal.member.text: ChapterChangedSignal(arguments: arguments).map { .chapterChanged($0) }
      case LibraryChangedSignal.member.text: LibraryChangedSignal(arguments: arguments).map { .libraryChanged($0) }
      case AnnouncementSignal.member.text: AnnouncementSignal(arguments: arguments).map { .announcement($0) }
      case AnnouncementWordSignal.member.text:
        AnnouncementWordSignal(arguments: arguments).map { .announcementWord($0) }
      default: nil
      }
    guard let event else { return nil }
    self = event
  }

  /// The signal: its name, kind and arguments.
  public var signal: any AloudSignal {
    switch self {
    case .utteranceStarted(let signal): signal
    case .utteranceFinished(let signal): signal
    case .utteranceCancelled(let signal): signal
    case .utterancePaused(let signal): signal
    case .utteranceResumed(let signal): signal
    case .sentence(let signal): signal
    case .word(let signal): signal
    case .phrase(let signal): signal
    case .part(let signal): signal
    case .progress(let signal): signal
    case .stateChanged(let signal): signal
    case .routeChanged(let signal): signal
    case .failed(let signal): signal
    case .pageTurn(let signal): signal
    case .chapterChanged(let signal): signal
    case .libraryChanged(let signal): signal
    case .announcement(let signal): signal
    case .announcementWord(let signal): signal
    }
  }
}
