/**
 * Words by which a description of a document type says what it means, in English, German, French, Spanish, Portuguese and Italian.
 * General knowledge of these languages, without a list that they were taken from.
 */

const wordsOf = (...lists: string[]): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${lists.join('|')})(?![\\p{L}\\p{N}])`, 'iu');

/** Behind these the fields are listed. */
export const LIST_FOLLOWS = wordsOf(
  'with|containing|contains|including|includes|showing|shows|care about|has|that (?:has|have)',
  'mit|enthält|enthalten|enthaltend|samt',
  'avec|contenant|contient|comprenant|incluant',
  'con|que contiene|contiene|incluye|incluyendo',
  'com|contendo|contém|que contém|incluindo',
  'contenente|che contiene|compresi',
);

/** What a described document is said to be before its name comes. */
export const BEFORE_NAME = new RegExp(
  `^(?:${[
    '(?:please|we|i) (?:need|want|would like|have)|(?:create|make|add|define)(?: me| us)?|(?:just )?(?:tell|say)(?: me| us)?',
    '(?:which|what) (?:kind|type|sort) of|(?:a |the )?(?:document )?type for|this is|there (?:is|are)',
    'wir (?:brauchen|wollen|möchten)|ich (?:brauche|will|möchte)|(?:ein(?:en)? )?(?:dokumenten)?typ für|welche art von',
    'nous (?:voulons|avons besoin de?|souhaitons)|(?:un )?type (?:de document )?pour|quel(?:le)? (?:type|sorte) de',
    '(?:necesitamos|queremos)|(?:un )?tipo (?:de documento )?para|precisamos de|queremos|(?:um )?tipo (?:de documento )?para',
    'ci serve|vogliamo|(?:un )?tipo (?:di documento )?per',
    'an?|the|our|ein(?:e|en)?|der|die|das|une?|le|la|les|el|los|las|uma?|os|as|uno|il|lo|gli',
  ].join('|')})(?![\\p{L}\\p{N}])\\s*|^l['’]`,
  'iu',
);

/** What comes behind the name of a document says where it is from or what it is for. */
export const BEHIND_NAME = wordsOf(
  'used|issued|from|for|as|it is|that|which|where|in order',
  'ausgestellt|von|für|als|die|der|das|zum|zur',
  'délivrée?|émise?|pour|qui|que|utilisée?',
  'emitid[oa]|para|que|usad[oa]|do tipo',
  'rilasciat[oa]|per|che|usat[oa]',
);

/** What is described is a picture. */
export const PICTURE = wordsOf(
  '(?:a |the )?(?:photo|photograph|picture|selfie|snapshot|image)s?(?: of)?(?: the| an?)?',
  '(?:foto|fotografie|bild|aufnahme)s?(?: von| vom| der| des)?(?: dem| der| einem| einer)?',
  'photographie(?: de| du| des)?',
  '(?:fotografía|imagen|fotografia|imagem)(?: de| da| do| della?| del)?(?: la| el)?',
);

/** Nothing is to be read of it but what it is. */
export const KIND_ALONE = wordsOf(
  '(?:which|what) (?:kind|type|sort)|(?:only|just) classify|classification only|no fields',
  'nur klassifizieren|welche art|keine felder',
  'seulement classer|quel(?:le)? (?:type|sorte)|aucun champ',
  '(?:solo|sólo) clasificar|qué tipo|ningún campo|(?:só|apenas) classificar|que tipo|nenhum campo',
  'solo classificare|che tipo|nessun campo',
);

/** The value must be there. */
export const REQUIRED = wordsOf(
  'required|mandatory|must(?: be there)?|compulsory|pflicht|pflichtfeld|erforderlich|notwendig|obligatoire|requis',
  'obligatori[oa]|requerid[oa]|obrigatóri[oa]|obbligatori[oa]|richiest[oa]',
);
/** It may be missing. */
export const OPTIONAL = wordsOf(
  'optional(?:ly)?|if (?:any|there)|wahlfrei|falls vorhanden|facultati[fv]e?|optionnel(?:le)?|opcional|facoltativ[oa]|opzionale',
);
/** It is shown to nobody. */
export const MASKED = wordsOf(
  'mask(?:ed)?|hidden|hide|sensitive|confidential|secret|maskiert|vertraulich|geheim|masquée?|confidentiel(?:le)?',
  'ocult[oa]|confidencial|enmascarad[oa]|mascarad[oa]|nascost[oa]|riservat[oa]|mascherat[oa]',
);

/** The last word of these that a name has says what its values are. */
export const HINT_WORDS: readonly (readonly [RegExp, string])[] = [
  [wordsOf('date|datum|fecha|data|\\p{L}+datum|valid until|gültig bis|validade|scadenza|deadline'), 'date YYYY-MM-DD'],
  [
    wordsOf(
      'amount|total|sum|price|cost|fee|balance|salary|rent|premium|deposit|betrag|\\p{L}+betrag|summe|preis|kosten|gebühr|\\p{L}*miete',
      'kaution|montant|prix|coût|loyer|solde|importe|precio|coste|saldo|valor|preço|importo|prezzo|costo|canone|netto|brutto',
    ),
    'amount',
  ],
  [wordsOf('number of|count|quantity|anzahl|menge|nombre de|quantité|cantidad|quantidade|quantità'), 'integer'],
  [wordsOf('currency|währung|devise|moneda|moeda|valuta'), 'currency'],
  [wordsOf('country|nationality|land|pays|país|paese|nationalité|nacionalidad|nacionalidade|nazionalità'), 'country'],
  [wordsOf('whether|is it|ob|si est'), 'boolean'],
];
