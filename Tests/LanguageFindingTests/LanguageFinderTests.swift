import Documents
import LanguageFinding
import Speech
import Testing

@Suite(.timeLimit(.minutes(3)))
struct LanguageFinderTests {
  /// One everyday sentence in each language.
  private static let sentences: [(language: String, text: String)] = [
    ("en", "The train leaves in ten minutes, so please hurry up."),
    ("de", "Der Zug fährt in zehn Minuten ab, also beeil dich bitte."),
    ("fr", "Le train part dans dix minutes, alors dépêche-toi."),
    ("es", "El tren sale dentro de diez minutos, así que date prisa."),
    ("it", "Il treno parte tra dieci minuti, quindi sbrigati."),
    ("pt", "O comboio parte daqui a dez minutos, por isso despacha-te."),
    ("nl", "De trein vertrekt over tien minuten, dus schiet op."),
    ("sv", "Tåget går om tio minuter, så skynda dig nu."),
    ("da", "Toget kører om ti minutter, så skynd dig nu at spise."),
    ("fi", "Juna lähtee kymmenen minuutin kuluttua, joten pidä kiirettä."),
    ("pl", "Pociąg odjeżdża za dziesięć minut, więc pospiesz się."),
    ("cs", "Vlak odjíždí za deset minut, tak si prosím pospěš."),
    ("hu", "A vonat tíz perc múlva indul, úgyhogy siess."),
    ("ro", "Trenul pleacă peste zece minute, așa că grăbește-te."),
    ("tr", "Tren on dakika sonra kalkıyor, lütfen acele et."),
    ("vi", "Chuyến tàu sẽ rời đi sau mười phút nữa, xin hãy nhanh lên."),
    ("id", "Kereta berangkat sepuluh menit lagi, jadi tolong cepat."),
    ("ru", "Поезд отправляется через десять минут, поторопись."),
    ("uk", "Потяг вирушає за десять хвилин, тому поспішай."),
    ("bg", "Влакът тръгва след десет минути, затова побързай."),
    ("el", "Το τρένο φεύγει σε δέκα λεπτά, γι' αυτό βιάσου."),
    ("ar", "يغادر القطار بعد عشر دقائق، لذلك أسرع من فضلك."),
    ("he", "הרכבת יוצאת בעוד עשר דקות, אז תזדרז בבקשה."),
    ("fa", "قطار تا ده دقیقهٔ دیگر حرکت می‌کند، پس لطفاً عجله کن."),
    ("hi", "ट्रेन दस मिनट में छूट जाएगी, इसलिए जल्दी करो।"),
    ("bn", "ট্রেনটি দশ মিনিটের মধ্যে ছেড়ে যাবে, তাই তাড়াতাড়ি করো।"),
    ("ja", "電車は十分後に出ますから、急いでください。"),
    ("ko", "기차가 십 분 뒤에 떠나니 서둘러 주세요."),
    ("zh-Hans", "火车十分钟后就要开了，请快一点。"),
    ("zh-Hant", "火車十分鐘後就要開了，請快一點。"),
    ("th", "รถไฟจะออกในอีกสิบนาที กรุณารีบหน่อย"),
  ]

  @Test(arguments: sentences) func aSentenceAloneIsFound(language: String, text: String) {
    let desktop = language == "en" ? "de" : "en"
    let runs = Samples.runs(text, desktop: desktop)
    #expect(runs.count == 1)
    #expect(runs.first?.tag == language)
  }

  /// A document's own tag is often that of the program that wrote it.
  @Test(arguments: sentences) func aSentenceWinsOverTheTagOfItsDocument(language: String, text: String) {
    let runs = Samples.runs(text, surrounding: language == "en" ? "fr" : "en")
    #expect(runs.map(\.tag) == [language])
  }

  @Test(arguments: [
    ("Das ist gut", "de"), ("Where are you", "en"), ("Je suis là", "fr"), ("Ich komme gleich", "de"),
    ("Где ты был", "ru"), ("ночь была тёмная", "ru"), ("Мені дуже приємно", "uk"),
  ]) func threeWordsAreEnoughInASharedScript(text: String, language: String) {
    let runs = Samples.runs(text, desktop: language == "en" ? "de" : "en")
    #expect(runs.map(\.tag) == [language])
  }

  @Test(arguments: [
    ("καλημέρα", "el"), ("สวัสดีครับ", "th"), ("안녕하세요여러분", "ko"), ("おはようございます", "ja"), ("בוקרטובלך", "he"),
    ("Բարեւձեզբոլորին", "hy"),
  ]) func eightLettersAreEnoughInAScriptOfItsOwn(text: String, language: String) {
    #expect(Samples.runs(text).map(\.tag) == [language])
  }

  /// Two words in a shared script show nothing.
  @Test(arguments: ["Guten Morgen", "Bonne nuit", "Rosa Luxemburg", "Computer"])
  func fewerWordsStayWithTheirSurroundings(text: String) {
    #expect(Samples.runs(text).map(\.tag) == ["en"])
    #expect(Samples.runs(text, desktop: "de").map(\.tag) == ["de"])
  }

  @Test func aSentenceOfAnotherLanguageInABlockIsFoundAsAWhole() {
    let runs = Samples.runs(
      "He walked over to the window and looked out. „Ich habe dich gestern nicht gesehen.“ Then he left the room.",
      surrounding: "en")
    #expect(runs.map(\.tag) == ["en", "de", "en"])
    #expect(runs.count == 3 && runs[1].text.hasPrefix("„Ich habe dich gestern nicht gesehen.“"))
  }

