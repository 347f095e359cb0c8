import type { ReactElement, SyntheticEvent } from 'react';
import { Button, FieldError, Form, Input, Label, Text, TextField } from 'react-aria-components';
import { submitted } from '../forms/submitted.js';
import { words } from '../words/words.js';
import { keepReviewerName, reviewerName, useSignIn } from './session.js';
import { loginAddress, refusalIn, useSignInWays } from './ownAccount.js';
import './session.css';

/** Asks for a key, and for what its person is called. */
export function SignInForm({ ended = false }: { ended?: boolean }): ReactElement {
  const signIn = useSignIn();
  const { data: ways } = useSignInWays();
  const refusal = ended ? undefined : refusalIn(location.search);
  const onSubmit = (event: SyntheticEvent<HTMLFormElement>): void => {
    const given = submitted(event);
    keepReviewerName(given('name'));
    signIn.mutate({ api_key: given('key') });
  };
  return (
    <Form className="sign-in" onSubmit={onSubmit}>
      <h1>{words.signIn.title}</h1>
      {refusal !== undefined && <p role="alert">{words.signIn.refusals[refusal]}</p>}
      {ended && <p role="status">{words.signIn.ended}</p>}
      <TextField name="key" type="password" autoComplete="off" isRequired autoFocus>
        <Label>{words.signIn.key}</Label>
        <Input />
        <Text slot="description">{words.signIn.keyHint}</Text>
        <FieldError />
      </TextField>
      <TextField name="name" autoComplete="name" defaultValue={reviewerName()} isRequired maxLength={200}>
        <Label>{words.signIn.name}</Label>
        <Input />
        <Text slot="description">{words.signIn.nameHint}</Text>
        <FieldError />
      </TextField>
      {signIn.error && <p role="alert">{signIn.error.message}</p>}
      <Button type="submit" className="button primary" isPending={signIn.isPending}>
        {words.signIn.submit}
      </Button>
      {ways?.oidc && (
        // In a page of its own where a session has ended: what was typed here must not be lost.
        <a className="button" href={loginAddress()} target={ended ? '_blank' : undefined} rel="opener">
          {words.signIn.own}
        </a>
      )}
    </Form>
  );
}
