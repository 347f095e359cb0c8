import { useMutation } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { Button, Form, Label, TextArea, TextField } from 'react-aria-components';
import { api, dataOf } from '../api/client.js';
import { fileData } from '../forms/fileData.js';
import { FilePicker } from '../forms/FilePicker.js';
import { sendsOnEnter } from '../forms/sendsOnEnter.js';
import { said } from '../words/said.js';
import { words } from '../words/words.js';

/** Something that was said here, by whom. */
interface Said {
  role: 'user' | 'assistant';
  text: string;
}

/** The conversation with the wizard, as it was held on this page. */
export function Talk({ builder_id, onSaid }: { builder_id: string; onSaid: () => void }): ReactElement {
  const [talk, setTalk] = useState<Said[]>([]);
  const [text, setText] = useState('');
  const [files, setFiles] = useState<File[]>([]);
  const { mutate, error, isPending } = useMutation({
    mutationFn: async (message: string) => {
      const attachments = await Promise.all(files.map(fileData));
      const body = { message, ...(attachments.length > 0 && { attachments }) };
      const params = { path: { builder_id } };
      return dataOf(await api.POST('/v1/agents/builder/{builder_id}/chat', { params, body }));
    },
    onSuccess: ({ reply }, message) => {
      setTalk((before) => [...before, { role: 'user', text: message }, { role: 'assistant', text: reply }]);
      // What was typed stays until it was heard.
      setText('');
      setFiles([]);
      onSaid();
    },
  });
  return (
    <section>
      <h2>{words.builder.talk}</h2>
      <ol className="conversation" aria-live="polite">
        {talk.map(({ role, text: line }, index) => (
          <li key={index} className={role}>
            {line}
          </li>
        ))}
      </ol>
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() !== '') mutate(text.trim());
        }}
      >
        <TextField value={text} onChange={setText} maxLength={4000}>
          <Label>{words.builder.say}</Label>
          <TextArea rows={2} placeholder={words.builder.example} onKeyDown={sendsOnEnter} />
        </TextField>
        <FilePicker id="builder-samples" label={words.builder.samples} multiple onFiles={setFiles} />
        <Button type="submit" className="button primary" isPending={isPending}>
          {words.decide.send}
        </Button>
        {error && <p role="alert">{said(error)}</p>}
      </Form>
    </section>
  );
}
