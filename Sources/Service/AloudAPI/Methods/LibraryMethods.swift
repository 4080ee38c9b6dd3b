internal import BusValues

extension AloudInterface {
  static let libraryMethods = [
    MethodDescription(
      "ListDocuments", in: [options()],
      out: [
        ArgumentDescription(
          "documents", "aa{sv}",
          doc: """
            The most likely document first: id (s), title (s), artist (as), kind (s: book or article), language (s), \
            url (s), art-url (s), added (when it came into the library), opened, heard and finished (x, seconds since \
            1970), chapter (u, from 0), \
            chapters (u), position and length (x, microseconds of the whole), length-exact (b), bookmarks (u), current \
            and studied (b). Unknown values are left out.
            """)
      ],
      doc: """
        The library: every document from a file of which a word was heard, or in which the listener set a bookmark or a \
        rate.
        """),
    MethodDescription(
      "OpenDocument",
      in: [document, options(SpeakOptions.descriptions)],
      out: [ArgumentDescription("track", .objectPath, doc: "The id of the track that is read first.")],
      doc: """
        Resumes a document of the library. If it is in the queue, the reading goes there. Errors: NotFound and those \
        of Open.
        """),
    MethodDescription(
      "ForgetDocument", in: [document, options()],
      doc: """
        Removes a document from the library, with its place and its bookmarks. The file is not touched. Errors: \
        NotFound.
        """),
    MethodDescription(
      "AddBookmark",
      in: [
        ArgumentDescription("note", .string, doc: "The listener's own words, at most 4096 bytes; may be empty."),
        options(),
      ],
      out: [bookmarkRow],
      doc: """
        Sets a bookmark at the sentence that is heard now. A sentence has one bookmark: if it has one already, that one \
        is the answer, with the note if that is not empty. Errors: NoTrack if nothing is read, NotFound if the text is \
        not a document that can be found again, InvalidOption.
        """),
    MethodDescription(
      "ListBookmarks",
      in: [
        ArgumentDescription("document", .string, doc: "The id of a document; empty for the bookmarks of all."),
        options(),
      ],
      out: [ArgumentDescription("bookmarks", "aa{sv}", doc: "As AddBookmark answers them, in the order of the text.")],
      doc: "The bookmarks. Errors: NotFound."),
    MethodDescription(
      "GoToBookmark", in: [number, options()],
      doc: """
        Goes to a bookmark; keeps play and pause. If its document is not in the queue, the document is opened and read \
        at once. Errors: NotFound and those of Open.
        """),
    MethodDescription("RemoveBookmark", in: [number, options()], doc: "Removes a bookmark. Errors: NotFound."),
  ]

  private static let document = ArgumentDescription("document", .string, doc: "The document's id.")
  private static let number = ArgumentDescription("number", .int64, doc: "The bookmark's number.")
  private static let bookmarkRow = ArgumentDescription(
    "bookmark", .vardict,
    doc: """
      number (x), document (s), title (s), chapter (u, from 0), position (x, microseconds in the chapter), sentence (s), \
      note (s), created (x, seconds since 1970), and in the answer of AddBookmark new (b): true if it was made just now.
      """)
}
