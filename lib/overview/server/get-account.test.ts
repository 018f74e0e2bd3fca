import { expect, test } from 'vitest';
import type { Ctx } from '#lib/api/context.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { getServiceStatus } from '#lib/overview/server/get-account.ts';
import type { ProviderPort } from '#lib/providers/port.ts';
import { reachFor } from '#lib/providers/reach.ts';

const serviceStatus = (status: unknown) =>
  getServiceStatus({ ctx: reachFor({ kind: 'pix', status } as ProviderPort) as unknown as Ctx });

test.each<[unknown, string | null, boolean | null]>([
  [{ status: 'ok' }, 'ok', true],
  ['UP', 'UP', true],
  [{ data: { state: 'degraded performance' } }, 'degraded performance', false],
  [{ health: true }, 'true', true],
  [{ status: 'PIX' }, 'PIX', null],
  [{ status: 'Sem incidentes' }, 'Sem incidentes', true],
  [{ status: 'Indisponível' }, 'Indisponível', false],
  [{}, null, null],
])('D: GET /status/ answering %j is %s', async (answer, words, well) => {
  expect(await serviceStatus(async () => answer)).toMatchObject({ answered: true, words, well });
});

test('D: a service without GET /status/ says nothing, one that cannot be reached is a fault', async () => {
  const provider = { code: 'ROUTE_NOT_FOUND', message: null, requestId: null, status: 404 };
  const absent = new GuicheError('not_supported', 'no', { provider });
  expect(await serviceStatus(() => Promise.reject(absent))).toMatchObject({ answered: false, well: null });
  await expect(
    serviceStatus(() => Promise.reject(new GuicheError('provider_timeout', 'late'))),
  ).rejects.toThrow();
});
