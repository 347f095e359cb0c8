import type { CaseLanguage } from '../../cases/caseContract.js';
import { de } from './de.js';
import { en, type Words } from './en.js';
import { es } from './es.js';
import { fr } from './fr.js';
import { it } from './it.js';
import { pt } from './pt.js';

export type { Words };

/** What the page of a link says, in each language of cases: with scripts in the browser, and without any from here. */
export const WORDS: { readonly [language in CaseLanguage]: Words } = { en, de, fr, es, pt, it };
