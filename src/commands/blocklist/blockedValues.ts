import type { BlocklistKind } from '../../domain/blocklist/index.js';
import type { CaseDocument } from '../../domain/cases/index.js';
import { DomainError } from '../../domain/core/decider.js';
import { quote } from '../../domain/core/quote.js';
import { type Clue, CLUES_OF_PERSONS } from '../../domain/documents/index.js';
import {
  clueOfNumber,
  cluesOfDocument,
  cluesOfPerson,
  SHORTEST_NUMBER,
  tellsPerson,
} from '../../engines/crossMatch/clues.js';

/** Values as a caller gives them: numbers of documents, or what one person is known by. */
export type BlockedValues =
  | { kind: 'document_number'; numbers: readonly string[] }
  | { kind: 'person'; fields: { readonly [field: string]: string } };

/** What values are found by. @throws DomainError `invalid`, naming what tells nobody without repeating it */
export function cluesOfValues(values: BlockedValues): Clue[] {
  if (values.kind === 'document_number') {
    return values.numbers.map((number, index) => {
      const clue = clueOfNumber(number);
      if (clue) return clue;
      throw refused(`\`values.${index}\` must have at least ${SHORTEST_NUMBER} letters or digits`);
    });
  }
  const unknown = Object.keys(values.fields).find((field) => !tellsPerson(field));
  if (unknown !== undefined) throw refused(`\`values\` names ${quote(unknown)}, by which no person is known`);
  const clues = cluesOfPerson(values.fields);
  if (clues.length > 0) return clues;
  throw refused(
    '`values` must have a full_name (or surname and given_names) with a birth_date as YYYY-MM-DD, or a personal_number, ssn or tax_number',
  );
}

/** What a document that was read is found by. @throws DomainError `rule_broken` where it states nothing of the kind */
export function cluesOfCaseDocument(
  kind: BlocklistKind,
  document: Pick<CaseDocument, 'sha256' | 'document_type' | 'extracted'>,
): Clue[] {
  const wanted = kind === 'person' ? CLUES_OF_PERSONS : ['document_number'];
  const clues = cluesOfDocument(document).filter((clue) => wanted.includes(clue.kind));
  if (clues.length > 0) return clues;
  const what = kind === 'person' ? 'no full name with a birth date, and no number of a person' : 'no document number';
  throw new DomainError('rule_broken', `The document states ${what}, so there is nothing to block`);
}

const refused = (what: string): DomainError => new DomainError('invalid', `The field ${what}`);
