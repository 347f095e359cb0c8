import type { ReactElement } from 'react';
import { Label, Text, TextArea, TextField } from 'react-aria-components';
import { words } from '../words/words.js';

/** What is written as JSON: the value, or what is wrong with it. */
export type Written = { value: { [member: string]: unknown }; error?: never } | { value?: never; error: string };

/** Reads JSON that somebody writes. */
export function readJson(text: string): Written {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? { value: { ...value } }
      : { error: words.editor.noObject };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

/** A configuration as JSON, with what is wrong with it said while it is written. */
export function JsonField({
  label,
  text,
  onText,
  isReadOnly,
}: {
  label: string;
  text: string;
  onText: (text: string) => void;
  isReadOnly: boolean;
}): ReactElement {
  const { error } = readJson(text);
  return (
    <TextField value={text} onChange={onText} isInvalid={error !== undefined} isReadOnly={isReadOnly}>
      <Label>{label}</Label>
      <TextArea rows={Math.min(30, Math.max(12, text.split('\n').length + 1))} spellCheck={false} className="json" />
      {error !== undefined && <Text slot="description">{words.editor.noJson(error)}</Text>}
    </TextField>
  );
}
