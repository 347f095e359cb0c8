import type { KeyboardEvent } from 'react';

/** Has Enter send the form of a text area; with Shift it begins a new line. */
export function sendsOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || event.shiftKey) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
