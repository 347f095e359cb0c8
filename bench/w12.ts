import { measurePictures } from '/work/main/bench/accuracy/pictures.js';
const r = await measurePictures({ use: 'judge', pages: 24, copies: 8, everyPage: 1 })();
console.log(JSON.stringify(r, null, 1));
