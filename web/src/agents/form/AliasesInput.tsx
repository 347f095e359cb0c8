import { useState, type ReactElement } from 'react';
import { Label, Text, TextArea, TextField } from 'react-aria-components';
import { useFormDraft, useRefusalAt } from '../../editor/form/formDraft.js';
import { linesWritten } from '../../editor/form/written.js';
import { isAlike } from '../../editor/isAlike.js';
import type { Place } from '../../editor/places.js';
import { words } from '../../words/words.js';
import { aliasesOf, namesElsewhere, withAliases } from './namesOfTypes.js';

/** Other names of a type, a line each. They are taken over once they are written whole: on the way one could be that of another type. */
export function AliasesInput({
  context_id,
  places,
  nameOf,
}: {
  context_id: string;
  /** Where what was refused of them stands. */
  places: readonly Place[];
  /** What a type is called. */
  nameOf: (context_id: string) => string;
}): ReactElement {
  const { config, onConfig, isReadOnly } = useFormDraft();
  const refused = useRefusalAt(places);
  const own = aliasesOf(config, context_id);
  const [written, setWritten] = useState<string>();
  // Which names were not taken over is said until something else is written.
  const [left, setLeft] = useState<[name: string, used: string][]>([]);
  const elsewhere = written === undefined ? left : namesElsewhere(config, context_id, linesWritten(written));
  const take = (): void => {
    if (written === undefined) return;
    const next = withAliases(config, context_id, linesWritten(written));
    if (!isAlike(next, config)) onConfig(next);
    setLeft(elsewhere);
    setWritten(undefined);
  };
  return (
    <TextField
      value={written ?? own.join('\n')}
      onChange={setWritten}
      onBlur={take}
      isInvalid={refused !== undefined || elsewhere.length > 0}
      {...{ isReadOnly, ...(refused && { 'aria-describedby': refused.id }) }}
    >
      <Label>{words.agentForm.aliases}</Label>
      <TextArea rows={2} />
      {elsewhere.length > 0 && (
        <Text slot="description">
          {elsewhere.map(([name, used]) => words.agentForm.aliasElsewhere(name, nameOf(used))).join(' ')}
        </Text>
      )}
    </TextField>
  );
}
