import { expect, test } from 'vitest';
import { Circuit } from '#lib/core/http/health.ts';

function circuitAt(start = 0) {
  const clock = { now: start };
  return { clock, circuit: new Circuit(() => clock.now) };
}
const times = (count: number, run: () => void) => Array.from({ length: count }, run);

test('five faults in ten seconds open it, four do not', () => {
  const { circuit } = circuitAt();
  times(4, () => circuit.fault());
  expect(circuit.state).toBe('closed');
  circuit.fault();
  expect(circuit.state).toBe('open');
  expect(circuit.admit()).toBe(15_000);
});

test('faults older than ten seconds, or before a success, do not count', () => {
  const { circuit, clock } = circuitAt();
  times(4, () => circuit.fault());
  clock.now = 10_000;
  circuit.fault();
  expect(circuit.state).toBe('closed');
  times(3, () => circuit.fault());
  circuit.success();
  times(4, () => circuit.fault());
  expect(circuit.state).toBe('closed');
});

test('after fifteen seconds one call tries: success closes it, a fault opens it again', () => {
  const { circuit, clock } = circuitAt();
  times(5, () => circuit.fault());
  clock.now = 15_000;
  expect(circuit.state).toBe('half_open');
  expect(circuit.admit()).toBe(0);
  expect(circuit.admit()).toBeGreaterThan(0);
  circuit.fault();
  expect(circuit.state).toBe('open');
  clock.now = 30_000;
  expect(circuit.admit()).toBe(0);
  circuit.success();
  expect(circuit.state).toBe('closed');
  expect(circuit.admit()).toBe(0);
});

test('a try given up by its caller leaves the way to the next', () => {
  const { circuit, clock } = circuitAt();
  times(5, () => circuit.fault());
  clock.now = 15_000;
  circuit.admit();
  circuit.neither();
  expect(circuit.admit()).toBe(0);
});

test('an urgent call tries an open circuit early, one at a time, and does not make the others wait longer', () => {
  const { circuit, clock } = circuitAt();
  times(5, () => circuit.fault());
  clock.now = 1_000;
  expect(circuit.admit({ urgent: true })).toBe(14_000);
  clock.now = 3_000;
  expect(circuit.admit()).toBe(12_000);
  expect(circuit.admit({ urgent: true })).toBe(0);
  expect(circuit.admit({ urgent: true })).toBe(1000);
  circuit.fault();
  expect(circuit.admit()).toBe(12_000);
  clock.now = 6_000;
  expect(circuit.admit({ urgent: true })).toBe(0);
  circuit.success();
  expect(circuit.state).toBe('closed');
});
