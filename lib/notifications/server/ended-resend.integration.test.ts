import { expect, test } from 'vitest';
import { db } from '#lib/data/client.ts';
import { resendItems, resends } from '#lib/data/schema/resends.ts';
import { ANA, linesOf, raise, withPost } from '#lib/notifications/server/testing/bench.ts';

withPost();

const at = new Date('2026-11-19T12:00:00Z');
const COUNTS = {
  ...{ total: 1_210, outside: 3, unreachable: 0, skipped: 0, requested: 1_207, unknown: 0, remaining: 0 },
  ...{ accepted: 1_207, delivered: 1_204, failed: 3, amount: 0 },
};

async function ended(id: string, number: number, counts: object | null): Promise<void> {
  await db()
    .insert(resends)
    .values({
      ...{ id, accountId: 'acc_1', number, state: 'completed', scope: 'selection', operatorId: ANA },
      ...{ earliest: at, createdAt: at, counts },
    });
  const facts = { id, number, topic: 'resend' };
  await raise({ event: 'work_ended', step: 'resend_completed', cause: `resend:${id}`, facts });
}
const detail = async (id: string) => (await linesOf(ANA)).find(({ facts }) => facts.id === id)?.detail;

test('the line of an ended resend says how many were delivered by now, and how many failed', async () => {
  await ended('r_closed', 1, COUNTS);
  await ended('r_followed', 2, null);
  expect(await detail('r_closed')).toBe('1.204 entregues, 3 falharam');
  expect(await detail('r_followed')).toBe('nenhum entregue, nenhum falhou');
  await db()
    .insert(resendItems)
    .values(
      ['delivered', 'delivered', 'failed', 'accepted'].map((result, place) => ({
        ...{ resendId: 'r_followed', transactionId: `tx_${place}`, accountId: 'acc_1' },
        ...{ state: 'requested', result },
      })),
    );
  expect(await detail('r_followed')).toBe('2 entregues, 1 falhou');
});

test('of one that is kept no more the line says that all was asked for', async () => {
  const facts = { id: 'r_gone', number: 3, topic: 'resend' };
  await raise({ event: 'work_ended', step: 'resend_completed', cause: 'resend:r_gone', facts });
  expect(await detail('r_gone')).toBe('Tudo foi pedido');
});
