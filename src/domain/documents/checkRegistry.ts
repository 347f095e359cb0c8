import type { CheckStatus, CheckWeight, DocumentCheck } from './documentCheck.js';
import type { StepName } from './pipeline.js';

interface KnownCheck {
  /** How much it says where nothing speaks for less. */
  weight: CheckWeight;
  /** The step that makes it; `file` where every run does, `model` where a language model is asked too, `label` where it is made of what the sender said, `agent` of what the agent asks for. */
  by: StepName | 'file' | 'model' | 'label' | 'agent';
  /** What is so where it fails, in one sentence. */
  meaning: string;
}

/**
 * Every check of a document. Codes are stable: integrators branch on them, and policies name them. Each says what would be wrong, so that
 * `passed` means that it was looked for and is not so. docs/checks.md explains them to users.
 */
export const CHECKS = {
  blurred: { weight: 'weak', by: 'quality', meaning: 'The picture is too blurred to be read surely.' },
  text_too_small: {
    weight: 'weak',
    by: 'quality',
    meaning: 'The text is too small to be read surely, or there is none.',
  },
  too_dark: { weight: 'weak', by: 'quality', meaning: 'The picture is too dark.' },
  low_contrast: { weight: 'weak', by: 'quality', meaning: 'The text hardly stands out from its ground.' },
  glare: { weight: 'weak', by: 'quality', meaning: 'A reflection covers part of the document.' },
  cut_off: { weight: 'weak', by: 'quality', meaning: 'Text touches the border of the picture.' },

  mrz_missing: {
    weight: 'weak',
    by: 'mrz',
    meaning: 'No machine-readable zone was found; strong for a passport, which always has one.',
  },
  mrz_partly_unreadable: {
    weight: 'weak',
    by: 'mrz',
    meaning: 'Names or countries of the machine-readable zone were read too badly to be told.',
  },
  mrz_check_digit_fails: {
    weight: 'strong',
    by: 'mrz',
    meaning: 'A check digit of the machine-readable zone does not hold.',
  },
  mrz_dates_impossible: {
    weight: 'strong',
    by: 'mrz',
    meaning: 'The machine-readable zone has a date that there is not, or dates that cannot belong together.',
  },
  barcode_missing: { weight: 'weak', by: 'barcode', meaning: 'No barcode was found.' },

  portrait_missing: { weight: 'weak', by: 'face', meaning: 'No portrait was found.' },
  portrait_poor: {
    weight: 'weak',
    by: 'face',
    meaning: 'The portrait is too small, blurred or flat to be compared surely.',
  },

  mrz_differs_from_print: {
    weight: 'strong',
    by: 'authenticity',
    meaning: 'The machine-readable zone and the print state a field differently.',
  },
  mrz_not_found_in_print: {
    weight: 'weak',
    by: 'authenticity',
    meaning: 'Nothing that the machine-readable zone says of the holder and the document was found in print.',
  },
  barcode_differs_from_print: {
    weight: 'strong',
    by: 'authenticity',
    meaning: 'The barcode and the print state a field differently.',
  },
  barcode_not_found_in_print: {
    weight: 'weak',
    by: 'authenticity',
    meaning: 'Nothing that the barcode says of the holder and the document was found in print.',
  },
  editing_software: {
    weight: 'moderate',
    by: 'authenticity',
    meaning: 'The file went through a program made to change pictures or PDFs.',
  },
  pdf_changed_after_creation: {
    weight: 'moderate',
    by: 'authenticity',
    meaning: 'The PDF was added to after it was first written.',
  },
  modified_after_created: {
    weight: 'weak',
    by: 'authenticity',
    meaning: 'The file says that it was changed after it was made.',
  },
  looks_like_screenshot: {
    weight: 'weak',
    by: 'authenticity',
    meaning: 'The picture has the size of a screen and no trace of a camera.',
  },

  pdf_text_changed: {
    weight: 'strong',
    by: 'file',
    meaning: 'An update of the PDF changed the text of a page that was there before.',
  },
  pdf_text_covered: {
    weight: 'strong',
    by: 'file',
    meaning: 'Text of the PDF lies under something opaque, with other text drawn over it.',
  },
  font_differs_in_value: {
    weight: 'moderate',
    by: 'file',
    meaning: 'A value is set in another font, size or base line than those beside it.',
  },
  records_contradictory: {
    weight: 'weak',
    by: 'file',
    meaning: 'What the file says of itself contradicts itself.',
  },
  ground_differs_at_value: {
    weight: 'strong',
    by: 'file',
    meaning: 'The ground under a value is not as it is around it, up to straight edges.',
  },
  paper_differs_at_value: {
    weight: 'strong',
    by: 'file',
    meaning: 'The ground under a value is lighter than all around it, as under no other line of its page.',
  },
  print_differs_at_value: {
    weight: 'strong',
    by: 'file',
    meaning: 'A date is printed unlike all other dates of its page, which are alike.',
  },
  part_saved_differently: {
    weight: 'strong',
    by: 'file',
    meaning: 'A part of the picture was saved before with less detail than the rest.',
  },
  part_resized: {
    weight: 'moderate',
    by: 'file',
    meaning: 'A part of the picture was resized before it was put in, and the rest was not, or not alike.',
  },

  value_missing: { weight: 'moderate', by: 'validate', meaning: 'A field that the type requires was not found.' },
  pattern_broken: { weight: 'moderate', by: 'validate', meaning: 'A value does not match the pattern of its rule.' },
  format_broken: { weight: 'moderate', by: 'validate', meaning: 'A value does not have the format of its rule.' },
  expired: { weight: 'moderate', by: 'validate', meaning: 'The document has expired.' },
  dates_impossible: {
    weight: 'moderate',
    by: 'validate',
    meaning: 'A date lies in the future or too far back, or dates cannot belong together.',
  },

  model_differs: {
    weight: 'strong',
    by: 'model',
    meaning: 'The language model reads another value on the page than the engine does.',
  },
  model_alone: {
    weight: 'weak',
    by: 'model',
    meaning: 'A value was found by the language model alone; it stands on the page.',
  },
  seen_by_model: {
    weight: 'weak',
    by: 'model',
    meaning: 'What a picture shows was said by the language model alone; no print proves it.',
  },
  model_not_on_page: {
    weight: 'info',
    by: 'model',
    meaning: 'The language model named a value that does not stand on the page; it was not taken.',
  },
  model_type_differs: {
    weight: 'strong',
    by: 'model',
    meaning: 'The language model takes the document for another type than the engine does.',
  },

  type_mismatch: {
    weight: 'moderate',
    by: 'label',
    meaning: 'The document looks like another type than the one that was asked for.',
  },
  not_required: { weight: 'info', by: 'agent', meaning: 'The agent has no use for a document of this type.' },
} as const satisfies { [code: string]: KnownCheck };

/** A code of `CHECKS`. */
export type CheckCode = keyof typeof CHECKS;

/** Whether a text is the code of a check that is known here. */
export const isCheckCode = (code: string): code is CheckCode => Object.hasOwn(CHECKS, code);

/** A check of a code; its weight is that of the code, and its evidence nothing, unless they are given. */
export const checkOf = (
  code: CheckCode,
  status: CheckStatus,
  detail: string,
  given: Partial<Omit<DocumentCheck, 'code' | 'status' | 'detail'>> = {},
): DocumentCheck => ({
  ...{ code, status, weight: CHECKS[code].weight, detail, field: null, page: null, box: null, values: [] },
  ...given,
});

/** The check that a broken rule fails, by the name of the rule in a violation. Its reason in a case is `validation_failed`. */
export const checkOfRule = (rule: string): CheckCode => RULES[rule] ?? 'dates_impossible';

const RULES: { readonly [rule: string]: CheckCode | undefined } = {
  required: 'value_missing',
  regex: 'pattern_broken',
  format: 'format_broken',
  expired: 'expired',
};
