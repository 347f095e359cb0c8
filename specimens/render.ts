// npm run specimens -- [DIR]: writes every specimen as a file into DIR (data/specimens), to try the API with.
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import {
  renderBankStatement,
  renderDrivingLicence,
  renderIdentityCard,
  renderInvoice,
  renderPassport,
  renderReceipt,
  renderUtilityBill,
} from './index.js';

// A wrong option is named, and makes no folder of its name.
const {
  positionals: [named = 'data/specimens'],
} = parseArgs({ allowPositionals: true });
const folder = resolve(named);
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
