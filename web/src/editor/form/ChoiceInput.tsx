import { useId, type ReactElement } from 'react';
import { LabelledSelect } from '../../forms/LabelledSelect.js';
import { valueAt, withValue } from '../places.js';
import { useFormDraft } from './formDraft.js';

/** Something that is so or not. */
export function Tick({
  label,
  isTicked,
  onTick,
}: {
  label: string;
  isTicked: boolean;
  onTick: (isTicked: boolean) => void;
}): ReactElement {
  const { isReadOnly } = useFormDraft();
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={isTicked}
        disabled={isReadOnly}
        onChange={(event) => onTick(event.currentTarget.checked)}
      />
      {label}
    </label>
  );
}

/** One of the words that there are; what stands there and is none of them can be seen, and kept. */
export function ChoiceInput({
  id,
  label,
  place,
  choices,
  unsaid,
}: {
  /** What it is found by, where something is to be gone on with there. */
  id?: string;
  label: string;
  place: readonly string[];
  /** What is said of each word. */
  choices: Readonly<Record<string, string>>;
  /** What is said where nothing stands there; it cannot be taken away where that is left out. */
  unsaid?: string;
}): ReactElement {
  const { config, onConfig, isReadOnly } = useFormDraft();
  const ownId = useId();
  const value = valueAt(config, place);
  const shown = typeof value === 'string' ? value : '';
  const isKnown = shown === '' || Object.hasOwn(choices, shown);
  return (
    <LabelledSelect<string>
      id={id ?? ownId}
      label={label}
      value={shown}
      choices={[
        ...(unsaid !== undefined || shown === '' ? [['', unsaid ?? '–'] as const] : []),
        ...Object.entries(choices),
        ...(isKnown ? [] : [[shown, shown] as const]),
      ]}
      onChoose={(chosen) => onConfig(withValue(config, place, chosen === '' ? undefined : chosen))}
      isDisabled={isReadOnly}
    />
  );
}
