import type { Language } from '../../cases/index.js';

/** What can be meant by a part of a message. */
export type ChatIntentName =
  | 'set_name'
  | 'set_goal'
  | 'add'
  | 'remove'
  | 'create_document_type'
  | 'set_pipeline'
  | 'set_cross_match'
  | 'intelligence'
  | 'cloud'
  | 'next'
  | 'back'
  | 'build'
  | 'deploy'
  | 'cancel'
  | 'help'
  | 'status'
  | 'types'
  | 'greet';

/** Phrases of one language by what they mean: parts of regular expressions over small letters without accents. */
export type ChatWords = Readonly<Record<ChatIntentName | 'not' | 'forget' | 'polite' | 'question', string>>;

/**
 * The words that are understood, by language. General knowledge of these languages, as people write to a colleague who does something
 * for them. `set_name` and `set_goal` are what stands before the name.
 */
export const CHAT_WORDS: Readonly<Record<Language, ChatWords>> = {
  en: {
    set_name:
      '(?:call|name|rename) (?:it|this|the agent)(?: to)?|(?:the |its )?name (?:is|be|should be|shall be|will be|to)|(?:the agent|it) is called',
    set_goal: '(?:set |make )?(?:the |its )?goal (?:is|to|be|should be|shall be)?|the goal',
    add: 'add|include|collect|ask for|require|need|needs|want|take',
    remove: 'remove|drop|delete|without|take out|leave out|no longer|throw out',
    create_document_type:
      '(?:create|make|define|add)(?: me)? (?:a )?(?:new )?(?:document )?type|new (?:document )?type',
    set_pipeline: 'pipeline|steps?',
    set_cross_match: 'compare|comparing|cross match(?:ing)?|must agree|match fields?',
    intelligence: 'intelligence|level',
    cloud: 'cloud',
    next: 'next|continue|go on|move on|proceed|go ahead',
    back: 'back|previous step',
    build: 'build|create the agent|make the agent|finish the agent',
    deploy: 'deploy(?:ed|ing|ment)?|go live|put (?:it )?live|live',
    cancel: 'cancel|abort|discard|give up|stop (?:it|this|everything)|throw (?:it|everything) away',
    help: 'help|what can (?:you|i)|how does|what does|how do i',
    status: 'missing|still need|status|where are we|summary|so far|what is next',
    types: '(?:which|what|list).{0,20} types',
    greet: 'hello|hi|hey|good (?:morning|afternoon|evening)',
    not: 'not|don t|do not|never|no|nothing|without|off',
    forget: 'forget',
    polite: 'can you|could you|would you|will you|please|may i',
    question: 'what|which|how|why|when|where|who|does|is|are',
  },
  de: {
    set_name:
      '(?:nenne?|nennen wir|tauf[e]?) (?:ihn|es|das|den agenten)|(?:der |sein )?name (?:ist|sei|lautet|soll)|(?:er|es|der agent) heisst',
    set_goal: '(?:das |sein )?ziel (?:ist|sei|lautet|auf|soll)?',
    add: 'fuge?|fugen|sammeln|wollen|mochten|hinzu|nimm|nehmen|aufnehmen|brauche|brauchen|braucht|verlange|sammle|erganze|erfordert',
    remove: 'entferne?|entfernen|losche?|ohne|streiche?|raus|weg|nicht mehr|lass',
    create_document_type: '(?:neue[rn]?|erstelle|lege|definiere).{0,20}(?:dokument(?:en)?)?typ',
    set_pipeline: 'pipeline|schritte?n?',
    set_cross_match: 'vergleiche?n?|abgleich(?:en)?|gleiche?|ubereinstimm\\w*',
    intelligence: 'intelligenz\\w*|stufe|level',
    cloud: 'cloud',
    next: 'weiter|nachste[rn]? schritt|fortfahren|mach weiter',
    back: 'zuruck|vorherige[rn]?',
    build: 'baue?n?|erstelle den agenten|erzeuge den agenten|fertigstellen',
    deploy: 'deploy\\w*|live|bereitstellen|stelle? .{0,20}bereit|in betrieb|veroffentliche?n?',
    cancel: 'abbrechen|brich|verwirf|verwerfen|abbruch|gib auf',
    help: 'hilfe|was kannst|wie funktioniert|was macht|wie geht',
    status: 'fehlt|fehlen|stand|ubersicht|zusammenfassung|wie weit|bisher',
    types: '(?:welche|liste).{0,20}typen',
    greet: 'hallo|guten (?:tag|morgen|abend)|servus|moin',
    not: 'nicht|kein|keine|keinen|nie|ohne|nichts|aus',
    forget: 'vergiss|vergessen',
    polite: 'kannst du|konntest du|konnen sie|konnten sie|wurdest du|bitte',
    question: 'was|welche[rs]?|wie|warum|wann|wo|wer|macht|ist|sind',
  },
  fr: {
    set_name:
      '(?:appel\\w*|nomm\\w*) (?:le|la|l agent)|(?:le |son )?nom (?:est|sera|doit etre|soit)|(?:il|l agent) s appelle',
    set_goal: '(?:l |son |le )?(?:objectif|but) (?:est|sera|doit etre)?',
    add: 'ajout\\w*|recueill\\w*|voulons|voudr\\w*|inclu\\w*|demande\\w*|il faut|faut|prends|exige\\w*|besoin',
    remove: 'enlev\\w*|retir\\w*|supprim\\w*|sans|plus besoin',
    create_document_type: '(?:cree\\w*|nouveau|definis).{0,20}type',
    set_pipeline: 'pipeline|etapes',
    set_cross_match: 'compar\\w*|recoup\\w*|concord\\w*',
    intelligence: 'intelligence|niveau',
    cloud: 'cloud|nuage',
    next: 'suivante?|continue\\w*|avance\\w*|poursui\\w*',
    back: 'arriere|retour|revien\\w*|precedente?',
    build: 'construi\\w*|batis|cree\\w* l agent|fabrique\\w*',
    deploy: 'deploi\\w*|deploy\\w*|en ligne|en production|publi\\w*',
    cancel: 'annul\\w*|abandonn\\w*|laisse tomber',
    help: 'aide|que peux tu|comment (?:ca )?marche|que fait|a quoi sert',
    status: 'manque\\w*|resume|recapitul\\w*|ou en|statut|jusqu ici',
    types: '(?:quels|quelle|liste).{0,20}types',
    greet: 'bonjour|bonsoir|salut',
    not: 'ne|n|pas|aucune?|rien|sans|jamais',
    forget: 'oubli\\w*',
    polite: 'peux tu|pouvez vous|pourrais tu|pourriez vous|s il (?:te|vous) plait',
    question: 'que|quoi|qu|quels?|quelles?|comment|pourquoi|quand|ou',
  },
  es: {
    set_name:
      '(?:llama(?:lo|le)?|nombra(?:lo)?|ponle)(?: al agente| el nombre| de nombre)?|(?:el |su )?nombre (?:es|sera|debe ser|sea)|se llama',
    set_goal: '(?:el |su )?objetivo (?:es|sera|debe ser)?',
    add: 'anad\\w*|recog\\w*|agreg\\w*|inclu\\w*|pide|pedir|necesit\\w*|exig\\w*|queremos|falta anadir',
    remove: 'quit\\w*|elimin\\w*|borr\\w*|sin|saca\\w*|ya no',
    create_document_type: '(?:crea\\w*|nuevo|define).{0,20}tipo',
    set_pipeline: 'pipeline|pasos|etapas',
    set_cross_match: 'compar\\w*|cotej\\w*|coincid\\w*|cruza\\w*',
    intelligence: 'inteligencia|nivel',
    cloud: 'nube|cloud',
    next: 'siguiente|continu\\w*|sigue|seguir|avanza\\w*|adelante',
    back: 'atras|anterior|vuelve|volver',
    build: 'constru\\w*|crea el agente|crear el agente',
    deploy: 'desplieg\\w*|despleg\\w*|en produccion|publi\\w*',
    cancel: 'cancel\\w*|anul\\w*|descart\\w*|abandon\\w*',
    help: 'ayuda\\w*|que puedes|como funciona|que hace|para que sirve',
    status: 'falta|faltan|resumen|como va|estado|hasta ahora',
    types: '(?:que|cuales|lista).{0,20}tipos',
    greet: 'hola|buenos dias|buenas tardes|buenas noches',
    not: 'no|ni|nada|ningun\\w*|sin|nunca',
    forget: 'olvid\\w*',
    polite: 'puedes|puede|podrias|podria|por favor',
    question: 'que|cuales?|como|por que|cuando|donde|quien',
  },
  pt: {
    set_name: '(?:chama|chame|nomeia|nomeie)(?: lhe| o| ao agente)?|(?:o |seu )?nome (?:e|sera|deve ser|seja)|chama se',
    set_goal: '(?:o |seu )?objetivo (?:e|sera|deve ser)?|(?:o |seu )?objectivo (?:e|sera)?',
    add: 'adicion\\w*|recolh\\w*|acrescent\\w*|inclu\\w*|pede|peca|precis\\w*|exig\\w*|junta|junte|queremos',
    remove: 'remov\\w*|retir\\w*|tira\\w*|elimin\\w*|sem|apag\\w*|ja nao',
    create_document_type: '(?:cria\\w*|crie|novo|define).{0,20}tipo',
    set_pipeline: 'pipeline|passos|etapas',
    set_cross_match: 'compar\\w*|cruza\\w*|coincid\\w*|confront\\w*',
    intelligence: 'inteligencia|nivel',
    cloud: 'nuvem|cloud',
    next: 'proxim[oa]|seguinte|continu\\w*|avanc\\w*|segue',
    back: 'atras|anterior|volta|voltar|volte',
    build: 'constr\\w*|cria o agente|crie o agente|criar o agente',
    deploy: 'implant\\w*|publi\\w*|em producao|deploy|disponibiliz\\w*',
    cancel: 'cancel\\w*|anul\\w*|descart\\w*|abandon\\w*|desist\\w*',
    help: 'ajuda\\w*|o que podes|o que pode|como funciona|o que faz|para que serve',
    status: 'falta|faltam|resumo|como esta|estado|ate agora',
    types: '(?:que|quais|lista).{0,20}tipos',
    greet: 'ola|oi|bom dia|boa tarde|boa noite',
    not: 'nao|nem|nada|nenhum\\w*|sem|nunca',
    forget: 'esque\\w*',
    polite: 'podes|pode|podias|poderia|por favor|se faz favor',
    question: 'que|quais|qual|como|por que|porque|quando|onde|quem',
  },
  it: {
    set_name:
      '(?:chiama(?:lo|la)?|chiamate(?:lo)?|nomina(?:lo)?)(?: l agente)?|(?:il |suo )?nome (?:e|sara|deve essere|sia)|si chiama',
    set_goal: '(?:l |il |suo )?(?:obiettivo|scopo) (?:e|sara|deve essere)?',
    add: 'aggiung\\w*|raccogl\\w*|inclu\\w*|chied\\w*|serv\\w*|richied\\w*|bisogno|vogliamo',
    remove: 'rimuov\\w*|togli\\w*|elimin\\w*|senza|cancella il|cancella la|leva\\w*',
    create_document_type: '(?:crea\\w*|nuovo|definisci).{0,20}tipo',
    set_pipeline: 'pipeline|passi|passaggi|fasi',
    set_cross_match: 'confront\\w*|compar\\w*|incroci\\w*|coincid\\w*',
    intelligence: 'intelligenza|livello',
    cloud: 'cloud|nuvola',
    next: 'avanti|prossim[oa]|continua\\w*|prosegui\\w*',
    back: 'indietro|precedente|torna|tornare',
    build: 'costrui\\w*|crea l agente|creare l agente',
    deploy: 'pubblic\\w*|distribui\\w*|in produzione|deploy|rilasci\\w*',
    cancel: 'annull\\w*|abbandon\\w*|scarta\\w*|lascia perdere',
    help: 'aiut\\w*|cosa puoi|come funziona|cosa fa|a cosa serve',
    status: 'manca|mancano|riepilog\\w*|a che punto|stato|finora',
    types: '(?:quali|che|elenc\\w*).{0,20}tipi',
    greet: 'ciao|buongiorno|buonasera|salve',
    not: 'non|ne|niente|nessun\\w*|senza|mai',
    forget: 'dimentic\\w*',
    polite: 'puoi|potresti|puo|potrebbe|per favore|per piacere',
    question: 'cosa|che|quali|quale|come|perche|quando|dove|chi',
  },
};

/** The steps of a pipeline, as they are called in all six languages; parts of regular expressions as above. */
export const STEP_WORDS: Readonly<Record<string, string>> = {
  classify: 'classif\\w*|klassifizier\\w*|clasific\\w*|class[eé]r?',
  extract: 'extract\\w*|extrahier\\w*|extrai\\w*|extra[ei]r\\w*|estra\\w*',
  validate: 'validat\\w*|validier\\w*|valid[aeo]r\\w*|valida|convalid\\w*|prufe?n',
  quality: 'quality|qualitat|qualite|calidad|qualidade|qualita',
  mrz: 'mrz|machine readable zone',
  barcode: 'bar ?codes?|strichcodes?|code barres|codigos? de barras|codice a barre',
  face: 'faces?|gesicht(?:er)?|visages?|rostros?|rostos?|volti|volto',
  authenticity: 'authenticity|echtheit|authenticite|autenticidad|autenticidade|autenticita',
};
