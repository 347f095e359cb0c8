import type { ReasonWords } from './wording.js';

/** What a name of a document type in a configuration is called for people. */
export type NameType = (type: string) => string;

/** The sentences of reasons with document types called by `name`. */
export const withNamedTypes = (say: ReasonWords, name: NameType): ReasonWords => ({
  ...say,
  documentMissing: (types) => say.documentMissing(types.map(name)),
  documentReused: (before, type) => say.documentReused(name(before), name(type)),
  optionalInvalid: (type) => say.optionalInvalid(name(type)),
  superseded: (type) => say.superseded(name(type)),
  replaced: (type) => say.replaced(name(type)),
  requested: (type) => say.requested(name(type)),
  corrected: (field, type) => say.corrected(field, name(type)),
  crossMatchMismatch: (field, types) => say.crossMatchMismatch(field, types.map(name)),
  crossMatchValueMissing: (type) => say.crossMatchValueMissing(name(type)),
  valuesDiffer: (type, field) => say.valuesDiffer(name(type), field),
  underAge: (type, years) => say.underAge(name(type), years),
  expiresSoon: (type, days) => say.expiresSoon(name(type), days),
  tooOld: (type, days) => say.tooOld(name(type), days),
  dateMissing: (rule, type) => say.dateMissing(rule, type === undefined ? undefined : name(type)),
  expectedMismatch: (field, types) => say.expectedMismatch(field, types.map(name)),
  sideMissing: (side, type) => say.sideMissing(side, name(type)),
  faceAlike: (type) => say.faceAlike(name(type)),
  faceMismatch: (type) => say.faceMismatch(name(type)),
  faceNotCompared: mapped(say.faceNotCompared, name),
  watchlist: { ...say.watchlist, portrait: (type) => say.watchlist.portrait(name(type)) },
});

const mapped = (words: ReasonWords['faceNotCompared'], name: NameType): ReasonWords['faceNotCompared'] => {
  const named = Object.entries(words).map(([why, sentence]) => [
    why,
    (type: string | null) => sentence(type === null ? null : name(type)),
  ]);
  return Object.fromEntries(named) as ReasonWords['faceNotCompared'];
};
