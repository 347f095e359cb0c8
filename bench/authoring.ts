import type { Measured } from './accuracy/part.js';
import { measureChat } from './authoring/chat.js';
import { measureDiscover } from './authoring/discover.js';
import { measureDiscoverWith, modelOfSettings } from './authoring/discoverWith.js';
import { measureGenerate } from './authoring/generate.js';
import { STAND_INS, withStandIn } from './authoring/standIns.js';

/** What is measured, by its name. */
const PARTS: { [part: string]: () => Promise<void> } = {
  generate: async () => show(await measureGenerate()),
  chat: async () => show(await measureChat()),
  discover: async () => show(await measureDiscover()),
  async standins() {
    for (const standIn of STAND_INS)
      show(await withStandIn(standIn, (config) => measureDiscoverWith(standIn.name, config, standIn.pages)));
  },
  async model() {
    const model = modelOfSettings();
    if (model) show(await measureDiscoverWith(model.name, model));
    else process.stdout.write('\nNo real model was asked: MODEL_URL and MODEL_NAME are not set.\n');
  },
};

/**
 * Measures what is made of samples, descriptions and messages, on pages that the project words itself: without a language model, with servers that only speak the protocol, and with
 * the model that `MODEL_URL` and `MODEL_NAME` name, where they are set. All of it, or the parts that are named. A few minutes, and as many as the model takes.
 */
const named = process.argv.slice(2);
for (const part of named.length > 0 ? named : Object.keys(PARTS)) {
  const measure = PARTS[part];
  if (!measure) throw new Error(`There is no part ${part}; there are ${Object.keys(PARTS).join(', ')}`);
  await measure();
}
process.stdout.write('\nGenerate and chat ask no model: their figures are the same with one.\n');

function show({ title, figures, heldOut, details }: Measured): void {
  process.stdout.write(`\n${title}\n`);
  const apart = heldOut.map((figure) => ({ ...figure, name: `${figure.name}, held out` }));
  for (const { name, value, low, high, count } of [...figures, ...apart]) {
    const range = `${low.toFixed(3)} to ${high.toFixed(3)}`;
    process.stdout.write(`  ${name.padEnd(56)} ${value.toFixed(3)}   ${range}   of ${count}\n`);
  }
  process.stdout.write(details.map((line) => `  ${line}\n`).join(''));
}
