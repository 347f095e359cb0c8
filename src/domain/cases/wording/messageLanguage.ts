import { type Language, LANGUAGES } from './language.js';

/**
 * Words by which messages to an agent give their language away: common ones, as a person writes them who asks or sends something, with
 * their accents left out. What several languages share stands with each, so that it decides nothing between them. None is of a single
 * letter: "I" is a word of English and of Italian, and every initial is one.
 */
const TELLING: Readonly<Record<Language, ReadonlySet<string>>> = {
  en: words(
    `the is am are was what when where which who how why this that my your please thanks thank you hello hi need needed still missing do does
    did have has with here it and of for can could will not yet passport document documents expire expires send sent`,
  ),
  de: words(
    `der das dem den ist sind war wann wer wie warum welche welches welcher dies diese mein meine meinen meiner ihr ihre sie ich bitte danke
    hallo guten tag morgen abend brauche braucht brauchen fehlt fehlen noch habe haben hat mit hier und von fur kann konnen nicht schon
    reisepass ausweis dokument dokumente unterlagen gultig ablauf lauft senden schicke gesendet wurde was auf steht hilfe`,
  ),
  fr: words(
    `le les est sont etait quand ou qui comment pourquoi quel quelle quels quelles ce cette mon ma mes votre vos je vous merci bonjour bonsoir
    salut besoin faut manque encore avec voici et du des pour peut pouvez pas deja passeport document documents expire envoye envoyer il
    reste fournir que sur aide plait`,
  ),
  es: words(
    `el los las es son era cuando donde quien como por que cual cuales este esta mi mis su usted yo gracias hola buenos buenas dias tardes
    necesito necesita necesitan falta faltan todavia aun con aqui del para puede puedo no pasaporte documento documentos caduca vence
    envio enviado hace ayuda favor queda tengo he`,
  ),
  pt: words(
    `os as sao era quando onde quem como por que qual quais este esta meu minha meus seu sua eu voce obrigado obrigada ola oi bom boa dia
    tarde preciso precisa falta faltam ainda com aqui do da dos das para pode posso nao passaporte documento documentos expira vence
    enviei enviado ajuda favor tenho foi um uma`,
  ),
  it: words(
    `il lo gli sono era quando dove chi come perche che quale quali questo questa mio mia miei suo lei io grazie ciao buongiorno buonasera
    serve servono manca mancano ancora con ecco di del della per puo posso non gia passaporto documento documenti scade inviato invio
    aiuto favore cosa ho mi un una`,
  ),
};

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/));
}

/** A text in small letters without their accents, its words with single spaces around them: how messages are compared. */
export const folded = (text: string): string =>
  ` ${text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;

/** Most of a message that is looked at, in characters. */
const LOOKED_AT = 2_000;

/**
 * The language that a message is written in, by the words of it that give one away; undefined where none has more of them than every other.
 * It is told among the six alone: Dutch, for one, may pass for German.
 */
export function languageOf(message: string): Language | undefined {
  const said = folded(message.slice(0, LOOKED_AT)).trim().split(' ');
  const scores = LANGUAGES.map((language) => ({
    language,
    score: said.filter((word) => TELLING[language].has(word)).length,
  })).sort((one, other) => other.score - one.score);
  const [first, second] = scores;
  return first!.score > second!.score ? first!.language : undefined;
}
