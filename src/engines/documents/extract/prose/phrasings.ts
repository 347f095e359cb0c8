/** A way in which running text states the value of a field; the value is the group `value`. */
export interface Phrasing {
  fields: readonly string[];
  pattern: RegExp;
}

const NAME = String.raw`\p{L}[^,;:()"“”„«»]{2,70}?`;
const ADDRESS = String.raw`[^;()"“”„«»]{8,100}?`;
const AMOUNT = String.raw`(?:[£$€]|USD|EUR|GBP|CHF)\s?\d[\d.,' ]{0,14}|\d[\d.,' ]{0,14}(?:€|EUR|USD|euros?|Euro)`;
const DATE = String.raw`\d{1,2}[/.]\d{1,2}[/.]\d{4}|\d{1,2}\.? (?:de )?\p{L}{3,10}\.?,? (?:de )?\d{4}|\p{L}{3,9} \d{1,2}, \d{4}`;

/** `{name}`, `{address}`, `{amount}` and `{date}` stand for what such a value looks like, `‹…›` for what is the value. */
function phrasing(fields: string, words: string): Phrasing {
  const pattern = words
    .replace(/‹([^›]*)›/g, '(?<value>$1)')
    .replaceAll('{name}', NAME)
    .replaceAll('{address}', ADDRESS)
    .replaceAll('{amount}', `(?:${AMOUNT})`)
    .replaceAll('{date}', `(?:${DATE})`);
  // What a phrase begins with stands at the start of a word.
  return { fields: fields.split(' '), pattern: new RegExp(String.raw`(?<![\p{L}\p{N}])${pattern}`, 'iu') };
}

const FIRST = 'party_1_name lender_name landlord_name employer_name seller_name';
const SECOND = 'party_2_name borrower_name tenant_name employee_name buyer_name';
const FIRST_ADDRESS = FIRST.replaceAll('_name', '_address');
const SECOND_ADDRESS = SECOND.replaceAll('_name', '_address');
const OFFICE = String.raw`,? (?:whose (?:principal place of business|registered office|address) is(?: situated)? at|having its (?:registered office|principal place of business) at|residing at|of)`;

/** The recitals and clauses of English and American deeds, and the wording of certificates and letters. */
const ENGLISH: readonly Phrasing[] = [
  phrasing(FIRST, String.raw`between (?:\(1\) )?‹{name}›(?=,| \(| of )`),
  phrasing(FIRST_ADDRESS, String.raw`between (?:\(1\) )?{name}${OFFICE} ‹{address}›(?= \(|;)`),
  phrasing(SECOND, String.raw`(?<=[;)]|"\),|“\),) ?and (?:\(2\) )?‹{name}›(?=,| \(| of )`),
  phrasing(SECOND, String.raw`and (?:\(2\) )‹{name}›(?=,| \(| of )`),
  phrasing(SECOND, String.raw`"we"\) and ‹{name}›(?=,| \(| of )`),
  phrasing(
    SECOND_ADDRESS,
    String.raw`and (?:\(2\) ){name},[^;()]{0,120}?(?:registered office is|residing) at ‹{address}›(?= \()`,
  ),
  phrasing(SECOND_ADDRESS, String.raw`\) and {name}${OFFICE} ‹{address}›(?= \()`),
  phrasing(
    'governing_law',
    String.raw`govern(?:ed|ing)[^.;]{0,60}? laws? of (?:the )?(?:State of )?‹\p{L}[^.,;]{2,40}?›(?=[.,;]|$)`,
  ),
  phrasing('contract_value', String.raw`(?:fee|sum|price|consideration) of ‹{amount}›`),
  phrasing('notice_period', String.raw`(?:giving )?not less than ‹[^.,;]{3,40}?notice›`),
  phrasing('subject', String.raw`shall (?:provide|supply|deliver)(?: to the \p{L}+)? ‹[^.;("“]{3,80}?›(?= ?[.;("“])`),
  phrasing('term', String.raw`for a (?:period|term) of ‹[^.,;]{3,30}?›(?=[.,;]| from| unless)`),
  phrasing('payment_terms', String.raw`(?:invoices )?are payable ‹[^.;]{3,50}?›(?=[.;])`),
  phrasing('principal_name', String.raw`I, ‹{name}›(?=,)`),
  phrasing('principal_address', String.raw`I, {name}, (?:residing at|of) ‹{address}›(?=, (?:do )?hereby)`),
  phrasing('agent_name', String.raw`(?:appoint|nominate) ‹{name}›(?=,| of )`),
  phrasing('agent_address', String.raw`(?:appoint|nominate) {name},? (?:of|residing at) ‹{address}›(?=,? (?:as|to) )`),
  phrasing(
    'employee_name full_name',
    String.raw`(?:confirms?|certify|certifies) that (?:M(?:r|s|rs)\.? )?‹{name}›(?= (?:has been|is|was) )`,
  ),
  phrasing(
    'job_title',
    String.raw`(?:title|position|capacity|role) of (?:an? )?‹[\p{L} /-]{3,40}?›(?= on | since | from |[.,])`,
  ),
  phrasing('salary', String.raw`salary (?:is|of) ‹{amount}›`),
  phrasing('degree', String.raw`degree of ‹[\p{L} .]{3,50}?›(?= in | with |[,.])`),
  phrasing('field_of_study', String.raw`degree of [\p{L} .]{3,50}? in ‹[\p{L} ]{3,50}?›(?= with |[,.])`),
  phrasing('full_name', String.raw`conferred (?:up)?on ‹{name}›(?= the )`),
  phrasing('property_address', String.raw`(?:edged with red on the plan|known as|situated at):? ‹[^.;]{8,80}›`),
  phrasing('owner_name', String.raw`proprietor: ‹{name}›(?= of |\.)`),
  phrasing('price_paid', String.raw`stated to have been paid[^.;]{0,40}? ‹{amount}›`),
  phrasing('jurisdiction', String.raw`Registrar of Companies for ‹[\p{L} ]{3,40}?›(?= hereby|,)`),
  phrasing(
    'company_name',
    String.raw`certif(?:y|ies) that(?: the Articles of Incorporation of)? ‹{name}(?:, INC\.?)?›(?= (?:is|was|were) )`,
  ),
];

