/// The sentences of a text in another order.
struct SentenceArrangement: Equatable {
  private let sentences: [Int]
  private let places: [Int]

  /// - Parameter sentences: their indices in the order in which they are heard, each once.
  init(_ sentences: [Int]) {
    self.sentences = sentences
    var places = [Int](repeating: 0, count: sentences.count)
    for (place, sentence) in sentences.enumerated() { places[sentence] = place }
    self.places = places
  }

  /// The sentence that is heard at a place; the same number behind the end.
  func sentence(at place: Int) -> Int { sentences.indices.contains(place) ? sentences[place] : place }

  /// The place at which a sentence is heard; the same number behind the end.
  func place(of sentence: Int) -> Int { places.indices.contains(sentence) ? places[sentence] : sentence }
}