  /// The same in a text of which nothing is known: the quotation is not taken for the text around it.
  @Test func aQuotationIsFoundApartFromTheTextAroundIt() {
    let runs = Samples.runs("The sign said “Bitte treten Sie nicht auf den Rasen” and everybody walked on it.")
    #expect(runs.map(\.tag) == ["en", "de", "en"])
    #expect(runs.count == 3 && runs[1].text == "“Bitte treten Sie nicht auf den Rasen”")
  }

  /// A quotation says nothing about the text around it.
  @Test func theTextAfterAQuotationDoesNotHaveItsLanguage() {
    var document = LanguageRuns(surrounding: "", desktop: "en")
    #expect(
      Samples.runs("He said: „Wir gehen heute nicht in die Schule.“", in: &document).map(\.tag) == ["en", "de"])
    #expect(Samples.runs("Then Dr. Müller took the Computer.", in: &document).map(\.tag) == ["en"])
    #expect(Samples.runs("Fine weather.", in: &document).map(\.tag) == ["en"])
  }

  /// A quotation of several sentences is found as a whole, also where one of them is too short to show its language.
  @Test func aQuotationOfSeveralSentencesIsOne() {
    let text = "He said ‘Guten Tag. Wie geht es Ihnen heute?’ to me, and I did not know what to answer."
    #expect(
      Samples.runs(text, surrounding: "en").map(\.description)
        == ["en:He said ", "de:‘Guten Tag. Wie geht es Ihnen heute?’", "en: to me, and I did not know what to answer."])
    let mixed =
      "She said: “Oui. Je ne sais pas ce que tu veux dire. It is not my fault that we are late.” Then she left."
    #expect(Samples.runs(mixed, surrounding: "en").map(\.tag) == ["en", "fr", "en"])
  }

  /// The second sentence of a quotation says as little about the text around it as the first.
  @Test func theTextAfterALongQuotationDoesNotHaveItsLanguage() {
    var document = LanguageRuns(surrounding: "en", desktop: "en")
    let quoted = "He looked at her. “Nous partons demain matin avec les enfants. Il fait trop chaud ici,” he said."
    #expect(Samples.runs(quoted, in: &document).map(\.tag) == ["en", "fr", "en"])
    #expect(Samples.runs("Old Miller.", in: &document).map(\.tag) == ["en"])
  }

  /// In a text of which nothing is known.
  @Test(arguments: [
    ("Die Firma heißt The New York Times.", ["de"]), ("Il a dit en riant.", ["fr"]),
    ("Она купила iPhone 15 в Apple Store.", ["ru", "en", "ru", "en"]), ("THE END OF THE WORLD", ["en"]),
    ("Johann Wolfgang Goethe bor w Weimarze i pisał tam.", ["pl"]), ("Ele trabalha na Bank of England.", ["pt"]),
    ("Charles Dickens est né à Newcastle upon Tyne.", ["fr"]), ("I went to the sea with Newton of Cambridge.", ["en"]),
  ]) func namesDoNotDecideAboutASentence(text: String, languages: [String]) {
    #expect(Samples.runs(text, desktop: text.hasPrefix("THE") ? "de" : "en").map(\.tag) == languages)
  }

  @Test func wordsInAnotherScriptAreRunsOfTheirOwn_S1_15() {
    #expect(
      Samples.runs("今日はWindowsを使います。", surrounding: "ja").map(\.description)
        == ["ja:今日は", "en:Windows", "ja:を使います。"])
    #expect(
      Samples.runs("Он установил Windows 10 вчера.").map(\.description)
        == ["ru:Он установил ", "en:Windows", "ru: 10 вчера."])
    #expect(
      Samples.runs("The word «дружба» means friendship.").map(\.description)
        == ["en:The word ", "ru:«дружба»", "en: means friendship."])
    #expect(Samples.runs("She lives in 東京 now and likes it.", surrounding: "en").map(\.tag) == ["en", "zh-Hant", "en"])
    #expect(Samples.runs("They said さようなら and left 東京 soon.").map(\.tag) == ["en", "ja", "en", "ja", "en"])
  }

  /// The Latin words of a text in another script have the document's Latin language, else the desktop's.
  @Test func wordsInLatinHaveTheDocumentsLatinLanguage() {
    #expect(Samples.runs("Он живёт в городе München уже давно.", desktop: "de").map(\.tag) == ["ru", "de", "ru"])
    #expect(Samples.runs("Он живёт в городе München уже давно.", desktop: "ru").map(\.tag) == ["ru", "en", "ru"])
    var document = LanguageRuns(surrounding: "", desktop: "en")
    _ = Samples.runs("Der Zug fährt in zehn Minuten ab, also beeil dich bitte.", in: &document)
    let runs = Samples.runs("Он живёт в городе München уже давно.", in: &document)
    #expect(runs.map(\.tag) == ["ru", "de", "ru"])
  }

  @Test func aSingleLetterIsASign() {
    #expect(Samples.runs("The angle α is small, and so is the length я of it.").map(\.tag) == ["en"])
    #expect(Samples.runs("Витамин C нужен каждому человеку.").map(\.tag) == ["ru"])
  }

  /// A Danish document has Danish sentences, although some are Norwegian as well.
  @Test func theDocumentHelpsBetweenLanguagesThatAreClose() {
    var document = LanguageRuns(surrounding: "", desktop: "en")
    _ = Samples.runs("Toget kører om ti minutter, så skynd dig nu at spise noget.", in: &document)
    for text in ["Han kom hjem i går.", "Hun bor her."] {
      let runs = Samples.runs(text, in: &document)
      #expect(runs.map(\.tag) == ["da"])
    }
    #expect(Samples.runs("Han kom hjem.", surrounding: "nb").map(\.tag) == ["nb"])
  }
}
