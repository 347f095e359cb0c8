import { useRef, type ReactElement } from 'react';
import { Button, Label, Text, TextArea, TextField } from 'react-aria-components';
import { words } from '../words/words.js';
import { writtenAt, type Refusal, type Written as Place } from './places.js';

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

/** A configuration as JSON, with what is wrong with it said while it is written, and where what was refused stands. */
export function JsonField({
  label,
  text,
  onText,
  isReadOnly,
  refusal,
}: {
  label: string;
  text: string;
  onText: (text: string) => void;
  isReadOnly: boolean;
  /** What the service refused of it when it was saved last. */
  refusal?: Refusal | undefined;
}): ReactElement {
  const area = useRef<HTMLTextAreaElement>(null);
  const { error } = readJson(text);
  const refused = error === undefined && refusal ? writtenAt(text, refusal.place) : undefined;
  const isInvalid = error !== undefined || refused !== undefined;
  return (
    <>
      <TextField value={text} onChange={onText} {...{ isInvalid, isReadOnly }}>
        <Label>{label}</Label>
        <TextArea
          ref={area}
          rows={Math.min(30, Math.max(12, text.split('\n').length + 1))}
          spellCheck={false}
          className="json"
        />
        {error !== undefined && <Text slot="description">{words.editor.noJson(error)}</Text>}
        {refused && refusal && <Text slot="description">{words.editor.refusedAt(refused.line, refusal.message)}</Text>}
      </TextField>
      {refused && (
        <Button className="button small" onPress={() => area.current && show(area.current, refused)}>
          {words.editor.showRefused}
        </Button>
      )}
    </>
  );
}

/** Goes to a place of the text: it is chosen, so that typing replaces it. */
function show(area: HTMLTextAreaElement, { line, from, to }: Place): void {
  area.focus();
  area.setSelectionRange(from, to);
  const lines = area.value.split('\n').length;
  area.scrollTop = (area.scrollHeight * (line - 1)) / lines - area.clientHeight / 2;
}
