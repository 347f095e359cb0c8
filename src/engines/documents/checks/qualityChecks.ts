import { type CheckCode, checkOf, type CheckStatus, type DocumentCheck } from '../../../domain/documents/index.js';
import type { DocumentQuality, QualityCheckName, QualityVerdict } from '../quality/quality.js';

const CODES: { readonly [name in QualityCheckName]: CheckCode } = {
  blur: 'blurred',
  resolution: 'text_too_small',
  light: 'too_dark',
  contrast: 'low_contrast',
  glare: 'glare',
  edges: 'cut_off',
};

const STATUS: { readonly [verdict in QualityVerdict]: CheckStatus } = {
  good: 'passed',
  fair: 'warned',
  poor: 'failed',
};

/** What was looked at on the pages, each by the page that is worst at it. Pages of digital text have no quality. */
export function qualityChecks({ pages }: DocumentQuality): DocumentCheck[] {
  return Object.entries(CODES).flatMap(([name, code]) => {
    const measured = pages.flatMap(({ page, checks }) => {
      const check = checks[name as QualityCheckName];
      return check ? [{ page, ...check }] : [];
    });
    const [worst] = measured.sort((one, other) => one.score - other.score);
    if (!worst) return [];
    const { page, verdict, measured: size, unit, advice } = worst;
    const detail = advice ?? `Nothing to improve: ${size} ${unit}.`;
    return [checkOf(code, STATUS[verdict], detail, { page })];
  });
}
