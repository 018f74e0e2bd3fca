import { expect, test } from 'vitest';
import { AccountMonitor, unreachedBy } from '#lib/core/http/health.ts';

function monitorAt(text = '2026-11-19T15:00:00.000Z') {
  const clock = { now: Date.parse(text) };
  return { clock, monitor: new AccountMonitor(() => clock.now) };
}
const read = { kind: 'success', latencyMs: 40, changing: false } as const;

test('nothing is known before the first call', () => {
  expect(monitorAt().monitor.health()).toMatchObject({
    state: 'unknown',
    circuit: 'closed',
    latencyMs: null,
  });
});

test('a success is good; a later failure is trouble until a minute after the next success', () => {
  const { clock, monitor } = monitorAt();
  monitor.report(read);
  expect(monitor.health()).toMatchObject({
    state: 'ok',
    lastSuccessAt: '2026-11-19T15:00:00.000Z',
    latencyMs: 40,
  });
  clock.now += 1_000;
  monitor.report({ kind: 'failure' });
  expect(monitor.health()).toMatchObject({ state: 'degraded', lastFailureAt: '2026-11-19T15:00:01.000Z' });
  clock.now += 1_000;
  monitor.report(read);
  expect(monitor.health().state).toBe('degraded');
  clock.now += 60_000;
  expect(monitor.health().state).toBe('ok');
});

test('an account that never answered, or whose circuit is open, is down', () => {
  const { monitor } = monitorAt();
  monitor.report({ kind: 'failure' });
  expect(monitor.health().state).toBe('down');
  monitor.report(read);
  for (let i = 0; i < 5; i += 1) monitor.circuit.fault();
  expect(monitor.health()).toMatchObject({ state: 'down', circuit: 'open' });
});

test('pauses count since the São Paulo midnight', () => {
  const { clock, monitor } = monitorAt('2026-11-19T02:59:00.000Z');
  monitor.report({ kind: 'pause', seconds: 7 });
  clock.now += 120_000;
  monitor.report({ kind: 'pause', seconds: 30 });
  expect(monitor.health()).toMatchObject({
    pauses: 1,
    lastPauseAt: '2026-11-19T03:01:00.000Z',
    lastPauseSeconds: 30,
  });
});

test('a refused address blocks until a call works; an unsigned contract until a change works', () => {
  const { monitor } = monitorAt();
  monitor.report({ kind: 'blocked', code: 'PZA203', sourceIp: '203.0.113.7', changing: false });
  expect(monitor.health()).toMatchObject({ state: 'down', blockedBy: 'PZA203', sourceIp: '203.0.113.7' });
  monitor.report(read);
  expect(monitor.health().blockedBy).toBeNull();
  monitor.report({ kind: 'blocked', code: 'PZA206', sourceIp: null, changing: true });
  monitor.report(read);
  expect(monitor.health()).toMatchObject({ state: 'degraded', blockedBy: 'PZA206' });
  monitor.report({ ...read, changing: true });
  expect(monitor.health().blockedBy).toBeNull();
});

test('U18: what of the address is wrong is known until anything answers', () => {
  const { monitor } = monitorAt();
  expect(monitor.health().unreached).toBeNull();
  for (const [fault, message, why] of [
    ['connect', 'ENOTFOUND: getaddrinfo', 'name'],
    ['connect', 'ECONNREFUSED: connect', 'refused'],
    ['timeout', 'no answer in 10000 ms', 'silent'],
    ['connect', 'SELF_SIGNED_CERT_IN_CHAIN: self-signed', 'certificate'],
    ['reset', 'ECONNRESET: read', 'other'],
  ] as const) {
    monitor.report({ kind: 'failure', unreached: unreachedBy({ fault, message }) });
    expect(monitor.health()).toMatchObject({ state: 'down', unreached: why });
  }
  monitor.report({ kind: 'blocked', code: 'PZA203', sourceIp: null, changing: false });
  expect(monitor.health().unreached, 'a refusal is an answer').toBeNull();
});

test('the latency is the median of the last twenty', () => {
  const { monitor } = monitorAt();
  for (let i = 0; i < 50; i += 1) monitor.report({ ...read, latencyMs: i });
  expect(monitor.health().latencyMs).toBe(40);
});
