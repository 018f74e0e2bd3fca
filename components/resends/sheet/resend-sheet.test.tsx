import { expect, test } from 'vitest';
import { shown } from '#components/app-shell/testing/shown.tsx';
import { type ResendDetail, resendOptions } from '#lib/resends/queries.ts';
import { FollowStep } from './resend-sheet.tsx';

const COUNTS = {
  total: 4,
  outside: 0,
  unreachable: 0,
  skipped: 0,
  requested: 4,
  unknown: 0,
  remaining: 0,
  accepted: 4,
  delivered: 3,
  failed: 1,
};
const sheet = (state: ResendDetail['state'], more: Partial<ResendDetail> = {}) => {
  const job = {
    id: 'rs_1',
    number: 12,
    state,
    pauseReason: null,
    pausedUntil: null,
    counts: COUNTS,
    requests: [],
    requestsTotal: 0,
    problem: null,
    ...more,
  };
  return shown(<FollowStep id="rs_1" />, { known: [{ of: resendOptions('pix', 'rs_1'), data: job }] }).text;
};

test('U4: a sheet says how its resend stands now, and that of one that is over no more is asked for', () => {
  expect(sheet('queued')).toMatch(/^R-12 agendado/);
  expect(sheet('running')).toMatch(/^R-12 em andamento/);
  expect(sheet('paused', { pauseReason: 'receiver_down' })).toMatch(/^R-12 espera o endereço responder/);
  for (const state of ['queued', 'running'] as const)
    expect(sheet(state)).toContain('Continua se você sair daqui');
  for (const state of ['completed', 'failed', 'cancelled'] as const) {
    expect(sheet(state)).not.toContain('agendado');
    expect(sheet(state)).toContain('Nada mais será pedido');
  }
});
