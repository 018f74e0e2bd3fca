import { expect, test } from 'vitest';
import { shown } from '#components/app-shell/testing/shown.tsx';
import type { Health } from '#lib/overview/contract.ts';
import { blockQuery, healthQuery, serviceStatusQuery } from '#lib/overview/queries.ts';
import { HealthPanel } from './health-panel.tsx';

const NOTHING: Health = {
  ...{ state: 'unknown', lastSuccessAt: null, lastFailureAt: null, unreached: null, host: 'pix.example' },
  ...{ latencyMs: null, circuit: 'closed', pauses: 0, lastPauseAt: null, lastPauseSeconds: null },
  ...{ blockedBy: null, sourceIp: null, certificate: null, auditBroken: null },
};
const AT = '2026-11-22T12:03:00.000Z';
const panel = (health: Partial<Health>, operations?: string[]) =>
  shown(<HealthPanel account="pix" />, {
    known: [
      { of: healthQuery('pix'), data: { ...NOTHING, ...health } },
      {
        of: blockQuery('pix'),
        data: { block: operations === undefined ? null : { operations, changedAt: AT } },
      },
    ],
  }).text;

test('U18: access is granted only where something was reached; before, it is not known', () => {
  expect(panel({ state: 'down', lastFailureAt: AT })).toContain('Acesso ainda não conferido: nada respondeu');
  expect(panel({ state: 'down', lastFailureAt: AT })).not.toContain('Acesso liberado');
  expect(panel({})).not.toMatch(/Acesso/);
  expect(panel({ state: 'ok', lastSuccessAt: AT })).toContain('Acesso liberado');
  const refused = panel({ state: 'ok', lastSuccessAt: AT, blockedBy: 'PZA203', sourceIp: '192.0.2.7' });
  expect(refused).not.toContain('Acesso liberado');
  expect(refused).toContain('192.0.2.7');
});

test('D: the bank’s block stands in the health panel beside an access that is granted', () => {
  const text = panel({ state: 'ok', lastSuccessAt: AT }, ['WITHDRAW']);
  expect(text).toMatch(/Desde dom 22 nov, 09:03\..*Recusa: saques\./);
  expect(text).toContain('Acesso liberado');
});

test.each([
  [true, 'operational', 'Status do provedor: OK'],
  [false, 'degraded', 'O serviço diz que algo falha'],
  [null, 'v1.8.0', 'O serviço informa o estado dele'],
])(
  'D: what GET /status/ says (%s) stands in the health panel, where the service answers it',
  (well, words, label) => {
    const status = (answered: boolean, capabilities: string[]) =>
      shown(<HealthPanel account="pix" />, {
        account: { capabilities },
        known: [
          { of: healthQuery('pix'), data: NOTHING },
          { of: blockQuery('pix'), data: { block: null } },
          { of: serviceStatusQuery('pix'), data: { answered, well, words } },
        ],
      }).text;
    expect(status(true, ['service-status'])).toContain(`${label}${words}`);
    expect(status(false, ['service-status'])).not.toContain('O serviço');
  },
);
