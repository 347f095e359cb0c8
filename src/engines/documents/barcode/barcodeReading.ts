import type { Box } from '../reading/page.js';

/** One value of a driving licence's barcode. */
export interface AamvaValue {
  /** Normalised: dates ISO 8601, sex `M`, `F` or `X`, heights with their unit, codes upper case. */
  value: string;
  /** As in the barcode. */
  raw: string;
}

/** The fields a driving licence schema uses; which of them a barcode has is the issuer's choice. */
export type AamvaFieldName =
  | 'document_number'
  | 'surname'
  | 'given_names'
  | 'full_name'
  | 'name_suffix'
  | 'birth_date'
  | 'expiry_date'
  | 'issue_date'
  | 'address'
  | 'street'
  | 'city'
  | 'postal_code'
  | 'issuing_region'
  | 'issuing_country'
  | 'sex'
  | 'height'
  | 'weight'
  | 'eye_color'
  | 'hair_color'
  | 'vehicle_categories'
  | 'restrictions'
  | 'endorsements'
  | 'document_discriminator'
  | 'organ_donor'
  | 'veteran'
  | 'card_revision_date';

/** The payload of a North American driving licence or identity card (AAMVA DL/ID Card Design Standard, 2020). */
export interface AamvaPayload {
  /** Issuer identification number, six digits. */
  issuer: string;
  /** Version of the standard that the card follows, `00` to `99`. */
  version: string;
  /** `DL`, `ID` or `EN` (enhanced licence): the first subfile. */
  kind: string;
  /** Each element as in the barcode, by its three letters, such as `DAQ`. */
  fields: { [element: string]: string };
  mapped: { [field in AamvaFieldName]?: AamvaValue };
}

/** A barcode that was found on a page. */
export interface BarcodeReading {
  format: 'PDF417' | 'QRCode';
  /** The page it stands on, from 1. */
  page: number;
  box: Box;
  /** The content as text. */
  text: string;
  /** When the text is a driving licence's. */
  aamva?: AamvaPayload;
}
