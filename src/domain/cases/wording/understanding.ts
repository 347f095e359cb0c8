import type { Language } from './language.js';
import { folded } from './messageLanguage.js';
import type { AskedMeaning } from './wording.js';

/** What a message can be told by, in one language. Patterns of English see the text as it was written, the others `folded`. */
export interface Understanding {
  hello: RegExp;
  thanks: RegExp;
  help: RegExp;
  progress: RegExp;
  /** All that was read is asked for. */
  everything: RegExp;
  /** Whether anything is wrong is asked. */
  problems: RegExp;
  /** Words of a question to what it asks for; names of fields are understood besides. */
  asked: readonly (readonly [RegExp, AskedMeaning])[];
}

const en: Understanding = {
  hello: /^\W*(hi|hello|hey|good (morning|afternoon|evening|day)|hallo|bonjour|hola|ciao|ol[aá])\b/iu,
  thanks: /\b(thanks|thank you|thx|cheers|danke|merci|gracias|grazie|obrigad[oa])\b/iu,
  help: /\b(help|what can you do|how does (this|it) work|how do i|hilfe|aide|ayuda)\b/iu,
  progress:
    /\b(status|progress|missing|still|need(ed|s)?|left|remaining|next|done|finished|complete[d]?|enough|everything|which documents?|what documents?)\b/iu,
  everything: /\b(what|which|show|list|tell)\b.*\b(read|extract\w*|found|fields|data|know|see)\b/i,
  problems: /\b(wrong|problems?|valid|invalid|violat\w*|errors?|issues?|rejected|accepted|ok|okay)\b/i,
  asked: [
    [/\b(expir\w*|run out|valid (until|till|to|thru)|still valid)\b/i, 'expiry_date'],
    [/\b(date of birth|birth ?date|birthday|when .*born|born on|dob|how old|age)\b/i, 'birth_date'],
    [/\b(date of issue|issue date|issued on|when .*issued)\b/i, 'issue_date'],
    [/\b(issued by|who issued|authority|issuer)\b/i, 'issuing_authority'],
    [/\b(nationality|citizen\w*)\b/i, 'nationality'],
    [/\b(surname|last name|family name)\b/i, 'surname'],
    [/\b(first name|given names?|forenames?)\b/i, 'given_names'],
    [/\b(my name|full name|whose|holder|what name|which name|name (is|on|in|of))\b/i, 'full_name'],
    [/\b(address|where .*live|residence)\b/i, 'address'],
    [/\biban\b/i, 'iban'],
    [/\b(tax (number|id))\b/i, 'tax_number'],
    [
      /\b((passport|document|card|licen[cs]e|id|account|policy|invoice|statement) (number|no))\b|\bnumber of (my|the)\b/i,
      'document_number',
    ],
    [/\b(sex|gender)\b/i, 'sex'],
    [/\b(place of birth|birth ?place|where .*born)\b/i, 'birth_place'],
  ],
};

const de: Understanding = {
  hello: /^ (hallo|hi|moin|servus|gruezi|guten (tag|morgen|abend)|gruss gott|gruß gott)\b/u,
  thanks: / (danke|dank|vielen dank|dankeschon) /u,
  help: / (hilfe|hilf|helfen|wie funktioniert|wie geht das|was kannst du|was konnen sie) /u,
  progress:
    / (status|stand|fehlt|fehlen|noch|brauch\w*|benotig\w*|ubrig|nachst\w*|fertig|vollstandig|genug|alles|welche (dokumente|unterlagen)) /u,
  everything: / (was|welche|zeig\w*|nenn\w*) .*(gelesen|erkannt|gefunden|felder|daten|ausgelesen) /u,
  problems: / (falsch|problem\w*|gultig|ungultig|fehler|abgelehnt|akzeptiert|ok|okay|in ordnung) /u,
  asked: [
    [/ (ablauf\w*|ablaufdatum|lauft .* ab|gultig bis|noch gultig|wie lange .* gultig) /u, 'expiry_date'],
    [/ (geburtsdatum|geburtstag|wann .*geboren|geboren am|wie alt|alter) /u, 'birth_date'],
    [/ (ausstellungsdatum|ausgestellt am|wann .*ausgestellt) /u, 'issue_date'],
    [/ (ausgestellt von|wer .*ausgestellt|behorde|aussteller) /u, 'issuing_authority'],
    [/ (staatsangehorigkeit|nationalitat|staatsburger\w*) /u, 'nationality'],
    [/ (nachname\w*|familienname\w*) /u, 'surname'],
    [/ (vorname\w*) /u, 'given_names'],
    [/ (mein name|welcher name|wessen|inhaber|name (ist|auf|im|in)|wie hei(ss|ß)t) /u, 'full_name'],
    [/ (adresse|anschrift|wohnort|wo .*wohn\w*) /u, 'address'],
    [/ iban /u, 'iban'],
    [/ (steuernummer|steuer id) /u, 'tax_number'],
    [/ (\w*(pass|ausweis|dokument|karten|konto|rechnungs)nummer|nummer (meines|des|vom)) /u, 'document_number'],
    [/ geschlecht /u, 'sex'],
    [/ (geburtsort|wo .*geboren) /u, 'birth_place'],
  ],
};

