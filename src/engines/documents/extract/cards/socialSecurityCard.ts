import type { Candidate } from '../candidate.js';
import { overlap, type Layout } from '../layout.js';
import { unlabelled } from './unlabelled.js';

/** What a social security card prints under the number and over the name. */
const UNDER_NUMBER = /number has been established for/i;
/** What stands there is the number, whether such a one was ever issued or not. */
const NUMBER = /^\s*(\d{3})\s?[-–]\s?(\d{2})\s?[-–]\s?(\d{4})\s*$/;
const SCORE = 0.95;

/** The number of a social security card: it stands over its label. */
export const numbersOverLabel = ({ rows }: Layout): Candidate[] =>
  rows.flatMap(({ segments, index }) =>
    segments
      .filter(({ text }) => UNDER_NUMBER.test(text))
      .flatMap((label) => {
        const over = (rows[index - 1]?.segments ?? []).filter((other) => overlap(other, label) > 0);
        return over.flatMap((segment) => {
          const parts = NUMBER.exec(segment.text)?.slice(1);
          return parts ? [unlabelled(parts.join('-'), [{ segment, start: 0, end: segment.text.length }], SCORE)] : [];
        });
      }),
  );
