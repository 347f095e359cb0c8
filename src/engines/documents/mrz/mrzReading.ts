import type { Box } from '../reading/page.js';

/**
 * The machine-readable zones that are understood. TD1, TD2, TD3, MRV-A and MRV-B are those of ICAO Doc 9303 parts 4 to 7.
 * `FRA_ID` is the French identity card issued from 1994 to 2021 (2 lines of 36, own layout), `FRA_DL` and `NLD_DL` the one line of
 * 30 characters of the French and the Dutch driving licence (ISO/IEC 18013 cards, `D1FRA`, `D1NLD`).
 */
export type MrzFormat = 'TD1' | 'TD2' | 'TD3' | 'MRV-A' | 'MRV-B' | 'FRA_ID' | 'FRA_DL' | 'NLD_DL';

/** What a zone can say. Which of these a format has is its layout's business (see `mrzLayout.ts`). */
export type MrzFieldName =
  | 'document_code'
  | 'issuing_country'
  | 'document_number'
  | 'surname'
  | 'given_names'
  | 'nationality'
  | 'birth_date'
  | 'sex'
  | 'expiry_date'
  | 'issue_date'
  | 'personal_number'
  | 'optional_data'
  | 'optional_data_2'
  | 'department'
  | 'office';

/** One field of a zone. */
export interface MrzField {
  /**
   * Normalised: dates ISO 8601 (`1974-08-12`; a day or month given as `<<` leaves `1974-08` or `1974`), sex `M`, `F` or
   * `X`, names with spaces for fillers, countries ISO 3166 alpha-3 or the code ICAO adds to it (`UTO`, `XXA`; German `D` is
   * `DEU`), everything else without the fillers at its end.
   */
  value: string;
  /** The characters of the field in the zone, fillers included. */
  raw: string;
  /** Where on the page. */
  box: Box;
  /** 0 to 1. A field whose own check digit holds is surer than one that has none. */
  confidence: number;
  /** A date that the calendar does not have though its check digit holds, such as 29 February 2023; `value` is as printed. */
  impossible?: true;
}

/** One check digit. `composite` is the one over the whole zone. */
export interface MrzCheck {
  name: 'document_number' | 'birth_date' | 'expiry_date' | 'optional_data' | 'composite';
  ok: boolean;
}

/** A machine-readable zone that was found on a page. */
export interface MrzReading {
  format: MrzFormat;
  /** The page it stands on, from 1. */
  page: number;
  /** The whole zone. */
  box: Box;
  /** The lines as understood: full length, fillers included, repairs applied. */
  lines: string[];
  fields: { [name in MrzFieldName]?: MrzField };
  /** The check digits of the format, in the order of the zone. */
  checks: MrzCheck[];
  /** Every check digit holds. */
  valid: boolean;
  /** A character was changed to one that looks alike so that a check digit holds. */
  repaired: boolean;
  /** Names and countries that the zone has, or may have, but that were read too badly to be told: `fields` does not have them. */
  withheld: MrzFieldName[];
  /** Names do not end with filler: the holder's full name may be longer than the zone shows (ICAO 9303-3, 4.6). */
  names_truncated: boolean;
  /** 0 to 1. */
  confidence: number;
}
