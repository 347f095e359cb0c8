import type { FieldCandidates } from '../assign.js';
import { inOrder, wholeOf, type Candidate } from '../candidate.js';
import type { SearchedDocument } from '../fieldCandidates.js';
import { americanAddress } from './americanAddress.js';
import { birthPlaces } from './birthPlace.js';
import { accessNumbers, documentNumbers } from './cardNumbers.js';
import { issuingCountries } from './issuingCountry.js';
import { aadhaarAddress, aadhaarName, panNames } from './indianCards.js';
import { datesOfCard, onlyDates } from './issueDate.js';
import { isLabelText } from './labelText.js';
import { withLostNumbers } from './lostNumbers.js';
import { numberedCandidates } from './numberedCandidates.js';
import { numberedFields } from './numberedFields.js';
import { withSecondLine } from './secondLine.js';
import { numbersOverLabel } from './socialSecurityCard.js';
import { unlabelled } from './unlabelled.js';

/** A rival of what a number announces is at most this much as good. */
const BELOW_NUMBERED = 0.9;

/** Adds to the fields what cards say by their layout, and takes from them what is only the text of a label. */
export function applyCardLayout(fields: readonly FieldCandidates[], document: SearchedDocument): void {
  addCardCandidates(fields, document);
  for (const field of fields) {
    field.candidates = field.candidates.filter((found) => !isLabelText(field.plan, found, document.labels));
  }
}

/** Fields by number, places beside dates, names and addresses that have no label. */
function addCardCandidates(fields: readonly FieldCandidates[], document: SearchedDocument): void {
  addOnlyDate(fields, document);
  joinSecondLines(fields, document);
  const by = (concept: string): FieldCandidates | undefined =>
    fields.find(({ plan }) => plan.concept === concept) ?? fields.find(({ plan }) => plan.name === concept);
  add(by('ssn'), numbersOverLabel(document.layout));
  const birth = by('birth_date');
  if (!birth) return;
  addNumbered(fields, document);
  const issue = by('issue_date');
  if (issue) add(issue, datesOfCard(issue.plan, document));
  correctPounds(by('weight'));
  add(by('sex'), sexWords(document));
  add(by('document_number'), documentNumbers(document));
  add(by('card_access_number'), accessNumbers(document));
  add(by('issuing_country'), issuingCountries(document));
  add(by('birth_place'), birthPlaces(birth.candidates[0], document));
  if (by('aadhaar_number')) {
    const targets = { address: by('address'), guardian: by('guardian_name'), postalCode: by('postal_code') };
    const sharedBy = Object.values(targets).flatMap((target) => (target ? [target.plan.name] : []));
    const { address, guardian, postalCode, mobile } = aadhaarAddress(document, sharedBy);
    add(by('full_name'), aadhaarName(document));
    add(targets.address, address);
    add(targets.guardian, guardian);
    add(targets.postalCode, postalCode);
    add(by('mobile_number'), mobile);
  } else if (by('pan_number')) {
    const { holder, father, birth: born } = panNames(document);
    add(birth, born);
    add(by('full_name'), holder);
    add(by('father_name'), father);
  } else {
    const addressFields = fields.filter(({ plan }) => plan.shape === 'address').map(({ plan }) => plan.name);
    const { address, name, country } = americanAddress(document.layout, document.labels, addressFields);
    add(by('address'), address);
    add(by('full_name'), name);
    if (by('vehicle_categories')) add(by('issuing_country'), country);
  }
}

function joinSecondLines(fields: readonly FieldCandidates[], document: SearchedDocument): void {
  for (const field of fields) {
    if (field.plan.concept !== 'surname' && field.plan.concept !== 'full_name') continue;
    field.candidates = field.candidates.map((found) => withSecondLine(found, document));
  }
}

function addNumbered(fields: readonly FieldCandidates[], document: SearchedDocument): void {
  const numbered = withLostNumbers(numberedFields(document.layout), document.layout);
  if (numbered.length === 0) return;
  for (const field of fields) {
    const [found] = numberedCandidates(field.plan, numbered, document);
    if (!found) continue;
    const most = found.score * BELOW_NUMBERED;
    const others = field.candidates.map((other) => (other.score > most ? { ...other, score: most } : other));
    field.candidates = inOrder([found, ...others]);
  }
}

/** `165 Ib`: the reader took the small l for a capital I. */
function correctPounds(weight: FieldCandidates | undefined): void {
  if (!weight) return;
  weight.candidates = weight.candidates.map((found) =>
    typeof found.value === 'string'
      ? { ...found, value: found.value.replace(/(?<=\d\s?)[I1|]b(?=s?\b)/, 'lb') }
      : found,
  );
}

/** Cards state the sex in a word of its own, with or without a translation before it: `महिला / Female`. */
const SEX_WORD = /(?:^|[/|]\s*)(fe)?male$/i;
const SEX = 0.8;

function sexWords({ layout }: SearchedDocument): Candidate[] {
  const found = layout.segments.flatMap((segment) => {
    const match = SEX_WORD.exec(segment.text.trim());
    return match ? [unlabelled(match[1] ? 'F' : 'M', [wholeOf(segment)], SEX)] : [];
  });
  // A form prints both, to tick one.
  return found.every(({ value }) => value === found[0]?.value) ? found : [];
}

function addOnlyDate(fields: readonly FieldCandidates[], document: SearchedDocument): void {
  const [field, other] = fields.filter(({ plan }) => plan.shape === 'date');
  if (field?.plan.concept !== 'issue_date' || other) return;
  // Only the United States give people numbers of that name, and they write the month first.
  const monthFirst = document.context.monthFirst || fields.some(({ plan }) => plan.shape === 'ssn');
  add(field, onlyDates(field.plan, { ...document, context: { ...document.context, monthFirst } }));
}

function add(field: FieldCandidates | undefined, candidates: readonly Candidate[]): void {
  if (field) field.candidates = inOrder([...field.candidates, ...candidates]);
}
