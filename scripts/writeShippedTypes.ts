import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { shippedTypesPage } from './shippedTypes.js';

/** `npm run docs:types`: writes the page of the shipped document types anew, after a file of `presets/` was changed. */
const root = path.join(import.meta.dirname, '..');
writeFileSync(path.join(root, 'docs/shipped-types.md'), await shippedTypesPage(root));
