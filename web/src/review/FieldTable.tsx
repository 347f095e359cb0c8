import { useMutation } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { Button, Form, Input, TextField } from 'react-aria-components';
import { api } from '../api/client.js';
import type { Schemas } from '../api/schemas.js';
import { submitted } from '../forms/submitted.js';
import { reviewerName } from '../session/session.js';
import { percent, readable, words } from '../words/words.js';
import { said } from '../words/said.js';
import type { MarkedPlace } from './MarkPlace.js';
import { readAgain } from './useCase.js';

/** What the table shows. */
export interface FieldTableProps {
  session_id: string;
  etag: string;
  document: Schemas['CaseDocumentView'];
  /** Whether what was read can be put right. */
  isOpen: boolean;
  /** The name of the place that is lit. */
  lit: string | undefined;
  onLight: (name: string | undefined, page?: number) => void;
  /** The field whose place is being marked, and the place once it is. */
  mark: Mark | undefined;
  onMark: (mark: Mark | undefined) => void;
}

/** Where a value stands that was missed, as somebody shows it. */
export interface Mark {
  field: string;
  place?: MarkedPlace;
}

/** The values of a document, each beside how sure it is; what is wrong is put right where it stands. */
export function FieldTable(props: FieldTableProps): ReactElement {
  const { document } = props;
  const fields = Object.keys(document.extracted);
  return (
    <table className="fields">
      <caption>{words.review.fields}</caption>
      <thead>
        <tr>
          <th scope="col">{words.review.field}</th>
          <th scope="col">{words.review.value}</th>
          <th scope="col">{words.review.sure}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <FieldRow key={`${document.doc_id} ${field}`} field={field} {...props} />
        ))}
      </tbody>
    </table>
  );
}

function FieldRow(props: FieldTableProps & { field: string }): ReactElement {
  const { field, document, lit, onLight, isOpen } = props;
  const [edits, setEdits] = useState(false);
  const name = `field:${field}`;
  const confidence = document.field_confidences[field];
  const broken = document.violations.filter((one) => one.field === field);
  const light = (): void => onLight(name, document.coordinates[field]?.page);
  return (
    <tr
      className={lit === name ? 'lit' : undefined}
      onMouseEnter={light}
      onMouseLeave={() => onLight(undefined)}
      onFocus={light}
      onBlur={() => onLight(undefined)}
    >
      <th scope="row">{readable(field)}</th>
      <td>
        {edits ? (
          <Correction
            {...props}
            onDone={() => {
              setEdits(false);
              props.onMark(undefined);
            }}
          />
        ) : (
          <>
            <span className="value">{textOf(document.extracted[field])}</span>
            {isOpen && (
              <Button
                className="button small"
                aria-label={words.review.correctionOf(readable(field))}
                onPress={() => setEdits(true)}
              >
                {words.review.correct}
              </Button>
            )}
          </>
        )}
        {broken.map(({ message }) => (
          <p key={message} className="bad">
            {message}
          </p>
        ))}
      </td>
      <td>
        {document.sources[field] === 'person'
          ? words.review.byPerson
          : typeof confidence === 'number' && hasValue(document.extracted[field])
            ? percent(confidence)
            : null}
      </td>
    </tr>
  );
}

function Correction({
  session_id,
  etag,
  document,
  field,
  mark,
  onMark,
  onDone,
}: FieldTableProps & { field: string; onDone: () => void }): ReactElement {
  const place = mark?.field === field ? mark.place : undefined;
  const { mutate, error, isPending } = useMutation({
    mutationFn: async (value: string) => {
      await api.PATCH('/v1/cases/{session_id}/documents/{doc_id}', {
        params: { path: { session_id, doc_id: document.doc_id }, header: { 'If-Match': etag } },
        body: {
          ...{ values: { [field]: value === '' ? null : value }, actor: reviewerName() },
          ...(place && { places: { [field]: place } }),
        },
      });
      await readAgain(session_id);
    },
    onSuccess: onDone,
  });
  return (
    <Form className="correction" onSubmit={(event) => mutate(submitted(event)('value'))}>
      <TextField
        name="value"
        aria-label={readable(field)}
        defaultValue={textOf(document.extracted[field])}
        autoFocus
        onKeyDown={(event) => event.key === 'Escape' && onDone()}
      >
        <Input />
      </TextField>
      <Button type="submit" className="button primary" isPending={isPending}>
        {words.review.save}
      </Button>
      <Button className="button" onPress={() => onMark({ field })} aria-pressed={mark?.field === field}>
        {place ? words.review.marked : words.review.mark}
      </Button>
      <Button className="button" onPress={onDone}>
        {words.review.cancel}
      </Button>
      {error && <p role="alert">{said(error)}</p>}
    </Form>
  );
}

const hasValue = (value: Schemas['FieldValueView'] | undefined): boolean => value !== null && value !== undefined;

const textOf = (value: Schemas['FieldValueView'] | undefined): string =>
  value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
