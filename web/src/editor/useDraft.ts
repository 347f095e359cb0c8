import { useState } from 'react';
import { Refused } from '../api/client.js';
import { type Content, type Read, revisionOf, standing } from './drafts.js';
import { isAlike } from './isAlike.js';
import { readJson } from './JsonField.js';
import type { Own } from './useOwnChanges.js';

const written = (config: object): string => JSON.stringify(config, null, 2);

/** Something while it is edited. */
export interface EditedDraft<Fields extends object> {
  fields: Fields;
  setFields: (fields: Fields) => void;
  text: string;
  setText: (text: string) => void;
  /** Writes the JSON anew. */
  setConfig: (config: object) => void;
  /** What the text says; undefined where it is no JSON. */
  config: { [member: string]: unknown } | undefined;
  /** Saves it, by the entity tag that it is to be saved over, and goes on from what was saved. What is written meanwhile stays. */
  save: (put: (etag: string) => Promise<Read<Fields>>) => Promise<void>;
  /** Lets go of what is written, for what is saved now. */
  takeSaved: () => void;
  /** How often that was done. */
  taken: number;
  /** Who saved something else since this was begun, where something was written here. */
  overtakenBy: 'another' | 'oneself' | undefined;
}

/** Edits what is saved. What somebody else saves meanwhile is shown at once where nothing was written yet; else what was written stays, and is saved over that by who was told of it. */
export function useDraft<Fields extends object>(
  saved: Read<Fields>,
  { isChanging, isOwn }: Pick<Own, 'isChanging' | 'isOwn'>,
): EditedDraft<Fields> {
  const [began, setBegan] = useState(saved);
  const [fields, setFields] = useState(saved.fields);
  const [text, setText] = useState(() => written(saved.config));
  const [taken, setTaken] = useState(0);
  const [told, setTold] = useState<string>();
  const [isRefused, setRefused] = useState(false);
  const { value: config } = readJson(text);
  /** @param sent What of the draft it was made of: what was written since stays */
  const take = (now: Read<Fields>, sent: Content<Fields>): void => {
    setBegan(now);
    setFields((then) => (isAlike(then, sent.fields) ? now.fields : then));
    setText((then) => {
      const { value } = readJson(then);
      // How it is written stays where it says the same.
      return isAlike(value, sent.config) && !isAlike(value, now.config) ? written(now.config) : then;
    });
  };
  const draft = { fields, config };
  const takeSaved = (): void => take(saved, draft);
  const stands = standing(draft, began, saved);
  if (stands === 'news') takeSaved();
  if (stands === 'overtaken' && isRefused) {
    setTold(saved.etag);
    setRefused(false);
  }
  // What was answered to who saved it here is newer than what is shown, until that is read anew.
  const isShownLate = revisionOf(saved.etag) < revisionOf(began.etag);
  const over = isShownLate || (stands === 'overtaken' && told !== saved.etag) ? began.etag : saved.etag;
  const overtakenBy = stands === 'overtaken' && !isChanging ? (isOwn(saved.etag) ? 'oneself' : 'another') : undefined;
  return {
    ...{ fields, setFields, text, setText, config, taken, overtakenBy },
    setConfig: (next) => setText(written(next)),
    takeSaved() {
      takeSaved();
      setTaken(taken + 1);
    },
    async save(put) {
      setRefused(false);
      try {
        take(await put(over), draft);
      } catch (error) {
        if (error instanceof Refused && error.status === 412) setRefused(true);
        throw error;
      }
    },
  };
}
