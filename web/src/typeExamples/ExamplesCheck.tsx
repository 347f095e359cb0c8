import type { ReactElement } from 'react';
import { Button } from 'react-aria-components';
import { said } from '../words/said.js';
import { words } from '../words/words.js';
import { Outcomes } from './Outcomes.js';
import { useExamples } from './useExamples.js';
import { useExamplesChecked, type HeldTo } from './useExamplesChecked.js';

/** Which examples a draft would break, said before it is saved; after it was saved, which it broke. Nothing where there are no examples. */
export function ExamplesCheck({ heldTo, isDisabled }: { heldTo: HeldTo; isDisabled: boolean }): ReactElement | null {
  const examples = useExamples(heldTo.type.context_id);
  const { data, error, isFetching, refetch } = useExamplesChecked(heldTo);
  if (!examples.data || examples.data.length === 0) return null;
  return (
    <section className="editor">
      <div>
        <h2>{words.typeExamples.check}</h2>
        <p className="quiet">
          {heldTo.draft === undefined ? words.typeExamples.checkAsIs : words.typeExamples.checkHint}
        </p>
      </div>
      <Button className="button" onPress={() => void refetch()} isPending={isFetching} isDisabled={isDisabled}>
        {words.typeExamples.checkIt}
      </Button>
      {isFetching && <p role="status">{words.typeExamples.checking}</p>}
      {error && !isFetching && <p role="alert">{said(error)}</p>}
      {data && !isFetching && <Outcomes checked={data} />}
    </section>
  );
}
