import { describe, expect, test } from 'vitest';
import { candidatesFor } from '../../../../src/commands/documents/pipelineTypes.js';
import type { KnownDocumentType } from '../../../../src/commands/documentTypes/documentTypeCatalog.js';
import { withDefaults } from '../../../../src/domain/documentTypes/index.js';

const at = '2026-06-01T09:00:00.000Z';
const typeNamed = (context_id: string): KnownDocumentType => ({
  ...withDefaults({ display_name: context_id, output_schema: {} }),
  ...{ tenant_id: 'acme', context_id, created_at: at, updated_at: at, revision: 0 },
});

describe('what classification chooses from', () => {
  const catalog = {
    list: () => Promise.resolve([typeNamed('passport'), { ...typeNamed('tried_card'), trial: true as const }]),
  };
  const namesFor = async (mode?: 'live' | 'test'): Promise<string[]> =>
    (await candidatesFor(catalog, { tenant_id: 'acme', mode }, [])).map(({ context_id }) => context_id);

  test('has types that a test key made for trials alone: no document that is meant is taken for one', async () => {
    expect([await namesFor('live'), await namesFor(), await namesFor('test')]).toEqual([
      ['passport'],
      ['passport'],
      ['passport', 'tried_card'],
    ]);
  });
});
