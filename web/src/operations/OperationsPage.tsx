import type { ReactElement } from 'react';
import { useMayAdmin, useMayWrite, useSession } from '../session/session.js';
import { words } from '../words/words.js';
import { Blocklist } from './Blocklist.js';
import { Deliveries } from './Deliveries.js';
import { Endpoints } from './Endpoints.js';
import { Erasure } from './Erasure.js';
import { HealthState } from './HealthState.js';
import { Keys } from './Keys.js';
import { ParkedWork } from './ParkedWork.js';
import { Rebuilds } from './Rebuilds.js';

/** How the service fares: its parts, what is rebuilt, for the platform alone, what was parked, what was delivered, who has keys, what is blocked, what is to be erased. */
export function OperationsPage(): ReactElement {
  const isPlatform = useSession().data?.tenant_id === '';
  const [mayWrite, mayAdmin] = [useMayWrite(), useMayAdmin()];
  return (
    <main className="screen">
      <h1>{words.operations.title}</h1>
      <HealthState />
      {mayAdmin && isPlatform && <Rebuilds />}
      {mayAdmin && <ParkedWork />}
      <Endpoints mayWrite={mayWrite} />
      <Deliveries mayWrite={mayWrite} />
      <Blocklist mayWrite={mayWrite} />
      {mayAdmin && <Keys />}
      {mayAdmin && <Erasure />}
    </main>
  );
}
