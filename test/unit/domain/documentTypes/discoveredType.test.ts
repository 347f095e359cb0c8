import { expect, it } from 'vitest';
import type { FoundBy, TypeProposal } from '../../../../src/domain/documents/index.js';
import { discoverType } from '../../../../src/domain/documentTypes/index.js';

const proposal = (fields: { [name: string]: FoundBy | undefined }): TypeProposal => ({
  ...{ known: null, titles: ['Berth slip'] },
  fields: Object.entries(fields).map(([name, found_by]) => ({
    ...{ name, hint: 'string', labels: [], value: 'B12' },
    ...(found_by && { found_by }),
  })),
});
const discover = (...samples: TypeProposal[]) => discoverType(samples, [], () => false);

it('a type of several samples says of each field who found it, and of what was read differently once that it was', () => {
  const one = proposal({ berth: 'engine', holder: 'model', fee: 'both', mast: 'differing', hull: 'engine' });
  const other = proposal({ berth: 'model', holder: 'model', fee: 'engine', mast: 'both', hull: 'engine' });
  expect(discover(one, other).found_by).toEqual({
    ...{ berth: 'both', holder: 'model', fee: 'both', mast: 'differing', hull: 'engine' },
  });
});

it('a type that no model was asked about says nothing of who found what', () => {
  expect(discover(proposal({ berth: undefined }))).not.toHaveProperty('found_by');
});
