import type { SyntheticEvent } from 'react';

/** What a form holds as it is sent, instead of sending it: the text of each field, without blanks around it. */
export function submitted(event: SyntheticEvent<HTMLFormElement>): (field: string) => string {
  event.preventDefault();
  const given = new FormData(event.currentTarget);
  return (field) => {
    const value = given.get(field);
    return typeof value === 'string' ? value.trim() : '';
  };
}
