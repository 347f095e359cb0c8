import { foldText } from '../text/fold.js';
import type { EngineDocumentType } from '../documentEngine.js';
import { phrasesOf, type FieldShape } from './labels/concept.js';
import { labelsOfField } from './labels/fields/fieldLabels.js';
import { CONCEPT_LABELS, CONCEPTS, conceptOf, fieldWords } from './labels/lexicon.js';
import { parseTypeHint, type TypeHint } from './typeHint.js';

/** What is to be found for one field of a schema, and by which labels. */
export interface FieldPlan {
  name: string;
  hint: TypeHint;
  shape: FieldShape;
  /** The concept its name stands for, when it is a known one. */
  concept: string | null;
  /** Labels as they may be printed; those of the type's own guidance first. */
  labels: string[];
}

/** What the words of a field's name say of its values, where neither concept nor type hint does. Last word that matches wins. */
const SHAPES_BY_WORD: [RegExp, FieldShape][] = [
  [/\b(date|dob|datum|fecha|data|valid from|valid until)\b/, 'date'],
  [/\b(time|hour)\b/, 'time'],
  [/\b(amount|total|price|balance|fee|tax|cost|salary|pay|income|premium|rate|value|sum|charge)s?\b/, 'amount'],
  [/\b(address)\b/, 'address'],
  [
    /\b(company|organi[sz]ation|employer|merchant|supplier|vendor|seller|bank|insurer|provider|carrier|airline|issuer|hotel|institution|pharmacy|practice|school|university|lender|trade|registry|court)\b/,
    'company',
  ],
  [/\b(product|street|vessel|plan|model|brand|file)\b/, 'text'],
  [/\b(category|class|type|kind|frequency|status|method|terms|mode|basis)$/, 'text'],
  [/\b(country|nationality|citizenship)\b/, 'country'],
  [/\b(currency)\b/, 'currency'],
  [/\b(email)\b/, 'email'],
  [/\b(phone|telephone|mobile|fax)\b/, 'phone'],
  [/\b(website|url)\b/, 'url'],
  [/\b(iban)\b/, 'iban'],
  [/\b(bic|swift)\b/, 'bic'],
  [/\b(city|town|place|port|airport|station)\b/, 'place'],
  [/\b(number|no|id|code|reference|ref|identifier|pnr|vin|plate)\b/, 'identifier'],
];
/** Names of people end so, unless the words before say that it is a company's. */
const PERSON_NAME =
  /\b(name|holder|father|mother|spouse|witness|doctor|patient|passenger|driver|insured|employee|owner)s?$/;

/** Decides for each field of a document type what its values look like and which labels announce them. */
export function planFields(type: Pick<EngineDocumentType, 'output_schema' | 'prompt_hint'>): FieldPlan[] {
  const fields = Object.keys(type.output_schema);
  const guidance = labelsInGuidance(type.prompt_hint, fields);
  const own = new Map(fields.map((name) => [name, [...(guidance.get(name) ?? []), fieldWords(name)]]));
  const owners = new Map<string, string>();
  for (const [name, labels] of own) for (const label of labels) owners.set(foldText(label), name);
  const taken = new Set(fields.map(conceptOf));
  return Object.entries(type.output_schema).map(([name, hintText]) => {
    const hint = parseTypeHint(hintText);
    const concept = conceptOf(name);
    const ofWords = concept ? (CONCEPT_LABELS.get(concept) ?? []) : labelsOfLastWords(name, taken);
    const general = [...labelsOfField(name), ...ofWords];
    // What the type itself says of a label outranks what is generally so.
    const free = general.filter((label) => !owners.has(foldText(label)) || concept === 'period_end');
    return { name, hint, shape: shapeOf(name, concept, hint), concept, labels: distinct([...own.get(name)!, ...free]) };
  });
}

/**
 * The labels that a prompt hint gives, in lines of the form `field: label, label`. Lines that do not begin with the name of
 * a field are guidance for a model and ignored.
 */
export function labelsInGuidance(promptHint: string, fields: readonly string[]): Map<string, string[]> {
  const labels = new Map<string, string[]>();
  for (const line of promptHint.split(/[\n;]/)) {
    const [, field = '', list = ''] = /^\s*([\w-]+)\s*:\s*(.+)$/s.exec(line) ?? [];
    if (fields.includes(field)) labels.set(field, [...(labels.get(field) ?? []), ...phrasesOf(list)]);
  }
  return labels;
}

/** `policy_start_date` is also announced by `start date`, as long as no other field of the schema is a start date. */
function labelsOfLastWords(name: string, taken: ReadonlySet<string | null>): string[] {
  const words = fieldWords(name).split(' ');
  for (let from = 1; from < words.length; from++) {
    const rest = words.slice(from).join(' ');
    const concept = conceptOf(rest);
    if (concept && !taken.has(concept)) return [rest, ...(CONCEPT_LABELS.get(concept) ?? [])];
  }
  return [];
}

function shapeOf(name: string, concept: string | null, hint: TypeHint): FieldShape {
  switch (hint.kind) {
    case 'date':
    case 'boolean':
    case 'currency':
    case 'country':
      return hint.kind;
    case 'amount':
    case 'number':
    case 'integer':
      return numericShape(concept, hint.kind);
    default: {
      const words = hint.kind === 'text' ? `${hint.guidance} ${fieldWords(name)}` : fieldWords(name);
      return concept ? CONCEPTS[concept]!.shape : shapeByWords(words.toLowerCase(), fieldWords(name));
    }
  }
}

function numericShape(concept: string | null, kind: 'amount' | 'number' | 'integer'): FieldShape {
  const known = concept ? CONCEPTS[concept]!.shape : null;
  if (known === 'amount' || known === 'percentage') return known;
  return kind === 'amount' ? 'amount' : 'number';
}

function shapeByWords(words: string, name: string): FieldShape {
  const matching = SHAPES_BY_WORD.map(([pattern, shape]) => ({ shape, at: words.search(pattern) }));
  const last = matching.filter(({ at }) => at >= 0).sort((a, b) => b.at - a.at)[0];
  if (PERSON_NAME.test(name)) return last?.shape === 'company' || last?.shape === 'text' ? last.shape : 'person';
  return last?.shape ?? 'text';
}

function distinct(labels: readonly string[]): string[] {
  const byFolded = new Map<string, string>();
  for (const label of labels) {
    const folded = foldText(label);
    if (folded !== '' && !byFolded.has(folded)) byFolded.set(folded, label);
  }
  return [...byFolded.values()];
}
