import type { EngineDocumentType } from '../documentEngine.js';
import type { MachineReadings } from '../extract/extraction.js';
import { countryCode } from '../extract/values/country.js';
import type { MrzReading } from '../mrz/mrzReading.js';
import type { ClassificationEvidence } from './classification.js';

/** Kinds of document that a machine-readable zone or barcode names outright, as `describes.kind` calls them. */
type MachineKind = 'passport' | 'visa' | 'identity_card' | 'residence_permit' | 'driving_licence';

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
      const base = {
        kind: 'mrz' as const,
        detail: `${zone.format} zone of a ${kind.replaceAll('_', ' ')}`,
        page: zone.page,
      };
      const items = weigh(type, kind, country).map((weight) => ({ ...base, weight: weight * zone.confidence }));
      evidence.get(type)!.push(...items);
    }
  }
  const licence = barcodes.find(({ aamva }) => aamva !== undefined);
  if (licence?.aamva) {
    const kind = licence.aamva.kind === 'ID' ? 'identity_card' : 'driving_licence';
    const country = countryCode(licence.aamva.mapped.issuing_country?.value ?? 'USA');
    for (const type of candidates) {
      const base = {
        kind: 'barcode' as const,
        detail: `AAMVA barcode of a ${kind.replaceAll('_', ' ')}`,
        page: licence.page,
      };
      evidence.get(type)!.push(...weigh(type, kind, country).map((weight) => ({ ...base, weight })));
    }
  }
  return evidence;
}

/** ICAO Doc 9303: `P` passports, `V` visas, `A`, `C`, `I` cards; residence permits carry `R`, the US one `C1` or `C2`. */
function kindOfZone({ format, fields }: MrzReading): MachineKind {
  const code = fields.document_code?.value ?? '';
  if (format === 'FRA_DL' || format === 'NLD_DL') return 'driving_licence';
  if (format === 'FRA_ID') return 'identity_card';
  if (format === 'MRV-A' || format === 'MRV-B') return 'visa';
  if (format === 'TD3') return 'passport';
  return /^[AIC]R|^C[12]|^RP|^PR|^I[RT]$/.test(code) ? 'residence_permit' : 'identity_card';
}

/** A type that says nothing of itself is neither of the kind nor of another; that it asks for a zone says a little. */
function weigh({ describes, output_schema }: EngineDocumentType, kind: MachineKind, country: string | null): number[] {
  const weights: number[] = [];
  if (describes?.kind === kind) weights.push(SAME_KIND);
  else if (describes?.kind !== undefined && areRelated(describes.kind, kind)) weights.push(RELATED_KIND);
  else if (describes?.kind !== undefined) return [OTHER_KIND];
  else if ('mrz' in output_schema) weights.push(HAS_ZONE);
  const countries = describes?.countries ?? [];
  if (country && countries.length > 0) weights.push(countries.includes(country) ? SAME_COUNTRY : OTHER_COUNTRY);
  return weights;
}

const areRelated = (described: string, kind: MachineKind): boolean =>
  (kind === 'identity_card' && described === 'residence_permit') ||
  (kind === 'residence_permit' && described === 'identity_card');
