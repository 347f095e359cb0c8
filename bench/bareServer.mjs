// What the API is compared with: express, one Postgres read by id, and nothing else. Plain JavaScript, so that it starts as fast as it can.
import express from 'express';
import pg from 'pg';

const [port, url, table] = process.argv.slice(2);
const pool = url && new pg.Pool({ connectionString: url, max: 20 });
const app = express();
app.get('/healthz', (_, response) => response.json({ status: 'ok' }));
app.get('/rows/:id', async (request, response) => {
  const { rows } = await pool.query(`select * from ${table} where row_key = $1`, [request.params.id]);
  response.json(rows[0]);
});
app.listen(Number(port), '127.0.0.1');
