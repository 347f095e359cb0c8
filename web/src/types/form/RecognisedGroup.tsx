import { useState, type ReactElement } from 'react';
import { ChoiceInput } from '../../editor/form/ChoiceInput.js';
import { DraftGroup } from '../../editor/form/DraftGroup.js';
import { useFormDraft } from '../../editor/form/formDraft.js';
import { LinesInput, NamesInput, TextInput } from '../../editor/form/WrittenInput.js';
import { valueAt } from '../../editor/places.js';
import { LabelledSelect } from '../../forms/LabelledSelect.js';
import { words } from '../../words/words.js';
import { issuerOf, withIssuer, withIssuerField, type IssuerBy } from './typeConfig.js';
import { fieldRows } from './typeFields.js';

/** By what its documents are told from others, and what they are. */
export function RecognisedGroup(): ReactElement {
  return (
    <DraftGroup legend={words.types.recognised} places={[['classify_hints'], ['describes']]}>
      <TextInput label={words.types.kind} place={['describes', 'kind']} />
      <NamesInput label={words.types.countries} place={['describes', 'countries']} />
      <ChoiceInput
        label={words.types.looks}
        place={['describes', 'format']}
        choices={words.types.looksLike}
        unsaid={words.types.unsaid}
      />
      <IssuerInputs />
      <LinesInput label={words.types.hints} place={['classify_hints']} />
    </DraftGroup>
  );
}

/** Which fields say who issued a document. */
function IssuerInputs(): ReactElement {
  const { config, onConfig, isReadOnly } = useFormDraft();
  // On the way to naming fields, and to naming others, none is named, which says that there is none.
  const [names, setNames] = useState(false);
  const by = issuerOf(config);
  const shown: IssuerBy = by === 'none' && names ? 'fields' : by;
  const fields = fieldRows(config).map(({ name }) => name);
  return (
    <>
      <LabelledSelect<IssuerBy>
        id="type-issuer"
        isWide
        label={words.types.issuer}
        value={shown}
        choices={Object.entries(words.types.issuerBy) as [IssuerBy, string][]}
        onChoose={(chosen) => {
          setNames(chosen === 'fields');
          onConfig(withIssuer(config, chosen === 'unsaid' ? undefined : {}));
        }}
        isDisabled={isReadOnly}
      />
      {shown === 'fields' &&
        (['name', 'address'] as const).map((part) => (
          <IssuerField key={part} {...{ part, fields }} onChosen={() => setNames(true)} />
        ))}
    </>
  );
}

function IssuerField({
  part,
  fields,
  onChosen,
}: {
  part: 'name' | 'address';
  fields: readonly string[];
  onChosen: () => void;
}): ReactElement {
  const { config, onConfig, isReadOnly } = useFormDraft();
  const field = valueAt(config, ['describes', 'issuer', part]);
  const shown = typeof field === 'string' ? field : '';
  return (
    <LabelledSelect<string>
      id={`type-issuer-${part}`}
      label={words.types.issuerFields[part]}
      value={shown}
      choices={[
        ['', words.types.noField],
        ...[...new Set([...fields, shown])].filter(Boolean).map((name) => [name, name] as const),
      ]}
      onChoose={(chosen) => {
        onChosen();
        onConfig(withIssuerField(config, part, chosen));
      }}
      isDisabled={isReadOnly}
    />
  );
}
