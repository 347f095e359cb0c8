import pg from 'pg';

/** All rows of a database, as text, by the name of their table. */
export async function dumpTables(databaseUrl: string): Promise<Map<string, string>> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const tables = await client.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public'`,
    );
    const dump = new Map<string, string>();
    for (const { name } of tables.rows) {
      const { rows } = await client.query<{ text: string }>(`select t::text as text from "${name}" t`);
      dump.set(name, rows.map(({ text }) => text).join('\n'));
    }
    return dump;
  } finally {
    await client.end();
  }
}
