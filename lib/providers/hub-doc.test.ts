import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { endpoints } from '#lib/endpoints.ts';
import { scopeOf } from '#lib/providers/hub/scopes.ts';
import { hubOver, no, ok } from '#lib/providers/hub/testing/test-hub.ts';

const [, SECTION = ''] = readFileSync('docs/providers.md', 'utf8').split('\n## Hub API (document 2)');
const rows = (SECTION.split('\n## ')[0] ?? '').split('\n').flatMap((line) => {
  const [, route = '', scope = '', , , handler = '', port = '', proof = ''] = line
    .split('|')
    .map((cell) => cell.trim());
  const name = /^`([A-Z]+ \/.*)`$/.exec(route)?.[1];
  return name === undefined ? [] : [{ route: name, scope, handler, port, proof }];
});
const codeIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

/** Routes that the adapter calls when each of its members is used in each of its forms. */
async function requestedRoutes(): Promise<string[]> {
  const refused = hubOver([no(404, 'NOT_FOUND_HERE')]);
  const { port, change } = refused;
  const page = { limit: 5, position: null };
  const money = { amount: 1, clientReference: 'r' };
  await Promise.allSettled([
    port.balance({}),
    port.limits({}),
    port.metrics({}),
    port.statement.list({}, page, {}),
    port.charges.create({ ...money, payer: { name: 'A', document: '1' } }, change),
    port.charges.list({}, page, {}),
    port.charges.find({ id: '{id}' }, {}),
    port.withdrawals.toKey({ ...money, pixKey: 'k', pixKeyType: 'evp' }, change),
    port.withdrawals.toCode({ ...money, code: 'c' }, change),
    port.withdrawals.list({}, page, {}),
    port.withdrawals.find({ id: '{id}' }, {}),
    port.transfers.create({ ...money, receiver: 'k' }, change),
    port.transfers.list({}, page, {}),
    port.transfers.find({ id: '{id}' }, {}),
    port.refunds.create({ paymentId: 'payment:{id}', amount: 1 }, change),
    port.refunds.create({ paymentId: 'deposit:{id}', amount: 1 }, change),
    port.deposits.get('deposit:{id}', {}),
    port.refunds.state('{id}', {}),
    port.receipt('charge', 'payment:{id}', {}),
    port.receipt('charge', 'deposit:{id}', {}),
    port.receipt('withdrawal', 'withdraw:{id}', {}),
    port.transfers.receipt?.('transfer:{id}', {}),
    port.keyLookup('k', null, {}),
    port.decodeCode('c', {}),
    port.codeHolder('c', {}),
    port.pixKeys.list({}),
    port.pixKeys.create({ type: 'EVP' }, change),
    port.pixKeys.setDefault('{id}', change),
    port.pixKeys.remove('{id}', change),
    port.disputes.list({ page: 1, limit: 5 }, {}),
    port.disputes.get('{id}', {}),
    port.webhooks.list({}),
    port.webhooks.register({ url: 'u', events: [], generateSecret: true }, change),
    port.webhooks.edit('{id}', {}, change),
    port.webhooks.remove('{id}', change),
    port.callbackSecret.create(change),
    port.callbackSecret.rotate(change),
    port.callbackSecret.exists?.({}),
  ]);
  return [...new Set([...refused.exchanges, ...refused.requests].map(({ line }) => line))].toSorted();
}

test('the table of document 2 names every route that the adapter asks for, once, and no other', async () => {
  expect(rows.map(({ route }) => route).toSorted()).toEqual(await requestedRoutes());
});

test('with its scope', () => {
  for (const { route, scope } of rows) {
    const [method = '', path = ''] = route.split(' ');
    expect(scopeOf(method, path) ?? '—', route).toBe(scope);
  }
});

test('with members that exist, handlers that exist and tests that exist', () => {
  const { port } = hubOver([ok({})]);
  for (const { route, handler, port: members, proof } of rows) {
    for (const member of codeIn(members)) {
      const found = member
        .split('.')
        .reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], port);
      expect(found, `${route}: ${member}`).toBeTypeOf('function');
    }
    expect(codeIn(handler).length > 0 || handler === '—', route).toBe(true);
    for (const key of codeIn(handler)) expect(Object.keys(endpoints), route).toContain(key);
    expect(codeIn(proof).length, route).toBeGreaterThan(0);
    for (const path of codeIn(proof)) expect(existsSync(path), path).toBe(true);
  }
});
