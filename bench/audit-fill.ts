// Run by `bench/audit.ts` in a process that may load the server's files: a chain that holds, as a busy team leaves it.
import { Client } from 'pg';
import { FIRST_HASH, type Hashed, hashOf, sealHead } from '#lib/audit/chain.ts';

const AT_ONCE = 5_000;
const YEAR_MS = 365 * 24 * 3_600_000;
const START = Date.parse('2025-01-01T00:00:00Z');
const PEOPLE = ['ready-finance', 'ready-finance', 'ready-finance', 'ready-analyst', 'ready-admin'];
const ACTIONS = [
  ...['sign-in', 'step-up', 'refund.create.requested', 'refund.create.confirmed', 'charge.create.requested'],
  ...['charge.create.confirmed', 'dispute.draft', 'transaction.reveal', 'transactions.export'],
  'webhook.edit.requested',
];

const [url, given] = process.argv.slice(2);
const entries = Number(given);
const client = new Client({ connectionString: url });
await client.connect();
const { rows: accounts } = await client.query<{ id: string }>('select id from accounts order by slug');
const { rows: ends } = await client.query<{ seq: string; hash: string }>(
  'select seq, hash from audit_log order by seq desc limit 1',
);
const { rows: heads } = await client.query<{ keyed_from: string }>('select keyed_from from audit_head');
let last = { seq: Number(ends[0]?.seq ?? 0), hash: ends[0]?.hash ?? FIRST_HASH };

/** With some persons, actions and results that are rare. */
function entryOf(n: number): Hashed {
  const operatorId = n % 20_000 === 7 ? 'rare' : n % 10 === 0 ? null : (PEOPLE[n % 5] ?? null);
  return {
    seq: last.seq + 1,
    at: new Date(START + Math.floor((n * YEAR_MS) / entries)),
    operatorId,
    accountId: n % 4 === 0 ? null : (accounts[n % accounts.length]?.id ?? null),
    action: n % 50_000 === 11 ? 'account.credential' : (ACTIONS[n % ACTIONS.length] ?? 'sign-in'),
    target: `thing-${Math.floor(n / 3)}`,
    result: n % 50 === 3 ? 'refused' : n % 90 === 5 ? 'failed' : 'ok',
    before: null,
    after: { operation: `op_${n}`, amount: n },
    address: '203.0.113.7',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
    session: `s${String(Math.floor(n / 40)).padStart(5, '0')}`,
    providerRequestId: null,
    previousHash: last.hash,
  };
}

function rowAfter(n: number) {
  const entry = entryOf(n);
  const hash = hashOf(entry);
  last = { seq: entry.seq, hash };
  return {
    ...{ seq: entry.seq, at: entry.at, operator_id: entry.operatorId, account_id: entry.accountId, hash },
    ...{ action: entry.action, target: entry.target, result: entry.result, after: entry.after },
    ...{ address: entry.address, user_agent: entry.userAgent, session: entry.session },
    previous_hash: entry.previousHash,
  };
}

for (let from = 1; from <= entries; from += AT_ONCE) {
  const length = Math.min(AT_ONCE, entries - from + 1);
  const rows = Array.from({ length }, (_, place) => rowAfter(from + place));
  const text = JSON.stringify(rows);
  await client.query('insert into audit_log select * from json_populate_recordset(null::audit_log, $1)', [
    text,
  ]);
}
const { seq, hash, keyedFrom, mac } = sealHead({ ...last, keyedFrom: Number(heads[0]?.keyed_from ?? 1) });
await client.query('update audit_head set seq = $1, hash = $2, keyed_from = $3, mac = $4', [
  ...[seq, hash, keyedFrom, mac],
]);
await client.query('vacuum analyze audit_log');
await client.end();
