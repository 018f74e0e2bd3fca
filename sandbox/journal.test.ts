import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openJournal } from './journal.ts';
import { DEFAULTS } from './options.ts';
import { startSandbox } from './sandbox.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function kept(): unknown[] {
  const journal = openJournal(folder);
  const found: unknown[] = [];
  journal.replay('thing', (data) => found.push(data));
  journal.close();
  return found;
}

it('gives back whole lines in order, and goes on after a torn one', () => {
  const journal = openJournal(folder);
  for (const n of [1, 2, 3]) journal.append('thing', { n });
  journal.append('other', 4);
  journal.close();
  appendFileSync(join(folder, 'sandbox-journal.jsonl'), '{"k":"thing","d":{"n":9');
  expect(kept()).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  const again = openJournal(folder);
  again.append('thing', { n: 5 });
  again.close();
  expect(kept()).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }, { n: 5 }]);
  expect(readFileSync(join(folder, 'sandbox-journal.jsonl'), 'utf8')).not.toContain('"n":9');
});

it('keeps charges, payments and the world itself over a restart, whatever the new options say', async () => {
  const options = { ...DEFAULTS, transactions: 2000, data: folder };
  const first = await startSandbox(options);
  const headers = {
    Authorization: `Bearer ${first.ready.pix.accessToken}`,
    'Content-Type': 'application/json',
  };
  const body = JSON.stringify({ amount: 12.34, clientReference: 'kept-1' });
  const made = await (
    await fetch(`${first.ready.pix.baseUrl}/pix`, { method: 'POST', headers, body })
  ).json();
  await fetch(`${first.ready.controlUrl}/pay`, {
    method: 'POST',
    headers: { 'X-Sandbox-Control': '1' },
    body: JSON.stringify({ clientReference: 'kept-1' }),
  });
  const before = await (
    await fetch(`${first.ready.pix.baseUrl}/user/transactions/${made.id}`, { headers })
  ).json();
  await first.close();

  const second = await startSandbox({ ...options, seed: 99, transactions: 7000 });
  expect(second.notes.join(' ')).toContain('seed 7 instead of 99');
  expect(second.ready.pix.accessToken).toBe(first.ready.pix.accessToken);
  const after = await (
    await fetch(`${second.ready.pix.baseUrl}/user/transactions/${made.id}`, { headers })
  ).json();
  expect(after.status).toBe('COMPLETED');
  expect({ ...after, CallbackLog: [] }).toEqual({ ...before, CallbackLog: [] });
  await second.close();
});
