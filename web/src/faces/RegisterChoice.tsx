import type { ReactElement } from 'react';
import { LabelledSelect } from '../forms/LabelledSelect.js';
import { readable, words } from '../words/words.js';

/** The register that every tenant has of its own. */
export const OWN_REGISTER = 'custom';

/** Which register of faces. */
export function RegisterChoice({
  id,
  registers,
  value,
  onChoose,
}: {
  id: string;
  registers: readonly string[];
  value: string;
  onChoose: (register: string) => void;
}): ReactElement {
  return (
    <LabelledSelect
      {...{ id, onChoose }}
      label={words.faces.register}
      value={value}
      choices={registers.map((one) => [one, readable(one)])}
    />
  );
}
