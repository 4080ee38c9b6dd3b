import EventLoop
import Testing

/// Texts in older encodings without a declaration; made with Python's codecs.
@Suite(.timeLimit(.minutes(1)), .serialized)
struct TextEncodingTests {
  init() { TestLoop.start() }

  @Test(arguments: samples)
  @Core func aTextThatDoesNotSayHowItIsEncodedIsRead(sample: Sample) async throws {
    let session = try Session()
    let document = await session.read(sample.bytes)
    #expect(String(decoding: document.text, as: UTF8.self) == sample.text, "\(sample.encoding)")
    #expect(document.isDone && document.faults.isEmpty)
    session.end()
  }

  struct Sample: Sendable {
    var encoding: String
    var text: String
    /// In hexadecimal digits.
    var code: String

    var bytes: [UInt8] {
      let digits = Array(code).filter { !$0.isWhitespace }
      return stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
    }
  }

  static let samples = [
    Sample(
      encoding: "GB18030",
      text: """
        幸福的家庭都是相似的，不幸的家庭各有各的不幸。奥布隆斯基家里一切都乱了套。
        """,
      code: """
        d0d2b8a3b5c4bcd2cda5b6bccac7cfe0cbc6b5c4a3acb2bbd0d2b5c4bcd2cda5b8f7d3d0b8f7b5c4b2bbd0d2a1a3b0c2b2bcc2a1cbb9
        bbf9bcd2c0efd2bbc7d0b6bcc2d2c1cbccd7a1a3
        """),
    Sample(
      encoding: "Big5",
      text: """
        幸福的家庭都是相似的，不幸的家庭各有各的不幸。奧布隆斯基家裡一切都亂了套。
        """,
      code: """
        a9afbad6aabaae61ae78b3a3ac4facdba6fcaabaa141a4a3a9afaabaae61ae78a655a6b3a655aabaa4a3a9afa143b6f8a5acb6a9b4b5
        b0f2ae61b8cca440a4c1b3a3b6c3a446ae4da143
        """),
    Sample(
      encoding: "windows-1250",
      text: """
        Všechny šťastné rodiny jsou si podobné, každá nešťastná rodina je nešťastná po svém způsobu.
        """,
      code: """
        569a6563686e79209a9d6173746ee920726f64696e79206a736f7520736920706f646f626ee92c206b619e64e1206e659a9d6173746e
        e120726f64696e61206a65206e659a9d6173746ee120706f207376e96d207a70f9736f62752e
        """),
    Sample(
      encoding: "windows-1251",
      text: """
        Все счастливые семьи похожи друг на друга, каждая несчастливая семья несчастлива по-своему.
        """,
      code: """
        c2f1e520f1f7e0f1f2ebe8e2fbe520f1e5ecfce820efeef5eee6e820e4f0f3e320ede020e4f0f3e3e02c20eae0e6e4e0ff20ede5f1f7
        e0f1f2ebe8e2e0ff20f1e5ecfcff20ede5f1f7e0f1f2ebe8e2e020efee2df1e2eee5ecf32e
        """),
    Sample(
      encoding: "windows-1252",
      text: """
        Glückliche Familien ähneln einander; jede unglückliche ist – auf ihre „eigene“ Weise – unglücklich.
        """,
      code: """
        476cfc636b6c696368652046616d696c69656e20e4686e656c6e2065696e616e6465723b206a65646520756e676cfc636b6c69636865
        2069737420962061756620696872652084656967656e6593205765697365209620756e676cfc636b6c6963682e
        """),
    Sample(
      encoding: "windows-1253",
      text: """
        Όλες οι ευτυχισμένες οικογένειες μοιάζουν μεταξύ τους, κάθε δυστυχισμένη οικογένεια είναι δυστυχισμένη με τον δικό της τρόπο.
        """,
      code: """
        bcebe5f220efe920e5f5f4f5f7e9f3ecddede5f220efe9eaefe3ddede5e9e5f220ecefe9dce6eff5ed20ece5f4e1eefd20f4eff5f22c
        20eadce8e520e4f5f3f4f5f7e9f3ecddede720efe9eaefe3ddede5e9e120e5dfede1e920e4f5f3f4f5f7e9f3ecddede720ece520f4ef
        ed20e4e9eafc20f4e7f220f4f1fcf0ef2e
        """),
    Sample(
      encoding: "windows-1254",
      text: """
        Bütün mutlu aileler birbirine benzer, her mutsuz ailenin ise kendine özgü bir mutsuzluğu vardır, değil mi, işte böyle.
        """,
      code: """
        42fc74fc6e206d75746c752061696c656c657220626972626972696e652062656e7a65722c20686572206d757473757a2061696c656e
        696e20697365206b656e64696e6520f67a67fc20626972206d757473757a6c75f0752076617264fd722c206465f0696c206d692c2069
        fe74652062f6796c652e
        """),
    Sample(
      encoding: "windows-1255",
      text: """
        כל המשפחות המאושרות דומות זו לזו, וכל משפחה אומללה אומללה בדרכה שלה.
        """,
      code: """
        ebec20e4eef9f4e7e5fa20e4eee0e5f9f8e5fa20e3e5eee5fa20e6e520ece6e52c20e5ebec20eef9f4e7e420e0e5eeecece420e0e5ee
        ecece420e1e3f8ebe420f9ece42e
        """),
    Sample(
      encoding: "windows-1256",
      text: """
        كل العائلات السعيدة متشابهة، ولكن كل عائلة تعيسة هي تعيسة بطريقتها الخاصة.
        """,
      code: """
        dfe120c7e1dac7c6e1c7ca20c7e1d3daedcfc920e3cad4c7c8e5c9a120e6e1dfe420dfe120dac7c6e1c920cadaedd3c920e5ed20cada
        edd3c920c8d8d1eddecae5c720c7e1cec7d5c92e
        """),
    Sample(
      encoding: "windows-1257",
      text: """
        Visos laimingos šeimos panašios viena į kitą, kiekviena nelaiminga šeima nelaiminga savaip, žinoma, čia ąžuolas ir ėjimas.
        """,
      code: """
        5669736f73206c61696d696e676f7320f065696d6f732070616e61f0696f73207669656e6120e1206b6974e02c206b69656b7669656e
        61206e656c61696d696e676120f065696d61206e656c61696d696e6761207361766169702c20fe696e6f6d612c20e8696120e0fe756f
        6c617320697220eb6a696d61732e
        """),
  ]
}
