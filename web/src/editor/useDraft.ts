import { useState } from 'react';
import { type Saved, standing } from './drafts.js';
import { readJson } from './JsonField.js';

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
  /** Goes on from what was saved here. */
  take: (saved: Saved<Fields>) => void;
  /** Lets go of what is written, for what is saved now. */
  takeSaved: () => void;
  /** Whether somebody else saved it since this was begun, and something was written here. */
  isOvertaken: boolean;
}

/** Edits what is saved. What somebody else saves meanwhile is shown at once where nothing was written yet; else what was written stays. */
export function useDraft<Fields extends object>(saved: Saved<Fields>): EditedDraft<Fields> {
  const [began, setBegan] = useState(saved);
  const [fields, setFields] = useState(saved.fields);
  const [text, setText] = useState(() => written(saved.config));
  const { value: config } = readJson(text);
  const setConfig = (next: object): void => setText(written(next));
  const take = (now: Saved<Fields>): void => {
    setBegan(now);
    setFields(now.fields);
    // How it is written stays where it says the same.
    if (JSON.stringify(config) !== JSON.stringify(now.config)) setConfig(now.config);
  };
  const stands = standing({ fields, config }, began, saved);
  if (stands === 'news') take(saved);
  return {
    ...{ fields, setFields, text, setText, setConfig, config, take },
    takeSaved: () => take(saved),
    isOvertaken: stands === 'overtaken',
  };
}
