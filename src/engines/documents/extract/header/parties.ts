import type { FieldCandidates } from '../assign.js';
import { wholeOf, type Candidate } from '../candidate.js';
import { candidate, type SearchedDocument } from '../fieldCandidates.js';
import type { Layout, Segment } from '../layout.js';
import { addressText } from '../values/addressText.js';
import type { LabelsBySegment } from '../valueSpots.js';
import { followingLines } from './addressBlock.js';

/** The name of a party and its address, as a schema has them: `customer_name` and `customer_address`. */
interface Party {
  name: FieldCandidates;
  address: FieldCandidates;
}

/** An address under a name is as sure as the name, nearly. */
const UNDER_NAME = 0.9;
/** Whom a letter is addressed to is told by the form of an address alone. */
const ADDRESSEE = 0.5;
/** The address in the window of an envelope stands in the upper part of its page (DIN 5008, BS 4264, NF Z 11-001). */
const UPPER_PART = 0.45;
/** A line with so many words is a sentence. */
const MOST_WORDS_OF_NAME = 6;
/** Heads of pages are larger than what stands under them. */
const HEADLINE = 1.25;
/** Postal codes of four to six digits, British ones, and those in two groups (UPU S42). */
const POSTAL_CODE = /\b\d{4,6}\b|\b[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}\b|\b\d{2,4}[- ]\d{2,3}\b/;

/**
 * Adds what parties other than the issuer are told by: the lines under a party's name are its address, and a name over
 * an address without any label is whom the page is addressed to.
 */
export function addParties(fields: readonly FieldCandidates[], document: SearchedDocument): void {
  const issuer = fields.find(({ plan }) => plan.shape === 'company');
  let addressed = false;
  for (const party of partiesOf(fields)) {
    if (party.name === issuer) continue;
    if (!addressed && party.name.candidates.length === 0 && party.address.candidates.length === 0) {
      addressed = addAddressee(party, issuer, document);
    }
    addAddressUnderName(party, document);
  }
}

function partiesOf(fields: readonly FieldCandidates[]): Party[] {
  const byName = new Map(fields.map((field) => [field.plan.name, field]));
  return fields.flatMap((address) => {
    const [, whose] = /^(.+)_address$/.exec(address.plan.name) ?? [];
    const name = whose ? (byName.get(`${whose}_name`) ?? byName.get(whose)) : undefined;
    return name && address.plan.shape === 'address' ? [{ name, address }] : [];
  });
}

function addAddressUnderName({ name, address }: Party, { layout, labels }: SearchedDocument): void {
  const [best] = name.candidates;
  const [span] = best?.spans ?? [];
  if (!best || !span || address.candidates.some(({ label }) => label > 0)) return;
  const under = addressOf(followingLines(span, layout, labels), UNDER_NAME * best.score);
  if (under) address.candidates = [under, ...address.candidates];
}

/** @returns whether there is one */
function addAddressee(
  { name, address }: Party,
  issuer: FieldCandidates | undefined,
  { layout, labels }: SearchedDocument,
): boolean {
  const taken = new Set((issuer?.candidates[0]?.spans ?? []).map(({ segment }) => segment));
  for (const segment of layout.segments) {
    const lines = followingLines({ segment, start: 0, end: segment.text.length }, layout, labels);
    if (taken.has(segment) || !isNameOver(segment, lines, layout, labels)) continue;
    const found = addressOf(lines, ADDRESSEE);
    if (!found || !lines.some(({ text }) => POSTAL_CODE.test(text))) continue;
    const { text } = segment;
    const read = { value: text, raw: text, start: 0, end: text.length, form: 1 };
    name.candidates = [{ ...candidate(read, [wholeOf(segment)], 'pattern', 0), score: ADDRESSEE }];
    address.candidates = [found];
    return true;
  }
  return false;
}

function isNameOver(segment: Segment, lines: readonly Segment[], layout: Layout, labels: LabelsBySegment): boolean {
  const words = segment.text.split(' ').length;
  const page = layout.pages.get(segment.page);
  return (
    page !== undefined &&
    segment.middle < UPPER_PART * page.height &&
    lines.length > 0 &&
    words > 1 &&
    words <= MOST_WORDS_OF_NAME &&
    /^\p{Lu}[^\d:]*$/u.test(segment.text) &&
    segment.height < HEADLINE * lines[0]!.height &&
    !(labels.get(segment) ?? []).some(({ strength }) => strength >= 0.8)
  );
}

function addressOf(lines: readonly Segment[], score: number): Candidate | null {
  const raw = lines.map(({ text }) => text).join('\n');
  const [first] = lines;
  if (!first || !/\d/.test(raw)) return null;
  const read = { value: addressText(raw), raw, start: 0, end: first.text.length, form: 1 };
  return { ...candidate(read, lines.map(wholeOf), 'pattern', 0), score };
}