const fr: Understanding = {
  hello: /^ (bonjour|bonsoir|salut|coucou)\b/u,
  thanks: / (merci|remercie) /u,
  help: / (aide|aidez|aider|comment (ca marche|faire)|que pouvez vous) /u,
  progress:
    / (statut|etat|manque|manquent|manquant\w*|encore|besoin|faut|reste|restent|suivant|fini|termine|complet|assez|tout|quels documents) /u,
  everything: / (que|quoi|quels|quelles|qu|montrez|listez) .*(lu|lus|extrait\w*|trouve\w*|champs|donnees) /u,
  problems: / (probleme\w*|valide|valable|invalide|erreur\w*|refuse|accepte|ok|correct|ne va pas) /u,
  asked: [
    [/ (expir\w*|valable jusqu|valide jusqu|validite|encore (valable|valide)) /u, 'expiry_date'],
    [/ (date de naissance|quand .*ne|nee? le|anniversaire|quel age) /u, 'birth_date'],
    [/ (date d emission|date de delivrance|quand .*delivre) /u, 'issue_date'],
    [/ (delivre par|autorite|qui .*delivre) /u, 'issuing_authority'],
    [/ (nationalite|citoyennete) /u, 'nationality'],
    [/ (nom de famille) /u, 'surname'],
    [/ (prenoms?) /u, 'given_names'],
    [/ (mon nom|nom complet|quel nom|titulaire|a qui) /u, 'full_name'],
    [/ (adresse|domicile|ou .*habit\w*) /u, 'address'],
    [/ iban /u, 'iban'],
    [/ (numero fiscal) /u, 'tax_number'],
    [
      / (numero (de|du) (mon |ma |la )?(passeport|document|carte|permis|compte|facture)|numero d identite) /u,
      'document_number',
    ],
    [/ sexe /u, 'sex'],
    [/ (lieu de naissance|ou .*nee?) /u, 'birth_place'],
  ],
};

const es: Understanding = {
  hello: /^ (hola|buenos dias|buenas( tardes| noches)?)\b/u,
  thanks: / (gracias|agradezco) /u,
  help: / (ayuda|ayudar|ayudame|como funciona|que puede hacer) /u,
  progress:
    / (estado|falta|faltan|todavia|aun|necesit\w*|queda|quedan|siguiente|listo|terminado|completo|suficiente|todo|que documentos) /u,
  everything: / (que|cuales|muestr\w*|lista) .*(leido|leyo|leyeron|extra\w*|encontr\w*|campos|datos) /u,
  problems: / (mal|problema\w*|valido|invalido|error\w*|rechazad\w*|aceptad\w*|ok|correcto|bien) /u,
  asked: [
    [/ (caduca\w*|caducidad|vence|vencimiento|vigente|valido hasta|expira\w*) /u, 'expiry_date'],
    [/ (fecha de nacimiento|cuando .*naci\w*|cumpleanos|que edad) /u, 'birth_date'],
    [/ (fecha de (expedicion|emision)|cuando .*(expidi\w*|emiti\w*)) /u, 'issue_date'],
    [/ (expedido por|autoridad|quien .*expidi\w*) /u, 'issuing_authority'],
    [/ (nacionalidad|ciudadania) /u, 'nationality'],
    [/ (apellidos?) /u, 'surname'],
    [/ (nombre de pila) /u, 'given_names'],
    [/ (mi nombre|nombre completo|que nombre|titular|de quien) /u, 'full_name'],
    [/ (direccion|domicilio|donde .*viv\w*) /u, 'address'],
    [/ iban /u, 'iban'],
    [/ (numero fiscal|nif) /u, 'tax_number'],
    [/ (numero (de|del) (mi |la )?(pasaporte|documento|tarjeta|licencia|cuenta|factura)) /u, 'document_number'],
    [/ (sexo|genero) /u, 'sex'],
    [/ (lugar de nacimiento|donde .*naci\w*) /u, 'birth_place'],
  ],
};

