import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { said } from '../words/said.js';

/** A button that has the service do something; what it changes is read again, and a refusal stands beside it. */
export function ActButton({
  children,
  act,
  refreshes,
  label,
  isSmall = true,
  isDisabled,
}: {
  children: ReactNode;
  act: () => Promise<unknown>;
  /** What is read again afterwards. */
  refreshes: readonly QueryKey[];
  /** What it does, where its text alone does not say what it is done to. */
  label?: string;
  isSmall?: boolean;
  isDisabled?: boolean;
}): ReactElement {
  const queries = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: act,
    onSettled: () => Promise.all(refreshes.map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
  return (
    <>
      <Button
        className={`button${isSmall ? ' small' : ''}`}
        aria-label={label}
        onPress={() => mutate()}
        {...{ isPending, isDisabled }}
      >
        {children}
      </Button>
      {error && <span role="alert">{said(error)}</span>}
    </>
  );
}
