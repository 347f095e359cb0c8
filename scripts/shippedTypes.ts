import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';

/** What the page says of a shipped document type. */
interface Preset {
  display_name: string;
  category: string;
  output_schema: { [field: string]: string };
  validation_rules: { [field: string]: { required?: boolean; mask?: boolean } };
  pipeline_steps: string[];
  describes?: { countries?: string[] };
}

/** Headings of the page by category, in its order. */
const HEADINGS: readonly (readonly [category: string, heading: string])[] = [
  ['identity', 'Identity and civil status'],
  ['financial', 'Money, tax and insurance'],
  ['travel', 'Travel'],
  ['business', 'Business, property and trade'],
  ['scene', 'Photos of things'],
  ['other', 'Work, health, education and the rest'],
];

/** The list stands before this heading; what follows it is written by hand. */
const AFTER = '## Where the forms come from';

/**
 * The page of the shipped document types: the list of `presets/`, and behind it what the page that is there says of its sources.
 * @param root folder of the project
 * @throws Error for a preset of a category without a heading, or where the part that is written by hand is not to be found
 */
export async function shippedTypesPage(root: string): Promise<string> {
  const page = path.join(root, 'docs/shipped-types.md');
  const now = readFileSync(page, 'utf8');
  if (!now.includes(AFTER)) throw new Error(`${page} lacks the heading ${AFTER}`);
  const types = readPresets(path.join(root, 'presets'));
  const known = new Set(HEADINGS.map(([category]) => category));
  const odd = types.find(([, { category }]) => !known.has(category));
  if (odd) throw new Error(`the category ${odd[1].category} of ${odd[0]} has no heading`);
  const parts = HEADINGS.flatMap(([category, heading]) => [
    `## ${heading}`,
    ...types.filter(([, preset]) => preset.category === category).map(([id, preset]) => entry(id, preset)),
  ]);
  const text = [intro(types.map(([, preset]) => preset)), ...parts, now.slice(now.indexOf(AFTER))].join('\n\n');
  return format(text, { ...(await resolveConfig(page)), parser: 'markdown' });
}

function readPresets(folder: string): [id: string, preset: Preset][] {
  const files = readdirSync(folder).sort();
  return files.map((file) => [
    path.basename(file, '.json'),
    JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as Preset,
  ]);
}

const isComposite = ({ pipeline_steps }: Preset): boolean => pipeline_steps.some((step) => step.startsWith('type:'));

const intro = (presets: readonly Preset[]): string => `# Document types that ship

<!-- The list is made by \`npm run docs:types\` from presets/; what stands below it is written by hand. -->

${presets.length} files of [\`presets/\`](../presets), ${presets.filter(isComposite).length} of them [composite](document-types.md#composite-types). \`GET /v1/document-types\` lists them with all their parts; [document types](document-types.md) explains those. A type of one country stands beside the general one where its form has fields of its own: a French payslip is put through \`french_payslip\`, one of a country without such a type through \`payslip\`.

Countries are ISO 3166-1 alpha-3; a type without any is of every country. Of the fields, **bold** ones are required and those with an asterisk\\* are masked. Steps are those of \`pipeline_steps\`, in their order.`;

function entry(
  id: string,
  { display_name, describes, output_schema, validation_rules, pipeline_steps }: Preset,
): string {
  const countries = describes?.countries ?? [];
  const fields = Object.keys(output_schema).map((field) => {
    const { required = false, mask = false } = validation_rules[field] ?? {};
    const name = `\`${field}\`${mask ? '\\*' : ''}`;
    return required ? `**${name}**` : name;
  });
  return [
    `[\`${id}\`](../presets/${id}.json) – ${display_name}${countries.length > 0 ? ` (${countries.join(', ')})` : ''}`,
    [
      `- Fields (${fields.length}): ${fields.join(', ')}`,
      `- Steps: ${pipeline_steps.map((step) => `\`${step}\``).join(', ')}`,
    ].join('\n'),
  ].join('\n\n');
}
