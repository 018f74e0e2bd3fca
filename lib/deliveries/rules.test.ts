import { describe, expect, it } from 'vitest';
import {
  type AttemptFacts,
  eventOfBody,
  eventOfStatus,
  GIVEN_UP_MS,
  hostOf,
  isDelivered,
  isEventOf,
  outcomeOf,
  statusClassOf,
  statusesOf,
} from '#lib/deliveries/rules.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const facts = (over: Partial<AttemptFacts> = {}): AttemptFacts => ({
  delivered: false,
  createdAt: NOW - 60_000,
  lastDeliveredAt: null,
  attempts: 1,
  lastAt: NOW - 60_000,
  ...over,
});

describe('an outcome', () => {
  it.each([
    ['delivered', facts({ delivered: true })],
    ['failed', facts()],
    ['recovered', facts({ lastDeliveredAt: NOW - 10_000, attempts: 2 })],
    // Delivered before this one failed: it is open again.
    ['failed', facts({ lastDeliveredAt: NOW - 120_000, attempts: 2 })],
    ['given_up', facts({ attempts: 40 })],
    ['failed', facts({ attempts: 39 })],
    ['given_up', facts({ createdAt: NOW - 2 * GIVEN_UP_MS, lastAt: NOW - GIVEN_UP_MS - 1 })],
    ['failed', facts({ createdAt: NOW - 2 * GIVEN_UP_MS, lastAt: NOW - GIVEN_UP_MS })],
    ['recovered', facts({ attempts: 40, lastDeliveredAt: NOW })],
  ])('is %s', (outcome, attempt) => {
    expect(outcomeOf(attempt, NOW)).toBe(outcome);
  });

  it('is judged by what the index knows: silence after that is no silence', () => {
    const old = facts({ lastAt: NOW - 2 * GIVEN_UP_MS });
    expect(outcomeOf(old, NOW - 2 * GIVEN_UP_MS)).toBe('failed');
  });
});

it.each([
  [200, '2xx', true],
  [204, '2xx', true],
  [301, '3xx', false],
  [422, '4xx', false],
  [503, '5xx', false],
  [null, 'none', false],
  [102, 'none', false],
] as const)('%s is %s', (status, name, delivered) => {
  expect(statusClassOf(status)).toBe(name);
  expect(isDelivered(status)).toBe(delivered);
  const range = statusesOf(name);
  if (range !== null && status !== null) expect(status >= range.from && status <= range.to).toBe(true);
});

it('derives the event from a dispute first, then from the status', () => {
  expect(eventOfBody({ status: 'COMPLETED', hasInfraction: false })).toBe('TRANSACTION_COMPLETED');
  expect(eventOfBody({ status: 'COMPLETED', hasInfraction: true })).toBe('INFRACTION_CHANGED');
  expect(eventOfBody({ status: null, hasInfraction: false })).toBeNull();
  expect(eventOfBody({ status: 'algo!', hasInfraction: false })).toBeNull();
});

describe('R6: the event of a status', () => {
  it.each([
    ['COMPLETED', 'TRANSACTION_COMPLETED'],
    ['PAID', 'TRANSACTION_COMPLETED'],
    ['pago', 'TRANSACTION_COMPLETED'],
    ['CANCELLED', 'TRANSACTION_CANCELED'],
    ['paymentDeclined', 'TRANSACTION_ERROR'],
    ['PARTIALLY_REFUNDED', 'TRANSACTION_PARTIALLY_REFUNDED'],
    ['SLEEPING', 'TRANSACTION_SLEEPING'],
  ])('%s is told by %s', (status, event) => {
    expect(eventOfStatus(status)).toBe(event);
    expect(eventOfBody({ status, hasInfraction: false })).toBe(event);
    expect(isEventOf(event, status)).toBe(true);
  });
  it('is the same under a service’s own name for it, and none of another state or thing', () => {
    expect(isEventOf('TRANSACTION_PAID', 'COMPLETED')).toBe(true);
    expect(isEventOf('TRANSACTION_COMPLETED', 'settled')).toBe(true);
    expect(isEventOf('TRANSACTION_PENDING', 'PAID')).toBe(false);
    expect(isEventOf('TRANSACTION_COMPLETED', 'PARTIALLY_REFUNDED')).toBe(false);
    expect(isEventOf('TRANSACTION_SLEEPING', 'WALKING')).toBe(false);
    expect(isEventOf('INFRACTION_CHANGED', 'COMPLETED')).toBe(false);
  });
});

it('tells receivers apart by host and port', () => {
  expect(hostOf('https://loja.example/pix?id=1')).toBe('loja.example');
  expect(hostOf('http://127.0.0.1:8080/x')).toBe('127.0.0.1:8080');
  expect(hostOf('not an address')).toBeNull();
  expect(hostOf(null)).toBeNull();
});
