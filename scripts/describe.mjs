// describe.mjs DIST: writes the description of the API as a service of that build serves it (description.json), and the types of a client
// of it (description.d.ts), beside what else is generated. The last step of a build; see ready.mjs.
import { writeFileSync } from 'node:fs';
import { argv } from 'node:process';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';

const documentation = pathToFileURL(`${resolve(argv[2])}/api/http/documentation/`);
const { completeDocument } = await import(new URL('completeDocument.js', documentation).href);
const { withRequestForms } = await import(new URL('requestForms.js', documentation).href);
const { readGeneratedDocument } = await import(new URL('openApiDocument.js', documentation).href);

const description = withRequestForms(completeDocument(readGeneratedDocument()));
const BLOB = ts.factory.createTypeReferenceNode('Blob');
const types = await openapiTS(description, {
  // What has a default may be left out of a request.
  defaultNonNullable: false,
  transform: ({ format }) => (format === 'binary' ? BLOB : undefined),
});

const generated = new URL('../src/api/generated/', import.meta.url);
writeFileSync(new URL('description.json', generated), JSON.stringify(description, null, 2));
writeFileSync(new URL('description.d.ts', generated), astToString(types));
