/// Languages in Latin script.
extension LanguageWords {
  static let latin: [LanguageWords] = [
    LanguageWords(
      "en", letters: "éï",
      words: """
        the of and to in is that it was for on are with as his they at be this from have or had by not but what all were \
        we when your can there an which their if will do does did how said she her he you i my me him them our who would \
        been has more no out so up about into than its only other could then these some two may any where why there's \
        don' isn' can' didn' doesn' won' i' it' that' you' we' he' she' they' wasn' should shall such between everyone \
        also because over after before yesterday today tomorrow very much many just here went came going yes please
        """),
    LanguageWords(
      "de", letters: "äöüß",
      words: """
        der die das und ist nicht ein eine einen einem einer eines zu den dem des mit sich auf für im von wir ihr sie er es \
        ich du mich mir dich dir uns euch an als auch nach wie aus bei hat haben hatte war waren wird werden wurde sind \
        sein seine seiner ihre ihren kann können oder aber wenn dass daß nur noch so über vor zum zur bis durch um was wer \
        wo warum kein keine mehr sehr schon hier dort heute gestern morgen jeder jede man alle dieser diese dieses hast \
        habe bin bist doch dann denn weil unter gegen ohne zwischen immer etwas nichts gut soll muss darf am ins ganz ja nein bitte danke komme kommt geht gleich wieder
        """),
    LanguageWords(
      "fr", letters: "àâæçéèêëîïôœùûüÿ",
      words: """
        le la les un une des du de et est à au aux en que qui dans pour pas ne sur avec ce cette ces il elle ils elles \
        nous vous je tu on se son sa ses leur leurs mon ma mes par plus ou où mais comme tout tous toute toutes été être \
        avoir ont sont était fait faire si aussi bien très sans sous entre même l' d' qu' j' c' n' s' m' t' y lui moi toi suis là voilà oui non veux sais peux \
        notre votre quand rien jamais encore hier aujourd' demain chez après avant deux peut dit ai as suis es doit
        """),
    LanguageWords(
      "es", letters: "áéíñóúü",
      words: """
        el la los las un una unos unas de del al y e en que es no se por con para su sus lo le les como más pero o u si \
        sí ya este esta estos estas eso esa ese ha he hay son fue era ser está están muy también sin sobre entre cuando \
        donde dónde qué quién cómo todo toda todos todas me te nos mi tu yo él ella ellos usted hasta desde porque nada \
        algo ni aquí ayer hoy mañana cada otro otra tiene derecho persona ningún ninguna nadie según tan bien había durante día noche casa año años
        """),
    LanguageWords(
      "it", letters: "àèéìíîòóùú",
      words: """
        il lo la i gli le un uno una di del della dello dei delle degli a al alla allo ai alle agli da dal dalla dai in \
        nel nella nei nelle su sul sulla con per tra fra e ed è che chi non si ci vi se come ma o anche più sono era ha \
        ho hanno essere questo questa questi queste quello quella suo sua suoi loro mio mia tutto tutti tutte ogni molto \
        l' un' dell' all' nell' dall' sull' c' d' quando dove perché io tu lui lei noi voi mi ti ieri oggi domani stato \
        ogni altro altri alcun nessuno può deve senza sempre già così
        """),
    LanguageWords(
      "pt", letters: "áâãàçéêíóôõúü",
      words: """
        o a os as um uma uns umas de do da dos das em no na nos nas ao aos à às e é que não se por para com como mais mas \
        ou seu sua seus suas ele ela eles elas eu tu você nós me te lhe isso isto este esta esse essa aquele foi era são \
        está ser ter tem têm há já muito também sem sobre entre até quando onde quem porque pelo pela pelos pelas todo \
        toda todos todas cada ontem hoje amanhã nem num numa só direito pessoa qualquer ninguém outro outra meu minha bem durante dia noite casa ano anos
        """),
    LanguageWords(
      "nl", letters: "éëïóöüèáí",
      words: """
        de het een en van ik je jij hij zij wij we jullie hun dat die dit deze is was zijn waren niet te in op aan met voor \
        om er maar als ook nog naar bij uit door over wel geen heeft hebben had wordt worden werd kan kunnen zal zou of dan \
        wat wie waar hoe waarom mijn uw haar hem ons onze heel veel meer zo al tot tegen onder tussen moet mag iets niets \
        alle alles ieder iedere een gisteren vandaag morgen altijd hier daar recht toch weer
        """),
    LanguageWords(
      "sv", letters: "åäöé",
      words: """
        och att det som en ett är var på för med av den de till inte om har hade jag du han hon vi ni man sig sin sitt sina \
        från eller men så kan ska skall skulle när hur vad vem varför här där nu mycket också bara alla allt någon något \
        ingen inget inga efter vid under mellan över mot utan denna detta dessa blev blir bli vara varje rätt min din hans \
        hennes deras oss dem mig dig idag igår imorgon må icke sådan går igen
        """),
    LanguageWords(
      "da", letters: "æøåé",
      words: """
        og at det som en et er var på for med af den de til ikke om har havde jeg du han hun vi i man sig sin sit sine fra \
        eller men så kan skal skulle når hvordan hvad hvem hvorfor her der nu meget også kun alle alt nogen noget ingen \
        intet efter ved under mellem over mod uden denne dette disse blev bliver blive være enhver ret min din hans hendes \
        deres os dem mig dig dag går nej lige hvor må sådan af
        """),
    LanguageWords(
      "nb", letters: "æøåéòóôê",
      words: """
        og at det som en et er var på for med av den de til ikke om har hadde jeg du han hun vi dere man seg sin sitt sine \
        fra eller men så kan skal skulle når hvordan hva hvem hvorfor her der nå mye også bare alle alt noen noe ingen \
        etter ved under mellom over mot uten denne dette disse ble blir bli være enhver rett min din hans hennes deres oss \
        dem meg deg dag går nei hvor eg ikkje ein frå
        """),
    LanguageWords(
      "fi", letters: "äöåšž",
      words: """
        ja on ei se että oli hän en niin mutta kun ovat olen olet olemme myös jos tai kuin joka jotka mitä mikä missä minä \
        sinä me te he minun sinun hänen heidän tämä tämän nämä nyt vain sitten ole ollut olla hyvin kaikki kaikkien \
        jokaisella oikeus jokainen sekä vielä ennen jälkeen kanssa ilman voi täytyy pitää eivät emme miksi kuka siellä \
        täällä eilen tänään huomenna paljon enemmän koska niiden sen sitä tästä siitä mukaan tulee
        """),
    LanguageWords(
      "pl", letters: "ąćęłńóśźż",
      words: """
        i w z na do nie się to jest że o jak po co ale za od przez dla czy jego jej ich ma tak tylko są był była było były \
        być może przed pod tym tego ten ta te ja ty on ona my wy oni mnie mi ci go ją nas wam kto gdzie kiedy dlaczego już \
        jeszcze bardzo też także oraz lub albo bez między każdy każda prawo człowiek wszystko wszyscy nic nikt który która \
        które których wczoraj dzisiaj jutro gdy ze we przy więc
        """),
    LanguageWords(
      "cs", letters: "áčďéěíňóřšťúůýž",
      words: """
        a v se na je že to s z do i o k ve si jako za by pro po ale od jsem jsi jsme jste jsou byl byla bylo byli být tak co \
        když kde kdo jak proč jeho její jejich ten ta tento tato toto tomu které který která nebo ani už jen také velmi bez \
        mezi při každý má mám právo všechny všichni nic nikdo já ty my vy oni mě mi mu ho ji nás vás včera dnes zítra svůj \
        své svou není nikoho může musí nad pod před
        """),
    LanguageWords(
      "sk", letters: "áäčďéíĺľňóôŕšťúýž",
      words: """
        a v sa na je že to s z do i o k vo si ako za by pre po ale od som sme ste sú bol bola bolo boli byť tak čo keď kde \
        kto prečo jeho jej ich ten tá tento táto toto tomu ktoré ktorý ktorá alebo ani už len tiež veľmi bez medzi pri \
        každý má mám právo všetci všetko nič nikto ja ty my vy oni mňa mi mu ho ju nás vás včera dnes zajtra svoj svoje \
        nie môže musí nad pod pred aj
        """),
    LanguageWords(
      "hu", letters: "áéíóöőúüű",
      words: """
        a az és hogy nem is egy ez de van volt meg csak már ha mint el még mi ki ő én te ti ők azt ezt aki ami amely azok \
        ezek vagy minden mindenkinek joga van lesz nincs nagyon jó most itt ott után előtt között alatt miatt nélkül sem \
        se így úgy akkor mert hol mikor miért hogyan kell lehet tegnap ma holnap neki nekem engem őt senki semmi több \
        valamint bármely által szerint fel le vissza
        """),
    LanguageWords(
      "ro", letters: "ăâîșțşţ",
      words: """
        și şi de la în că nu a o un pe cu este e din care mai să se ce au fost pentru dar ca sau sunt am ai are era al ale \
        cel cea cei cele lui ei lor său sa săi prin după fără între până când unde cine cum tot toate toți orice oricărei \
        persoană drept dreptul foarte bine aici acolo acest această acestea eu tu el ea noi voi îi îl îmi mă te ieri azi \
        astăzi mâine nimic nimeni fie dacă doar nici va vor
        """),
    LanguageWords(
      "tr", letters: "çğıöşüâîû",
      words: """
        ve bir bu da de için ile çok ne o ben sen biz siz onlar mi mı mu mü var yok değil gibi daha en her kadar sonra \
        önce ama ya veya ki şey olan olarak olduğu olmak oldu ise bana sana ona beni seni onu bunu şu hiç kimse nasıl \
        neden nerede kim diye göre üzere herkes hakkı hakkına haiz haizdir vardır dün bugün yarın iyi hem bütün her artık \
        şimdi sadece tarafından
        """),
    LanguageWords(
      "vi", letters: "ăâđêôơưáàảãạắằẳẵặấầẩẫậéèẻẽẹếềểễệíìỉĩịóòỏõọốồổỗộớờởỡợúùủũụứừửữựýỳỷỹỵ",
      words: """
        và của là có không được cho các một những người trong với này đã để tôi anh chị em ông bà nó họ chúng ta mình khi \
        thì mà như đến từ ra vào lên cũng rất nhiều hay hoặc vì nếu bị sẽ đang phải đó đây ở về nào gì ai sao thế mọi quyền \
        đều trên dưới sau trước giữa bằng theo làm nói đi hôm nay qua mai lại còn chỉ
        """),
    LanguageWords(
      "id", letters: "é",
      words: """
        yang dan di ke dari untuk dengan ini itu tidak boleh adalah pada dalam akan juga saya kamu anda dia kami kita mereka ada \
        bisa sudah telah atau karena oleh sebagai orang setiap berhak atas hak lebih seperti bahwa hanya tetapi tapi jika \
        saat sangat harus dapat bagi tanpa antara semua tak bukan belum sedang lagi maka apa siapa mana kapan mengapa \
        bagaimana kemarin hari besok seorang pun secara serta maupun mempunyai daripada uang negara
        """),
    LanguageWords(
      "ms", letters: "é",
      words: """
        yang dan di ke dari untuk dengan ini itu tidak ialah adalah hak pun seorang pada dalam akan juga saya awak anda dia kami kita mereka ada \
        boleh sudah telah atau kerana oleh sebagai orang tiap-tiap setiap berhak atas lebih seperti bahawa hanya tetapi \
        jika sangat mesti dapat bagi tanpa antara semua bukan belum sedang lagi maka apa siapa mana bila mengapa bagaimana \
        semalam hari esok daripada hendaklah kepada sahaja mempunyai wang perlu
        """),
    LanguageWords(
      "hr", letters: "čćđšž",
      words: """
        i u je da se na za od su s sa ne što to kao o ili ali po iz do koji koja koje ako nije bio bila bilo biti će sam si \
        smo ste ja ti on ona mi vi oni njegov njen njihov svaki svatko pravo ima samo još već vrlo gdje tko kako zašto kada \
        jučer danas sutra bez između pri prema sve svi ništa nitko može mora ovaj ova ovo taj ta šta gde ko
        """),
    LanguageWords(
      "sl", letters: "čšž",
      words: """
        in je v se na za da so s z ne ki kot o ali po iz do pa če ni bil bila bilo biti bo bi sem si smo ste jaz ti on ona \
        mi vi oni njegov njen njihov vsak vsakdo pravico ima samo še že zelo kje kdo kako zakaj kdaj včeraj danes jutri \
        brez med pri proti vse vsi nič nihče lahko mora ta to tega tudi kar
        """),
    LanguageWords(
      "et", letters: "äöõüšž",
      words: """
        ja on ei see et oli ta ma sa me te nad mis kes kui aga või ka oma ning seda selle ole olen olid pole nii siis veel \
        juba väga iga igal inimesel õigus kõik midagi keegi eile täna homme siin seal ilma vahel enne pärast kus miks \
        kuidas minu sinu tema
        """),
    LanguageWords(
      "lv", letters: "āčēģīķļņšūž",
      words: """
        un ir ka no ar uz par pie bija nav viņš viņa es tu mēs jūs viņi tas tā šis šī kas kā bet vai ja jo ļoti tikai arī \
        vēl jau katram cilvēkam tiesības bez starp pēc pirms kur kad kāpēc vakar šodien rīt mans savu visi viss nekas būt
        """),
    LanguageWords(
      "lt", letters: "ąčęėįšųūž",
      words: """
        ir yra kad į iš su už apie prie buvo nėra jis ji aš tu mes jūs jie tai ta šis ši kas kaip bet ar jei nes labai tik \
        taip pat dar jau kiekvienas žmogus turi teisę be tarp po prieš kur kada kodėl vakar šiandien rytoj mano savo visi \
        viskas niekas būti
        """),
    LanguageWords(
      "ca", letters: "àçèéíïòóúü",
      words: """
        el la els les un una uns unes de del dels al als i en que és no es per amb com més però o si jo tu ell ella \
        nosaltres vosaltres ells elles aquest aquesta això allò ha he hi són era ser està molt també sense sobre entre quan \
        on qui tot tota tots totes l' d' s' m' n' meu seva seu ahir avui demà té dret persona ningú res cap fins des
        """),
    LanguageWords(
      "gl", letters: "áéíñóúü",
      words: """
        o a os as un unha uns unhas de do da dos das en no na nos nas ao aos á ás e é que non se por para con como máis pero \
        ou seu súa seus súas el ela eles elas eu ti vostede nós isto iso este esta foi era son está ser ter ten hai xa \
        moito tamén sen sobre entre ata cando onde quen porque polo pola todo toda todos todas cada onte hoxe mañá nin dereito
        """),
    LanguageWords(
      "eu", letters: "ñ",
      words: "eta da ez bat du dira zen hau hori hura ere baina edo izan dut duzu dugu zer nor non noiz oso baino dela"),
    LanguageWords(
      "is", letters: "áðéíóúýþæö",
      words: """
        og að það sem er var á í til með af við um en ekki ég þú hann hún þeir þær þau hafa hefur var voru eða fyrir frá \
        þegar hvar hver hvað hvernig mjög allir rétt sinn sína
        """),
    LanguageWords(
      "ga", letters: "áéíóú",
      words: "agus an na is tá ar ag le go do í sé sí mé tú níl bhí ach ní seo sin gach duine nó leis faoi ó chuig"),
    LanguageWords(
      "cy", letters: "âêîôûŵŷ",
      words: """
        y yr a ac yn i o ar mae oedd bod wedi nid ei eu gan am ond sydd hefyd pob hawl neb rwy dwi chi ni beth \
        pwy
        """),
    LanguageWords(
      "sq", letters: "çë",
      words: """
        dhe në të i e një për me nga është që nuk janë u si por ose kjo ky ka kam unë ti ai ajo ne ju ata çdo \
        drejtë
        """),
    LanguageWords(
      "af", letters: "éêëôû",
      words: """
        die en van 'n is nie het in te wat dat vir met op aan sy hy hulle ons jy ek my was word kan sal maar ook uit by na \
        elke elkeen reg geen baie
        """),
    LanguageWords(
      "la", letters: "",
      words: """
        et est non in ad ut cum sed quod qui quae ergo sum esse ab ex per si nec aut enim sunt hoc haec omnia \
        sine
        """),
    LanguageWords(
      "eo", letters: "ĉĝĥĵŝŭ",
      words: """
        la kaj de estas en al ne ke mi vi li ŝi ni ili por kun kiu kio tiu tio ĉi sed aŭ havas rajton ĉiu kiel \
        pli
        """),
  ]
}
