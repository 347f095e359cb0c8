import { Registry } from 'prom-client';

/** Every metric of the process; `/metrics` prints it. Names follow the Prometheus conventions, prefixed `attest_`. */
export const registry = new Registry();
