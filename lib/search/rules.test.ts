import { expect, test } from 'vitest';
import { isAddress, isCode, pathOfThing } from '#lib/search/rules.ts';

test.each([
  'https://loja.example/pix',
  'HTTP://x',
  'loja.example',
  'hooks.loja.example/pix?x=1',
  'a.io:8443',
])('%s is an address', (text) => expect(isAddress(text)).toBe(true));
test.each(['189.90', '12.abc.345/01de-35', 'ana@example.test', 'Maria', 'pedido-1', '529.982.247-25'])(
  '%s is none',
  (text) => expect(isAddress(text)).toBe(false),
);
test.each(['op_01m800bw1n9fx3', '0b8f5a52-9c1e-4b7e-9a55-0f3a2f3b9c11', 'deposit:dep_123456', 'pedido-77'])(
  '%s may be an id',
  (text) => expect(isCode(text)).toBe(true),
);
test.each(['Mariana', 'pedido 77', 'abc-1', 'R$ 1.234,56'])('%s is none', (text) =>
  expect(isCode(text)).toBe(false),
);

const thing = { account: 'hub', accountName: 'Hub', word: null, amount: null };
test.each([
  [{ page: 'operations', id: 'op_1', name: 'ref', at: null }, 'operations?open=op_1'],
  [{ page: 'webhooks', id: 'a/b', name: 'https://x', at: null }, 'webhooks?open=endpoint%3Aa%2Fb'],
  [{ page: 'disputes', id: 'p 1', name: 'p 1', at: null }, 'disputes/p%201'],
  [{ page: 'recurrences', id: 'r1', name: 'r1', at: null }, 'card?recurrenceId=r1'],
  [{ page: 'pending-deposits', id: 'd1', name: 'E1', at: null }, 'statement?tab=pending&open=d1'],
  [
    { page: 'statement', id: 'l1', name: 'deposit:d1', at: '2026-09-02T02:00:00.000Z' },
    // The São Paulo day of it: a line may be older than the statement shows by itself.
    'statement?from=2026-09-01&to=2026-09-01&transactionId=deposit%3Ad1&open=l1',
  ],
  [{ page: 'statement', id: 'l1', name: 'l1', at: null }, 'statement?open=l1'],
] as const)('%o opens at %s', (one, path) => expect(pathOfThing({ ...thing, ...one })).toBe(path));
