import { expect, test } from 'vitest';
import { shown } from '#components/app-shell/testing/shown.tsx';
import type { WebhookRow } from '#lib/webhooks/queries.ts';
import { EndpointCard } from './endpoint-list.tsx';
import type { Bar, HealthState } from './use-webhooks.ts';

const ASOF = '2026-11-19T17:00:00.000Z';
const ROW = {
  ...{ id: 'wh_1', url: 'https://erp.aroeira.example/integracoes/pix', active: true, hasSecret: true },
  ...{ events: ['TRANSACTION_COMPLETED'], createdAt: '2026-08-01T12:00:00.000Z', updatedAt: null },
  ...{ source: 'provider', secret: null, rotatedAt: null, ownership: null, receiver: false, open: null },
  week: { delivered: 3_000, failed: 20, open: 9 },
} as unknown as WebhookRow;
const bar = (delivered: number, failed: number): Bar => ({
  ...{ at: `2026-11-19T${delivered}:00:00.000Z`, delivered, failed, ms: 90, unknown: false },
});
const health = (bars: Bar[], slowest: number | null = 412) =>
  ({
    ...{ span: 'hours', hourly: true, chosen: null, reading: false },
    barsOf: () => bars,
    slowestOf: () => slowest,
  }) as unknown as HealthState;
const card = (row: Partial<WebhookRow>, of: HealthState) =>
  shown(
    <ul>
      <EndpointCard
        row={{ ...ROW, ...row }}
        asOf={ASOF}
        checksOwnership={false}
        health={of}
        state={{ open: null, show: () => undefined, close: () => undefined }}
      />
    </ul>,
    { account: { capabilities: ['webhooks', 'deliveries'] } },
  );

test('beside its bars an endpoint says its share, its slow answers and its open failures', () => {
  const { text, markup } = card({}, health([bar(10, 0), bar(11, 1), bar(20, 0)]));
  expect(text).toMatch(/97,6% ?.*de 42|de 42 ?.*97,6%/);
  expect(text).toContain('412 ms');
  expect(text).toContain('p95');
  expect(text).toMatch(/falhas abertas ?9|9 ?falhas abertas/);
  expect(markup).toContain('/pix/deliveries?webhookId=wh_1&amp;outcome=failed');
  expect(text).not.toContain('novo');
});

test('one failure among many is never 100%', () => {
  expect(card({}, health([bar(2000, 1)])).text).toContain('99,9%');
  expect(card({}, health([bar(2000, 0)])).text).toContain('100%');
});

test('a new endpoint is marked, and a test stands where its numbers will be', () => {
  const fresh = { createdAt: '2026-11-19T14:00:00.000Z', week: { delivered: 0, failed: 0, open: 0 } };
  const { text } = card(fresh, health([]));
  expect(text).toContain('novo');
  expect(text).toContain('Enviar teste…');
  expect(text).not.toContain('p95');
  const used = card({ ...fresh, week: { delivered: 1, failed: 0, open: 0 } }, health([bar(1, 0)]));
  expect(used.text).toContain('novo');
  expect(used.text).toContain('p95');
});