const ADDRESS_FR = String.raw`(?:dont le siège(?: social)? est(?: situé)?(?: à| au)?|demeurant(?: au| à)?|domiciliée?(?: au| à)?)`;

/** The recitals and clauses of French contracts, and the formulas of sworn statements and medical certificates. */
const FRENCH: readonly Phrasing[] = [
  phrasing(FIRST, String.raw`soussignée?s ?: (?:1° )?‹{name}›(?=,)`),
  phrasing(
    FIRST_ADDRESS,
    String.raw`soussignée?s ?: {name}, ${ADDRESS_FR} ‹{address}›(?=,? (?:ci-|représenté|immatriculé))`,
  ),
  phrasing(SECOND, String.raw`(?<=part, ?|», ?)et (?:M\. |Mme )?‹{name}›(?=,)`),
  phrasing('borrower_name', String.raw`, et ‹{name}›(?=, demeurant)`),
  phrasing('borrower_address party_2_address', String.raw`demeurant(?: au| à)? ‹{address}›(?=,? ci-)`),
  phrasing(
    'subject object',
    String.raw`(?:s['’]engage à (?:réaliser|fournir|effectuer)|a pour objet ?:?) ‹[^.;]{3,90}›`,
  ),
  phrasing('term duration', String.raw`une durée de ‹[^.,;]{3,30}›`),
  phrasing('governing_law', String.raw`(?:soumis au|régi par le) ‹droit \p{L}+›`),
  phrasing('jurisdiction', String.raw`(?:devant|compétence exclusive) (?:le|du|des|les) ‹tribuna[^.,;]{3,60}›`),
  phrasing('contract_value', String.raw`somme de ‹{amount}›`),
  phrasing('effective_date', String.raw`prend effet (?:le|au) ‹{date}›`),
  phrasing('signature_date issue_date letter_date document_date', String.raw`fait à [\p{L}' -]{2,40}, le ‹{date}›`),
  phrasing(
    'full_name signatory_name',
    String.raw`je soussignée?(?:\(e\))?,? (?:M\. |Mme |Mlle )?‹{name}›(?=,| née? | demeurant)`,
  ),
  phrasing('birth_date', String.raw`née? le ‹{date}›`),
  phrasing('birth_place', String.raw`née? le {date} à ‹\p{L}[\p{L}' -]{1,40}?›(?=,)`),
  phrasing(
    'address',
    String.raw`(?:à l['’]adresse suivante ?:?|demeurant(?: au| à)?) ‹{address}›(?= depuis|,? ci-|,? atteste|\.)`,
  ),
  phrasing('resident_since', String.raw`depuis le ‹{date}›`),
  phrasing('doctor_name', String.raw`soussignée?,? (?:docteur|dr) ‹{name}›(?=,)`),
  phrasing('patient_name', String.raw`examiné(?: ce jour)? (?:M\. |Mme |Mlle |Monsieur |Madame )?‹{name}›(?=,)`),
  phrasing('unfit_from', String.raw`arrêt de travail du ‹{date}›`),
  phrasing('unfit_until', String.raw`arrêt de travail du {date} au ‹{date}›`),
  phrasing('employee_name', String.raw`atteste que (?:M\. |Mme |Mlle )?‹{name}›(?=,)`),
];

