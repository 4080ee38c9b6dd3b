package import Playback
package import Study
package import Vocabulary

/// The options with which a text was opened, and is opened again.
package struct OpeningOptions: Equatable {
  /// The name of its format; see ``DocumentFormat``.
  package var format = DocumentFormat.text.rawValue
  /// The languages that choose its voices.
  package var languages = LanguageMode.one
  /// The choice of the text beside it, if it is a recording.
  package var pairedText = PairedText.beside
  /// True if its sentences are spoken at times of their own, as subtitles have them.
  package var isOnClock = false
  /// The way in which it is studied; `nil` if it is heard as it is.
  package var study: StudyPlan?
  /// The order of its phrases, if it is a recording; `nil` for its own.
  package var phraseOrder: PhraseOrder?

  /// The usual ones.
  package init() {}
}

extension OpeningOptions {
  /// Those of an earlier run.
  init(_ kept: KeptTrack) {
    format = kept.format
    languages = kept.languages
    pairedText = kept.pairedText
    isOnClock = kept.isOnClock
    study = kept.study
    phraseOrder = kept.phraseOrder
  }

  /// Those of a chapter that is found behind this one. The choice of a text beside it and the order of
  /// phrases are not handed on.
  var ofFurtherChapter: OpeningOptions {
    var options = self
    options.pairedText = .beside
    options.phraseOrder = nil
    return options
  }
}
