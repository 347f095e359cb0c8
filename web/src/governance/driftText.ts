import type { Schemas } from '../api/schemas.js';
import { percent, readable, words } from '../words/words.js';

/** What an alarm says: of what, which measure, how it is and how it must be. */
export const alarmText = ({ field, measure, is, limit }: Schemas['DriftAlarmView']): string => {
  const shown = (figure: number): string => (measure === 'moved' ? figure.toFixed(2) : percent(figure));
  return words.governance.alarm(
    field === null ? words.governance.allDocuments : readable(field),
    words.governance.measures[measure],
    shown(is),
    shown(limit),
  );
};

/** A share before, and now. */
export const thenAndNow = ({ now, before }: Schemas['ThenAndNowView']): string =>
  now === null && before === null ? '–' : [before, now].map((one) => (one === null ? '–' : percent(one))).join(' → ');
