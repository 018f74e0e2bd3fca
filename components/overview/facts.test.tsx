import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { shown } from '#components/app-shell/testing/shown.tsx';
import { MoneyFacts } from '#components/operations/money-facts.tsx';
import { PaymentFacts, PaymentValues } from '#components/payments/detail/payment-facts.tsx';
import { LeftOut } from '#components/resends/resend-badge.tsx';
import { EndpointFacts } from '#components/webhooks/endpoint-drawer.tsx';
import type { Operation } from '#lib/operations/queries.ts';
import type { Payment } from '#lib/payments/queries.ts';
import type { WebhookRow } from '#lib/webhooks/queries.ts';

const PAYMENT = {
  ...{ amount: 100, fee: 1, description: 'x', payer: {}, receiver: {}, metadata: null, callbackUrl: null },
} as unknown as Payment;
const OPERATION = {
  ...{ amount: 100, actor: { name: 'Ana' }, createdAt: '2026-11-19T12:00:00.000Z', clientReference: 'r' },
  ...{ intent: { receiverName: 'Bia' }, may: { approve: false } },
} as unknown as Operation;
const ROW = {
  secret: null,
  rotatedAt: null,
  createdAt: null,
  updatedAt: null,
  source: 'added',
} as WebhookRow;
const COUNTS = { outside: 1, unreachable: 2, skipped: 3 } as unknown as Parameters<
  typeof LeftOut
>[0]['counts'];

/** The style sheet knows the names and values of a list of facts as its children: in a wrapper they lose label and cut. */
test.each<[string, ReactNode]>([
  ['payment', <PaymentFacts key="" payment={PAYMENT} page="withdrawals" />],
  ['amounts', <PaymentValues key="" payment={PAYMENT} />],
  ['request', <MoneyFacts key="" operation={OPERATION} />],
  ['endpoint', <EndpointFacts key="" row={ROW} asOf="2026-11-19T12:00:00.000Z" />],
  ['resend', <LeftOut key="" counts={COUNTS} />],
])('each name and value of a %s is a child of its list', (_, node) => {
  const { markup } = shown(node);
  const [list = ''] = /<dl.*?<\/dl>/s.exec(markup) ?? [];
  expect(list).toMatch(/^<dl[^>]*><dt/);
  expect(list).not.toMatch(/<div[^>]*><dt/);
});
