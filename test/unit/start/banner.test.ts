import { expect, it } from 'vitest';
import { loadConfig } from '../../../src/platform/config.js';
import { banner } from '../../../src/start/banner.js';

it('the banner names hosts, and nothing of a name or a password before them', () => {
  const config = loadConfig({
    DATABASE_URL: 'postgres://attest:sec@ret@database.example.com:5432/attest',
    ELASTICSEARCH_URL: 'https://attest:sec@ret@search.example.com:9200',
    EVENTSTORE_URL: 'esdb://attest:secret@events.example.com:2113',
  });
  const shown = banner({ version: '1.0.0', url: 'http://localhost:3000', config });
  for (const host of ['database.example.com:5432', 'search.example.com:9200', 'events.example.com:2113']) {
    expect(shown).toContain(` at ${host}\n`);
  }
  expect(shown).not.toMatch(/sec|ret@/);
});
