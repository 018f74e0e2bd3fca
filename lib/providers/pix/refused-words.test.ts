import { expect, test } from 'vitest';
import { portTo, testProvider } from '#lib/providers/pix/testing/test-provider.ts';
import type { ProviderPort } from '#lib/providers/port.ts';

const provider = testProvider();

test('R3: a refused word is the operator’s to change: the filter keeps its name', async () => {
  const { transactions }: Partial<ProviderPort> = portTo(provider.base).port;
  provider.acts.push((_, response) => {
    response.writeHead(400, { 'content-type': 'application/json' });
    const details = [{ field: 'status', message: 'valor desconhecido: SUSPENDED' }];
    response.end(JSON.stringify({ errorCode: 'PZV001', message: 'Dados inválidos.', details }));
  });
  const page = { limit: 10, position: null };
  await expect(transactions?.list({ status: ['SUSPENDED'] }, page, {})).rejects.toMatchObject({
    code: 'provider_rejected',
  });
  provider.acts.push((_, response) => response.end('{"transactions":[],"pagination":{"total":0}}'));
  await transactions?.list({ status: ['PENDING'] }, page, {});
  expect(provider.arrived.at(-1)?.url).toContain('status=PENDING');
  expect(provider.arrived).toHaveLength(2);
});
