import type { EngineDocumentType } from '../documentEngine.js';
import type { MachineReadings } from '../extract/extraction.js';
import { countryCode, countryMentioned } from '../extract/values/country.js';
import type { MrzReading } from '../mrz/mrzReading.js';
import { foldText } from '../text/fold.js';
import type { ClassificationEvidence } from './classification.js';

/** Kinds of document that a machine-readable zone or barcode names outright. */
type MachineKind = 'passport' | 'visa' | 'identity card' | 'residence permit' | 'driving licence';

/** How a document type's name or hints say that it is of a kind, folded. */
const KIND_WORDS: { [kind in MachineKind]: RegExp } = {
  passport: /\bpassports?\b|\bpasseport|\breisepass|\bpasaporte|\bpassaporto|\bpassaporte|\bpaspoort|\bpaszport/,
  visa: /\bvisas?\b|\bvisum\b|\bvisto\b/,
  'identity card':
    /\bidentity card|\bid card|\bnational id|\bidentification card|\bpersonalausweis|\bcarte nationale|\bcarte d identite|\bcarta d identita|\bdni\b|\bidentiteitskaart|\bdowod osobisty|\bcarte de identitate|\bidentity document|\bidentity\b/,
  'residence permit':
    /\bresidence\b|\bresident\b|\baufenthaltstitel|\btitre de sejour|\bpermiso de residencia|\bgreen card|\bpermesso di soggiorno|\bkarta pobytu/,
  'driving licence':
    /\bdriv(?:er|ing)|\bpermis de conduire|\bfuhrerschein|\bpatente di guida|\bpermiso de conducir|\brijbewijs|\bprawo jazdy/,
};

/** The kind that the zone or barcode names; far above any phrase. */
const SAME_KIND = 4;
/** A type that states a machine-readable zone, where no candidate is of the kind. */
const HAS_ZONE = 1.5;
/** A card is one or the other; the code in the zone is what tells. */
const RELATED_KIND = 1.5;
const SAME_COUNTRY = 1.5;
/** A type of one country does not describe the document of another. */
const OTHER_COUNTRY = -4;
/** A zone or licence barcode on the page, and a type that has neither. */
const OTHER_KIND = -2;

/** What machine-readable zones and barcodes say for and against each candidate. */
export function machineEvidence(
  { mrz, barcodes }: MachineReadings,
  candidates: readonly EngineDocumentType[],
): Map<EngineDocumentType, ClassificationEvidence[]> {
  const evidence = new Map<EngineDocumentType, ClassificationEvidence[]>(candidates.map((type) => [type, []]));
  const zone = [...mrz].sort((a, b) => b.confidence - a.confidence)[0];
  if (zone) {
    const kind = kindOfZone(zone);
    const country = countryCode(zone.fields.issuing_country?.value ?? '');
    for (const type of candidates) {
      const base = { kind: 'mrz' as const, detail: `${zone.format} zone of a ${kind}`, page: zone.page };
      const items = weigh(type, kind, country).map((weight) => ({ ...base, weight: weight * zone.confidence }));
      evidence.get(type)!.push(...items);
    }
  }
  const licence = barcodes.find(({ aamva }) => aamva !== undefined);
  if (licence?.aamva) {
    const kind = licence.aamva.kind === 'ID' ? 'identity card' : 'driving licence';
    const country = countryCode(licence.aamva.mapped.issuing_country?.value ?? 'USA');
    for (const type of candidates) {
      const base = { kind: 'barcode' as const, detail: `AAMVA barcode of a ${kind}`, page: licence.page };
      evidence.get(type)!.push(...weigh(type, kind, country).map((weight) => ({ ...base, weight })));
    }
  }
  return evidence;
}

/** ICAO Doc 9303: `P` passports, `V` visas, `A`, `C`, `I` cards; residence permits carry `R`, the US one `C1` or `C2`. */
function kindOfZone({ format, fields }: MrzReading): MachineKind {
  const code = fields.document_code?.value ?? '';
  if (format === 'FRA_DL' || format === 'NLD_DL') return 'driving licence';
  if (format === 'FRA_ID') return 'identity card';
  if (format === 'MRV-A' || format === 'MRV-B') return 'visa';
  if (format === 'TD3') return 'passport';
  return /^[AIC]R|^C[12]|^RP|^PR|^I[RT]$/.test(code) ? 'residence permit' : 'identity card';
}

function weigh(type: EngineDocumentType, kind: MachineKind, country: string | null): number[] {
  const kinds = kindsByName(type);
  const hinted = kinds.length > 0 || NEVER_BY_HINTS.has(type.category) ? [] : kindsByHints(type);
  const statesZone = 'mrz' in type.output_schema;
  const weights: number[] = [];
  if (kinds.includes(kind)) weights.push(SAME_KIND);
  else if (areRelated(kinds, kind) || hinted.includes(kind)) weights.push(RELATED_KIND);
  else if (statesZone && kinds.length === 0 && hinted.length === 0 && !isOtherCard(type)) weights.push(HAS_ZONE);
  else return [OTHER_KIND];
  const ownCountry = countryOf(type);
  if (ownCountry && country && ownCountry !== 'ANY')
    weights.push(ownCountry === country ? SAME_COUNTRY : OTHER_COUNTRY);
  return weights;
}

const areRelated = (kinds: readonly MachineKind[], kind: MachineKind): boolean =>
  (kind === 'identity card' && kinds.includes('residence permit')) ||
  (kind === 'residence permit' && kinds.includes('identity card'));

const NEVER_BY_HINTS = new Set(['financial', 'business', 'scene']);
/** Cards that are no identity cards, whatever they are called. */
const OTHER_CARDS =
  /\b(student|voter|employee|staff|company|health|insurance|tax|social|member|payment|library|school)\b/;

const isOtherCard = ({ display_name, context_id }: EngineDocumentType): boolean =>
  OTHER_CARDS.test(foldText(`${display_name} ${context_id.replaceAll('_', ' ')}`));

function kindsByName(type: EngineDocumentType): MachineKind[] {
  return isOtherCard(type) ? [] : kindsNamed(`${type.display_name} ${type.context_id.replaceAll('_', ' ')}`);
}

/** Hints mention other documents too, so they say less than the name. */
const kindsByHints = (type: EngineDocumentType): MachineKind[] =>
  isOtherCard(type) ? [] : [...new Set(type.classify_hints.flatMap(kindsNamed))];

const kindsNamed = (text: string): MachineKind[] =>
  (Object.keys(KIND_WORDS) as MachineKind[]).filter((kind) => KIND_WORDS[kind].test(foldText(text)));

/** The country that a type's name confines it to; `ANY` for more than one (`US and Canadian`). */
function countryOf(type: EngineDocumentType): string | null {
  const name = foldText(type.display_name);
  const parts = name
    .split(/ and | or | /)
    .map((part) => (part === 'us' ? 'USA' : part.length > 3 ? countryMentioned(part) : null));
  const codes = new Set(parts.filter((code) => code !== null));
  if (codes.size > 1) return 'ANY';
  return [...codes][0] ?? null;
}