/** The recitals and clauses of German contracts and powers of attorney, and the wording of diplomas. */
const GERMAN: readonly Phrasing[] = [
  phrasing(FIRST, String.raw`zwischen (?:der Firma |der |dem |Herrn |Frau )?‹{name}›(?=,| -| –| \()`),
  phrasing(
    FIRST_ADDRESS,
    String.raw`zwischen (?:der Firma |der |dem |Herrn |Frau )?{name}, (?:wohnhaft )?‹{address}›(?= -| –| \(|, nachf)`,
  ),
  phrasing(
    SECOND,
    String.raw`(?<=genannt[ –-]{1,4}|\) )und (?:der Firma |der |dem |Herrn |Frau )?‹{name}›(?=,| -| –| \()`,
  ),
  phrasing(
    SECOND_ADDRESS,
    String.raw`(?<=genannt[ –-]{1,4}|\) )und (?:der Firma |der |dem |Herrn |Frau )?{name}, (?:wohnhaft )?‹{address}›(?= -| –| \()`,
  ),
  phrasing('principal_name', String.raw`bevollmächtige ich, ‹{name}›(?=,)`),
  phrasing(
    'principal_address',
    String.raw`bevollmächtige ich, {name}, wohnhaft (?:in )?‹{address}›(?=, (?:Frau|Herrn|die|den) )`,
  ),
  phrasing('agent_name', String.raw`wohnhaft {address}, (?:Frau|Herrn) ‹{name}›(?=,)`),
  phrasing('agent_address', String.raw`wohnhaft {address}, (?:Frau|Herrn) {name}, (?:wohnhaft )?‹{address}›(?=, mich)`),
  phrasing('powers', String.raw`mich ‹[^.;]{5,80}?›(?= zu vertreten)`),
  phrasing('subject', String.raw`Gegenstand (?:dieses|des) Vertrage?s ist (?:die |der |das )?‹[^.;]{3,80}›`),
  phrasing('notice_period', String.raw`mit einer Frist von ‹[^.;]{3,50}?›(?= gekündigt|[.;])`),
  phrasing('job_title', String.raw`als ‹\p{Lu}[\p{L} /-]{3,40}?›(?= eingestellt| beschäftigt)`),
  phrasing('degree', String.raw`akademischen Grad ‹[\p{L}. -]{3,50}?›(?= im |,|\.)`),
  phrasing('field_of_study', String.raw`im (?:Studiengang|Fach) ‹[\p{L} ]{3,40}?›(?=[.,])`),
  phrasing('full_name', String.raw`verleiht (?:Frau|Herrn) ‹{name}›(?=,)`),
  phrasing('birth_place', String.raw`geboren am {date} in ‹[\p{L} ]{2,40}?›(?=,)`),
  phrasing('award_date issue_date document_date signature_date', String.raw`\p{Lu}\p{L}{2,20}, den ‹{date}›`),
  phrasing('place', String.raw`‹\p{Lu}\p{L}{2,20}›(?=, den {date})`),
];

/** The recitals and clauses of Spanish contracts and the formulas of certificates. */
const SPANISH: readonly Phrasing[] = [
  phrasing(FIRST, String.raw`de una parte,? (?:D\. |Dña\. |Don |Doña )?‹{name}›(?=,)`),
  phrasing(SECOND, String.raw`de (?:la )?otra(?: parte)?,? (?:D\. |Dña\. |Don |Doña )?‹{name}›(?=,|\. )`),
  phrasing(FIRST_ADDRESS, String.raw`de una parte,? {name}, con domicilio en ‹{address}›(?=\. |; |, y )`),
  phrasing('subject', String.raw`objeto: ‹[^.;]{3,90}›`),
  phrasing('term', String.raw`duración de ‹[^.,;]{3,30}›`),
  phrasing('contract_value', String.raw`(?:asciende a|precio de) ‹{amount}›`),
  phrasing('contract_date document_date', String.raw`en [\p{L} ]{3,30}, a ‹{date}›`),
  phrasing('place', String.raw`en ‹[\p{L} ]{3,30}›(?=, a {date})`),
  phrasing('account_holder', String.raw`que (?:D\. |Don |Doña )?‹{name}›(?= es titular)`),
  phrasing('notary_name', String.raw`ante mí, (?:D\. |Don |Doña )?‹{name}›(?=,)`),
];

/** Every phrasing of every language. The wordings are general knowledge of such deeds and letters. */
export const PHRASINGS: readonly Phrasing[] = [...ENGLISH, ...FRENCH, ...GERMAN, ...SPANISH];
