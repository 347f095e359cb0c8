// npm start: makes the checkout ready, then becomes the service. One process, so that a signal reaches it.
import { ready } from './ready.mjs';

try {
  await ready();
} catch (error) {
  process.stderr.write(`attest: ${error.message}\n`);
  process.exit(1);
}
await import('../dist/main.js');
