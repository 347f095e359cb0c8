/** Legal forms of companies, as printed at the end of their names, in the countries that documents commonly come from. */
export const LEGAL_FORM = new RegExp(
  String.raw`(?<![\p{L}\d])(?:` +
    [
      String.raw`S[DO0]N\.?\s*[B8][HRN]D`, // Sendirian Berhad (Malaysia), as readers see it too
      String.raw`S\/B|BERHAD|BHD`,
      String.raw`PTE\.?\s*LTD|PTY\.?\s*LTD|LTD|LIMITED|LLC|L\.L\.C|LLP|INC|CORP|CORPORATION|PLC`,
      String.raw`GMBH(?:\s*&\s*CO\.?\s*KG)?|AG|KG|OHG|UG|E\.K`,
      String.raw`S\.?A\.?S|S\.?A\.?R\.?L|S\.A|EURL`,
      String.raw`S\.?R\.?L|S\.?P\.?A|S\.?N\.?C`,
      String.raw`S\.L\.?U?|LTDA|LDA`,
      String.raw`B\.?V|N\.?V`,
      String.raw`SP\.?\s*Z\s*O\.?\s*O|S\.?R\.?O|D\.?O\.?O|KFT|A\/S|APS|OYJ?|AB|ASA`,
    ].join('|') +
    String.raw`)(?:\.(?!\p{L})|(?![\p{L}\d]))`,
  'iu',
);

/** What a line begins with when it goes on with the company name of the line above. */
export const CONTINUES_NAME =
  /^\s*(?:\(M\)|CO\b|S[DO0]N\b|BHD|BERHAD|LTD|LIMITED|PTE|PTY|INC\b|GMBH|ENTERPRISE|ENT\b|TRADING|&)/i;

/**
 * Words that names of shops and companies are made of; they say what the business does: kinds of shops and places as
 * OpenStreetMap's keys `shop` and `amenity` name them, and general words of trade, in the languages of common documents.
 */
export const BUSINESS_WORD =
  /(?<!\p{L})(?:enterprise|trading|restaurants?|restoran|ristorante|trattoria|pizzeria|caf[eé]|bistro|bakery|bakeries|b[äa]ckerei|boulangerie|(?:super|hyper|mini)?\s?mart|(?:super|hyper|mini)?mark(?:et|t)|super?mercado|stores?|shop|boutique|hardware|hotel|pharmacy|farmasi|pharmacie|apotheke|farmacia|stationers?|stationery|perniagaan|syarikat|kedai|industries|services|house|centre|center|electrical|electronics?|machinery|motors?|auto|petrol|station|foods?|books?|florist|gifts?|furniture|fashion|kitchen|kopitiam|group|holdings?|international|company|&\s?co\b|bros|brothers|resources|marketing|supply|supplies|cash\s?&\s?carry|print(?:ing)?|clinic|dental|optical|salon|beauty|health|laundry|bank|insurance|airlines?|travel)(?!\p{L})/iu;

/**
 * The longest of these, in the spelling to print them in where a reader misread a letter; shorter ones differ by one letter from
 * names (`House`, `Mouse`).
 */
export const WORDS_OF_TRADE: readonly string[] = (
  'enterprise restaurant restaurants restoran ristorante trattoria boulangerie bakeries hardware pharmacy pharmacie apotheke ' +
  'stationery stationers supermarket perniagaan syarikat industries services electrical electronics machinery furniture ' +
  'international holdings resources marketing supplies insurance airlines'
).split(' ');

/** Lines at the head of a page that are neither name nor address: titles, contact details, numbers, greetings. */
export const NOT_NAME_OR_ADDRESS =
  /(?<!\p{L})(?:tel|fax|phone|hotline|h\/p|hp|e-?mail|web(?:site)?|www|gst|sst|vat|tva|ust|tax|invoice|receipt|resit|bill|rechnung|quittung|facture|factura|fattura|scontrino|date|time|cashier|member|customer|table|doc|document|order|simplified|welcome|thank|salesperson|reg(?:istration)?\.?\s?no|roc|co\.?\s?reg|company\s?(?:reg|no)|co\s?\.?\s?no|shopping hours|not a|official|copy|duplicate|reprint|statement|page|adjustment|credit note|debit note|outlet|counter|terminal|pos|slip|chit|number)(?!\p{L})/iu;

/** A company's registration number, alone or at the end of its name: `(123456-A)`, `123456-A`, `(CO. REG :123456-A)`. */
export const REGISTRATION_NUMBER =
  /\s{0,3}[([]?\s{0,3}(?:CO(?:MPANY)?\.?\s{0,3}(?:REG(?:ISTRATION)?|NO)?\.?\s{0,3}(?:NO)?|ROC|REG|NO)?[.:\s]{0,5}(?<![\p{L}\d])[A-Z]{0,2}[0-9OI]{5,12}\s?[-–]?\s?[A-Z0-9]?\s*[)\]]?\s*\.?$/iu;
