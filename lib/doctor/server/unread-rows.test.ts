import { describe, expect, test } from 'vitest';
import { readsOf, runRead, unreadOf } from '#lib/doctor/server/observe.ts';
import { collectUnreadable } from '#lib/providers/absence.ts';
import { ok as cardOk, over as cardOver } from '#lib/providers/card/testing/test-card.ts';
import { hubOver, ok } from '#lib/providers/hub/testing/test-hub.ts';
import { readStatement } from '#lib/providers/pix/statement.ts';
import { json, portTo, testProvider } from '#lib/providers/pix/testing/test-provider.ts';
import type { ProviderPort } from '#lib/providers/port.ts';

const unreadableIn = async (json: unknown) => {
  const unreadable: string[] = [];
  await collectUnreadable(
    (field, times) => unreadable.push(...Array<string>(times).fill(field)),
    async () => readStatement(json),
  );
  return unreadable;
};

test.each([
  ['entries that are no rows', { bankStatements: [{ id: 'a' }, 'b', 7, null] }, 3],
  ['rows that are counted and do not come', { bankStatements: [], total: 40 }, 40],
  ['all there', { bankStatements: [{ id: 'a' }], total: 1 }, 0],
] as const)('R1: the doctor counts rows that came against rows that are shown: %s', async (_, json, lost) => {
  const unreadable = await unreadableIn(json);
  const { found } = unreadOf([], [], unreadable);
  expect(found).toEqual(lost === 0 ? [] : [{ field: '(row)', why: 'unreadable', count: lost, of: lost }]);
});

const provider = testProvider();
const AT = '2026-11-19T12:00:00.000Z';
const WINDOW = { from: '2026-11-12T12:00:00.000Z', to: '2026-11-20T12:00:00.000Z' };
/** Two rows, one of them nearly empty, and two entries that are no rows. */
const LIST = {
  data: [
    { id: 'a', amount: 100, status: 'OPEN', createdAt: AT, url: 'https://a.example' },
    { id: 'b' },
    'c',
    7,
  ],
};
const PORTS: Record<'pix' | 'hub' | 'card', { port: () => ProviderPort; lists: number }> = {
  pix: {
    port() {
      provider.acts = Array.from({ length: 30 }, () => json(200, LIST));
      return portTo(provider.base).port as unknown as ProviderPort;
    },
    lists: 7,
  },
  hub: { port: () => hubOver([ok(LIST)]).port, lists: 7 },
  card: { port: () => cardOver(cardOk(LIST)).port, lists: 1 },
};

describe.each(['pix', 'hub', 'card'] as const)('R1: every list of %s', (kind) => {
  test('shows the rows that came, and the doctor counts those that cannot be shown', async () => {
    const port = PORTS[kind].port();
    const reads = readsOf(port).filter(({ expected }) => expected.includes('id'));
    expect(reads).toHaveLength(PORTS[kind].lists);
    for (const read of reads) {
      const context = String(read.request);
      const { answer, unread } = await runRead(read, { port, call: {}, window: WINDOW, seen: [] });
      expect([answer.end, answer.rows], context).toEqual(['read', 2]);
      const lost = unread.find(({ field }) => field === '(row)');
      expect(lost, context).toMatchObject({ why: 'unreadable', count: 2, of: 4 });
    }
  });
});
