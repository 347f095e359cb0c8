/** A type hint of an `output_schema`, understood. */
export type TypeHint =
  | { kind: 'string' | 'number' | 'integer' | 'boolean' | 'date' | 'amount' | 'currency' | 'country' }
  /** One of these words, given in the spelling of the hint. */
  | { kind: 'enum'; options: string[] }
  | { kind: 'list'; item: TypeHint }
  /** `{description, quantity}`: members by name, each hinted or, without a hint, judged by its name. */
  | { kind: 'object'; members: { name: string; hint: TypeHint | null }[] }
  /** Free text: guidance for a model, a string to the embedded engine. */
  | { kind: 'text'; guidance: string };

const SIMPLE_KINDS = ['string', 'number', 'integer', 'boolean', 'date', 'amount', 'currency', 'country'] as const;

/** Parses a type hint as documented for document types; whatever is not understood is free text. */
export function parseTypeHint(hint: string): TypeHint {
  const text = hint
    .trim()
    .replace(/\s+or\s+null$/i, '')
    .trim();
  const list = /^list\s+of\s+(.+)$/is.exec(text);
  if (list) return { kind: 'list', item: parseTypeHint(list[1]!) };
  const options = /^enum\s*\((.*)\)$/is.exec(text);
  if (options) return { kind: 'enum', options: options[1]!.split('|').map((option) => option.trim()) };
  const members = /^\{(.*)\}$/s.exec(text);
  if (members)
    return {
      kind: 'object',
      members: members[1]!
        .split(',')
        .map(parseMember)
        .filter((m) => m.name !== ''),
    };
  if (/^date\b/i.test(text) || /^YYYY-MM-DD$/i.test(text)) return { kind: 'date' };
  const simple = SIMPLE_KINDS.find((kind) => kind === text.toLowerCase());
  return simple ? { kind: simple } : { kind: 'text', guidance: text };
}

function parseMember(text: string): { name: string; hint: TypeHint | null } {
  const [, name = '', hint = ''] = /^\s*([\w-]+)\s*:?\s*(.*)$/s.exec(text) ?? [];
  return { name, hint: hint.trim() === '' ? null : parseTypeHint(hint) };
}
