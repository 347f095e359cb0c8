import type { Language } from '../../domain/cases/index.js';
import { de } from './de.js';
import { en } from './en.js';
import { es } from './es.js';
import { fr } from './fr.js';
import { it } from './it.js';
import { pt } from './pt.js';
import type { ReportWording } from './reportWording.js';

export { type ReportWording } from './reportWording.js';

const WORDINGS: Readonly<Record<Language, ReportWording>> = { en, de, fr, es, pt, it };

/** The words of a report in a language. */
export const reportWordingOf = (language: Language): ReportWording => WORDINGS[language];
