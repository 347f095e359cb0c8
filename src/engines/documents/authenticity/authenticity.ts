/** What can be noticed about a document. Codes are stable. */
export type AuthenticitySignalCode =
  | 'mrz_check_digit_fails'
  | 'mrz_differs_from_print'
  | 'mrz_not_found_in_print'
  | 'barcode_differs_from_print'
  | 'barcode_not_found_in_print'
  | 'mrz_dates_impossible'
  | 'editing_software'
  | 'pdf_changed_after_creation'
  | 'modified_after_created'
  | 'looks_like_screenshot';

/** How much a signal says: genuine documents hardly ever, now and then, or often show it. */
export type SignalWeight = 'strong' | 'moderate' | 'weak';

/** Something noticed, for a person to judge. It never says that a document is forged. */
export interface AuthenticitySignal {
  code: AuthenticitySignalCode;
  weight: SignalWeight;
  /** What was noticed and what else may explain it, in one sentence or two. */
  message: string;
  /** What it was noticed by: field names, check digits, names of software, dates of the file. Never a value of the holder. */
  evidence: { [name: string]: string | number | boolean | string[] };
}

/** What an examination noticed, and what it could examine at all: silence about the rest says nothing. */
export interface Authenticity {
  signals: AuthenticitySignal[];
  examined: (
    'mrz_check_digits' | 'mrz_against_print' | 'barcode_against_print' | 'file_metadata' | 'pdf_updates' | 'picture'
  )[];
}
