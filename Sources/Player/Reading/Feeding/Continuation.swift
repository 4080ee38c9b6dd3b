import Speech

/// The next chapter of a recording, whose sound is fed before the open one has been heard to its end, so that no frame
/// and no silence is between them.
struct Continuation {
  let track: Track
  /// The media frame with which it begins, counted as those of the open chapter.
  let joint: Frame
  /// Its sound that was fed.
  var fed = FedPlaces()
  /// True once the open chapter has been heard to its end.
  var isDue = false
}
