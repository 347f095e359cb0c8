import { measureDiscover } from './authoring/discover.js';
import { measureGenerate } from './authoring/generate.js';

/** Measures what is made of samples and descriptions, on pages that the project words itself. A few minutes. */
for (const measure of [measureGenerate, measureDiscover]) {
  const { title, figures, details } = await measure();
  process.stdout.write(`\n${title}\n`);
  for (const { name, value, low, high, count } of figures) {
    const range = `${low.toFixed(3)} to ${high.toFixed(3)}`;
    process.stdout.write(`  ${name.padEnd(44)} ${value.toFixed(3)}   ${range}   of ${count}\n`);
  }
  process.stdout.write(details.map((line) => `  ${line}\n`).join(''));
}
