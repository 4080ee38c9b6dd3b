/// A sentence by which the voices of a language are compared: the beginning of the Universal Declaration of Human
/// Rights, which exists in all of them.
enum SampleSentence {
  private static let sentences: [String: String] = [
    "ar": "يولد جميع الناس أحراراً متساوين في الكرامة والحقوق.",
    "bg": "Всички хора се раждат свободни и равни по достойнство и права.",
    "ca": "Tots els éssers humans neixen lliures i iguals en dignitat i en drets.",
    "cs": "Všichni lidé rodí se svobodní a sobě rovní co do důstojnosti a práv.",
    "da": "Alle mennesker er født frie og lige i værdighed og rettigheder.",
    "de": "Alle Menschen sind frei und gleich an Würde und Rechten geboren.",
    "el": "Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια και τα δικαιώματα.",
    "en": "All human beings are born free and equal in dignity and rights.",
    "es": "Todos los seres humanos nacen libres e iguales en dignidad y derechos.",
    "fi": "Kaikki ihmiset syntyvät vapaina ja tasavertaisina arvoltaan ja oikeuksiltaan.",
    "fr": "Tous les êtres humains naissent libres et égaux en dignité et en droits.",
    "hu": "Minden emberi lény szabadon születik és egyenlő méltósága és joga van.",
    "it": "Tutti gli esseri umani nascono liberi ed eguali in dignità e diritti.",
    "ja": "すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。",
    "nb": "Alle mennesker er født frie og med samme menneskeverd og menneskerettigheter.",
    "nl": "Alle mensen worden vrij en gelijk in waardigheid en rechten geboren.",
    "pl": "Wszyscy ludzie rodzą się wolni i równi pod względem swej godności i swych praw.",
    "pt": "Todos os seres humanos nascem livres e iguais em dignidade e em direitos.",
    "ro": "Toate ființele umane se nasc libere și egale în demnitate și în drepturi.",
    "ru": "Все люди рождаются свободными и равными в своем достоинстве и правах.",
    "sv": "Alla människor är födda fria och lika i värde och rättigheter.",
    "tr": "Bütün insanlar hür, haysiyet ve haklar bakımından eşit doğarlar.",
    "uk": "Всі люди народжуються вільними і рівними у своїй гідності та правах.",
    "zh": "人人生而自由，在尊严和权利上一律平等。",
  ]

  /// The sentence for a language (BCP 47); figures, which each language reads, if there is none.
  static func of(_ language: String) -> String {
    let primary = String(language.lowercased().prefix { $0 != "-" && $0 != "_" })
    return sentences[["cmn": "zh", "no": "nb", "nn": "nb"][primary] ?? primary] ?? "1, 2, 3, 4, 5, 6, 7, 8."
  }
}
