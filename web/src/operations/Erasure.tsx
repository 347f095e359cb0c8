import { useMutation } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { Button, Form, Input, Label, Text, TextField } from 'react-aria-components';
import { api, dataOf } from '../api/client.js';
import type { Schemas } from '../api/schemas.js';
import { FormDialog } from '../dialogs/FormDialog.js';
import { saveAs } from '../api/saveAs.js';
import { LabelledSelect } from '../forms/LabelledSelect.js';
import { submitted } from '../forms/submitted.js';
import { said } from '../words/said.js';
import { words } from '../words/words.js';

const REASONS = ['person_asked', 'retention_ended', 'opened_by_mistake', 'other'] as const;

type Reason = (typeof REASONS)[number];

/** Erases what a case holds of a person, for good, and gives the certificate of it. */
export function Erasure(): ReactElement {
  const [asked, setAsked] = useState<string>();
  const [certificate, setCertificate] = useState<Schemas['CaseErasureView']>();
  return (
    <section>
      <h2>{words.operations.erasure}</h2>
      <Form className="row" onSubmit={(event) => setAsked(submitted(event)('session_id'))}>
        <TextField name="session_id" isRequired>
          <Label>{words.operations.caseId}</Label>
          <Input />
          <Text slot="description">{words.operations.erasureHint}</Text>
        </TextField>
        <Button type="submit" className="button">
          {words.operations.erase}
        </Button>
      </Form>
      {certificate && <Certificate certificate={certificate} />}
      {asked !== undefined && (
        <EraseDialog
          session_id={asked}
          onErased={(erased) => {
            setCertificate(erased);
            setAsked(undefined);
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
    </section>
  );
}

function EraseDialog({
  session_id,
  onErased,
  onClose,
}: {
  session_id: string;
  onErased: (certificate: Schemas['CaseErasureView']) => void;
  onClose: () => void;
}): ReactElement {
  const [reason, setReason] = useState<Reason>('person_asked');
  const { mutate, error, isPending } = useMutation({
    mutationFn: async () =>
      dataOf(await api.POST('/v1/cases/{session_id}/erase', { params: { path: { session_id } }, body: { reason } })),
    onSuccess: onErased,
  });
  return (
    <FormDialog
      title={words.operations.eraseTitle(session_id)}
      submit={words.operations.erase}
      {...{ error, isPending, onClose }}
      onSubmit={(event) => {
        event.preventDefault();
        mutate();
      }}
    >
      <p>{words.operations.eraseForGood}</p>
      <LabelledSelect
        id="erase-reason"
        label={words.decide.reason}
        value={reason}
        choices={REASONS.map((one) => [one, words.operations.reasons[one]])}
        onChoose={setReason}
      />
    </FormDialog>
  );
}

/** What was erased, signed: a file to be kept. */
function Certificate({ certificate }: { certificate: Schemas['CaseErasureView'] }): ReactElement {
  const { session_id, erased } = certificate;
  const save = useMutation({
    mutationFn: () =>
      saveAs(
        `erasure_${session_id}.json`,
        Promise.resolve(new Blob([JSON.stringify(certificate, null, 2)], { type: 'application/json' })),
      ),
  });
  return (
    <>
      <p role="status">{words.operations.erased(erased.values, erased.blobs)}</p>
      <Button className="button small" onPress={() => save.mutate()}>
        {words.operations.certificate}
      </Button>
      {save.error && <p role="alert">{said(save.error)}</p>}
    </>
  );
}
