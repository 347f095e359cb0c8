// npm run demo: sends the project's own specimens to a running service and shows what comes back. Reports go to the folder
// DEMO_REPORTS, or to attest-demo in the folder for temporary files.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { argv, env, exit } from 'node:process';
import {
  renderBankStatement,
  renderDrivingLicence,
  renderIdentityCard,
  renderInvoice,
  renderPassport,
  renderReceipt,
  renderUtilityBill,
} from '../specimens/index.js';
import { describeRun } from './accepted.js';
import { createAttestClient, DemoError, ready, run, type AttestClient } from './attestClient.js';
import { showCases } from './cases.js';
import { badDocuments, reasonsAgainst } from './rejected.js';

const RENDERERS = [
  renderPassport,
  renderIdentityCard,
  renderDrivingLicence,
  renderReceipt,
  renderInvoice,
  renderBankStatement,
  renderUtilityBill,
];

const say = (text = ''): void => console.log(text);

/** Shows every specimen; answers how many were read, and how many of those keep all rules. */
async function showDocuments(client: AttestClient): Promise<{ read: number; valid: number }> {
  let read = 0;
  let valid = 0;
  for (const render of RENDERERS) {
    const specimen = await render();
    const kilobytes = Math.round(specimen.bytes.length / 1024);
    say(`\n■ ${specimen.filename} as ${specimen.document_type} (${specimen.mime_type}, ${kilobytes} KiB)`);
    const answer = await run(client, specimen.document_type, specimen);
    if (answer.kind === 'run' && answer.status === 'completed') {
      read++;
      if (answer.result?.valid) valid++;
    }
    say(describeRun(answer));
  }
  return { read, valid };
}

/** Shows what is turned down; answers how many bad documents went unnoticed. */
async function showRejections(client: AttestClient): Promise<number> {
  let unnoticed = 0;
  say('\n■ Documents that must not pass\n');
  for (const bad of await badDocuments()) {
    const reasons = reasonsAgainst(await run(client, bad.document_type, bad.file));
    if (!reasons) unnoticed++;
    say(`  ${bad.what} (${bad.file.filename})`);
    for (const reason of reasons ?? ['passed, which it should not have']) say(`    ${reason}`);
  }
  return unnoticed;
}

try {
  const url = env['ATTEST_URL'] ?? 'http://127.0.0.1:3000';
  const apiKey = env['ATTEST_API_KEY'] ?? argv[2];
  const client = createAttestClient(url, apiKey);
  await ready(client, url, apiKey);
  say(`Attest at ${url}. Every person, company and number below is invented.`);
  const { read, valid } = await showDocuments(client);
  const unnoticed = await showRejections(client);
  say(`
${read} of ${RENDERERS.length} documents read, ${valid} of them valid; ${unnoticed} bad documents went unnoticed.`);
  const wrong = await showCases(client, { url, folder: env['DEMO_REPORTS'] ?? join(tmpdir(), 'attest-demo'), say });
  if (read < RENDERERS.length || unnoticed > 0 || wrong > 0) exit(1);
} catch (error) {
  if (!(error instanceof DemoError)) throw error;
  console.error(`demo: ${error.message}`);
  exit(1);
}
