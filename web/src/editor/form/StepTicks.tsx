import type { ReactElement } from 'react';
import { readable, words } from '../../words/words.js';
import { Tick } from './ChoiceInput.js';
import { withStepIn } from './steps.js';

/** Which steps are taken, each to be ticked; one that there is not, and stands there, can be taken away. */
export function StepTicks({
  label,
  steps,
  onSteps,
}: {
  label: string;
  steps: readonly string[];
  onSteps: (steps: string[]) => void;
}): ReactElement {
  const known: Readonly<Record<string, string>> = words.agentForm.stepNames;
  return (
    <div role="group" aria-label={label} className="checks">
      {[...new Set([...Object.keys(known), ...steps])].map((step) => (
        <Tick
          key={step}
          label={known[step] ?? readable(step)}
          isTicked={steps.includes(step)}
          onTick={(isTaken) => onSteps(withStepIn(steps, step, isTaken))}
        />
      ))}
    </div>
  );
}
