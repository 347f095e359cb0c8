// npx tsx bench/fitPictures.ts: what the thresholds of forensics of pictures come to on the pages they are set with. No figure of them is
// kept: `npm run accuracy` judges on others.
import { measurePictures } from './accuracy/pictures.js';

const { figures, details } = await measurePictures({ use: 'fit', pages: 16, copies: 8, everyPage: 1 })();
for (const { name, value, count } of figures) console.log(`${name.padEnd(56)} ${value.toFixed(3)} of ${count}`);
console.log(details.join('\n'));