const pt: Understanding = {
  hello: /^ (ola|oi|bom dia|boa (tarde|noite))\b/u,
  thanks: / (obrigad[oa]|agradeco) /u,
  help: / (ajuda|ajudar|como funciona|o que (pode|voce pode) fazer) /u,
  progress:
    / (estado|falta|faltam|ainda|precis\w*|resta|restam|proximo|pronto|terminado|completo|suficiente|tudo|(que|quais) documentos) /u,
  everything: / (que|quais|mostr\w*|lista) .*(lido|lidos|leu|extra\w*|encontr\w*|campos|dados) /u,
  problems: / (errad\w*|problema\w*|valido|invalido|erro|erros|rejeitad\w*|aceit\w*|ok|certo) /u,
  asked: [
    [/ (validade|expira\w*|vence|vencimento|caduca\w*|valido ate) /u, 'expiry_date'],
    [/ (data de nascimento|quando .*nasc\w*|aniversario|que idade) /u, 'birth_date'],
    [/ (data de emissao|quando .*emiti\w*) /u, 'issue_date'],
    [/ (emitido por|autoridade|quem .*emiti\w*) /u, 'issuing_authority'],
    [/ (nacionalidade|cidadania) /u, 'nationality'],
    [/ (apelido|sobrenome) /u, 'surname'],
    [/ (nomes? propri\w*|primeiro nome) /u, 'given_names'],
    [/ (meu nome|nome completo|que nome|titular|de quem) /u, 'full_name'],
    [/ (morada|endereco|onde .*(mor\w*|viv\w*)) /u, 'address'],
    [/ iban /u, 'iban'],
    [/ (numero fiscal|nif|cpf) /u, 'tax_number'],
    [/ (numero (de|do|da) (meu |minha )?(passaporte|documento|cartao|carta|conta|fatura)) /u, 'document_number'],
    [/ (sexo|genero) /u, 'sex'],
    [/ (local de nascimento|onde .*nasc\w*) /u, 'birth_place'],
  ],
};

const it: Understanding = {
  hello: /^ (ciao|salve|buongiorno|buonasera|buon giorno)\b/u,
  thanks: / (grazie|ringrazio) /u,
  help: / (aiuto|aiutare|aiutami|come funziona|cosa (puoi|puo) fare) /u,
  progress:
    / (stato|manca|mancano|ancora|serve|servono|bisogno|resta|restano|prossimo|pronto|finito|completo|abbastanza|tutto|(quali|che) documenti) /u,
  everything: / (cosa|che|quali|mostra\w*|elenca\w*) .*(letto|letti|estratt\w*|trovat\w*|campi|dati) /u,
  problems: / (sbagliat\w*|problem\w*|valido|invalido|errore|errori|rifiutat\w*|accettat\w*|ok|corretto|non va) /u,
  asked: [
    [/ (scad\w*|valido fino|validita) /u, 'expiry_date'],
    [/ (data di nascita|quando .*nat[oa]|compleanno|che eta|quanti anni) /u, 'birth_date'],
    [/ (data di (rilascio|emissione)|quando .*(rilasciat\w*|emess\w*)) /u, 'issue_date'],
    [/ (rilasciato da|autorita|chi .*rilasciat\w*) /u, 'issuing_authority'],
    [/ (nazionalita|cittadinanza) /u, 'nationality'],
    [/ (cognome) /u, 'surname'],
    [/ (nome di battesimo|primo nome) /u, 'given_names'],
    [/ (mio nome|nome completo|che nome|quale nome|intestatari\w*|titolare|di chi) /u, 'full_name'],
    [/ (indirizzo|residenza|dove .*(abit\w*|viv\w*)) /u, 'address'],
    [/ iban /u, 'iban'],
    [/ (codice fiscale) /u, 'tax_number'],
    [/ (numero (di|del|della) (mio |mia )?(passaporto|documento|carta|patente|conto|fattura)) /u, 'document_number'],
    [/ (sesso|genere) /u, 'sex'],
    [/ (luogo di nascita|dove .*nat[oa]) /u, 'birth_place'],
  ],
};

const UNDERSTANDING: Readonly<Record<Language, Understanding>> = { en, de, fr, es, pt, it };

/** What messages of a language are told by, and the message as the patterns take it. */
export const understand = (language: Language, message: string): { by: Understanding; text: string } => ({
  by: UNDERSTANDING[language],
  text: language === 'en' ? message : folded(message),
});
