// `bench/lists.ts` runs this in a process that may load the server's files; it adds copies of the Pix
// account.
import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { seal, unseal } from '#lib/core/env/sealing.ts';

const [url, more] = process.argv.slice(2);
const client = new Client({ connectionString: url });
await client.connect();
const { rows } = await client.query<{ id: string; credentials: string }>(
  `select id, credentials from accounts where slug = 'pix' and archived_at is null`,
);
const [pix = { id: '', credentials: '' }] = rows;
const credentials = unseal(pix.credentials, `credentials:${pix.id}`);
for (let n = 2; n < 2 + Number(more); n += 1) {
  const id = randomUUID();
  await client.query(
    `insert into accounts (id, slug, kind, name, environment, simulator, origin, base_url, credentials, settings, position)
     select $1, $2, kind, name || ' ' || $3, environment, simulator, origin, base_url, $4, settings, 10 + $3::int
     from accounts where id = $5`,
    [id, `pix-${n}`, String(n), seal(credentials, `credentials:${id}`), pix.id],
  );
}
await client.end();
