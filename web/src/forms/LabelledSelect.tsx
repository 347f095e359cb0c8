import type { ReactElement } from 'react';

/** One of several values, by its label. The browser's own list: it is the best there is by keyboard, on a phone, and for a screen reader. */
export function LabelledSelect<Value extends string>({
  id,
  label,
  value,
  choices,
  onChoose,
  isDisabled,
  isWide,
}: {
  id: string;
  label: string;
  value: Value;
  /** What there is to choose from: the value, and what is said of it. */
  choices: readonly (readonly [value: Value, text: string])[];
  onChoose: (value: Value) => void;
  isDisabled?: boolean;
  /** Whether what there is to choose from is sentences, which need the room. */
  isWide?: true;
}): ReactElement {
  return (
    <div className={isWide ? 'labelled wide' : 'labelled'}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        disabled={isDisabled}
        onChange={(event) => onChoose(event.currentTarget.value as Value)}
      >
        {choices.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
