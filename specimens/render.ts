// npm run specimens -- DIR: writes every specimen as a file, to try the API with.
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { argv } from 'node:process';
import {
  renderBankStatement,
  renderDrivingLicence,
  renderIdentityCard,
  renderInvoice,
  renderPassport,
  renderReceipt,
  renderUtilityBill,
} from './index.js';

const folder = resolve(argv[2] ?? 'data/specimens');
await mkdir(folder, { recursive: true });
const renderers = [
  renderPassport,
  renderIdentityCard,
  renderDrivingLicence,
  renderReceipt,
  renderInvoice,
  renderBankStatement,
  renderUtilityBill,
];
for (const render of renderers) {
  const { filename, bytes, document_type } = await render();
  await writeFile(join(folder, filename), bytes);
  console.log(`${join(folder, filename)}  (${document_type})`);
}
