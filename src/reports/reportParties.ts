import type { Case, CaseDocument } from '../domain/cases/index.js';
import { fieldMeaning, type FieldValue, UNKNOWN_TYPE, valueOfMeaning } from '../domain/documents/index.js';
import { foldText } from '../engines/documents/text/fold.js';
import type { ReportedParty } from './caseReport.js';

interface Role {
  role: ReportedParty['role'];
  /** What the fields mean that hold its name. */
  name: string;
  /** What the fields mean that say more about it. */
  details: readonly string[];
}

const OF_A_PERSON = [
  ...['birth_date', 'birth_place', 'nationality', 'sex', 'personal_number', 'ssn', 'tax_number'],
  ...['address', 'phone', 'email'],
];

const ROLES: readonly Role[] = [
  { role: 'holder', name: 'full_name', details: OF_A_PERSON },
  { role: 'company', name: 'company_name', details: ['registration_number', 'registered_address'] },
  { role: 'employer', name: 'employer_name', details: ['employer_address'] },
];

/** Who is named by the documents of a case: names that the cross-match found to agree, or that differ in spelling alone, are one. */
export function reportParties(theCase: Case): ReportedParty[] {
  const documents = theCase.documents.filter(
    ({ status, document_type }) => status === 'done' && document_type !== UNKNOWN_TYPE,
  );
  return ROLES.flatMap((role) => partiesOf(role, documents, agreeing(theCase, role.name)));
}

interface Naming {
  name: string;
  document: CaseDocument;
}

type Agreeing = (one: Naming, other: Naming) => boolean;

function partiesOf(
  { role, name, details }: Role,
  documents: readonly CaseDocument[],
  agree: Agreeing,
): ReportedParty[] {
  const groups: Naming[][] = [];
  for (const document of documents) {
    const text = textOf(valueOfMeaning(document.extracted, name)?.value);
    if (text === undefined) continue;
    const naming = { name: text, document };
    const group = groups.find((members) => members.some((member) => agree(member, naming)));
    if (group) group.push(naming);
    else groups.push([naming]);
  }
  return groups.map((namings) => {
    const [first, ...others] = [...new Set(namings.map((naming) => naming.name))];
    const named = namings.map(({ document }) => document);
    return {
      role,
      name: first ?? '',
      also_named: others,
      doc_ids: named.map(({ doc_id }) => doc_id),
      details: details.flatMap((meaning) => detailsOf(meaning, named)),
    };
  });
}

function detailsOf(meaning: string, documents: readonly CaseDocument[]): ReportedParty['details'] {
  const found = new Map<string, ReportedParty['details'][number]>();
  for (const { doc_id, extracted } of documents) {
    const value = textOf(valueOfMeaning(extracted, meaning)?.value);
    if (value === undefined) continue;
    const known = found.get(foldText(value));
    if (known) known.doc_ids.push(doc_id);
    else found.set(foldText(value), { meaning, value, doc_ids: [doc_id] });
  }
  return [...found.values()];
}

/** Judges whether two names are of one party: by the cross-match where it compared them, else by their words. */
function agreeing({ result }: Case, meaning: string): Agreeing {
  const matches = Object.entries(result?.cross_match.fields ?? {});
  const comparisons = matches.find(([field]) => fieldMeaning(field) === meaning)?.[1].comparisons ?? [];
  return (one, other) => {
    const ids = [one.document.doc_id, other.document.doc_id];
    const compared = comparisons.find(({ documents }) => ids.every((id) => documents.includes(id)));
    return compared?.agreed ?? wordsOf(one.name) === wordsOf(other.name);
  };
}

/** The words of a name in an order of their own: documents print the surname first or last. */
const wordsOf = (name: string): string => foldText(name).split(' ').sort().join(' ');

function textOf(value: FieldValue | undefined): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}
