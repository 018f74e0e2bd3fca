import { describe, expect, test } from 'vitest';
import type { ResendDetail } from '#lib/resends/queries.ts';
import { activitiesOf } from './activity-panel.tsx';

type Request = ResendDetail['requests'][number];
const at = (second: number) => `2026-11-19T17:00:${String(second).padStart(2, '0')}.000Z`;
const request = (number: number, changes: Partial<Request>): Request => ({
  number,
  route: 'filter',
  from: null,
  to: null,
  transactions: 400,
  state: 'planned',
  accepted: null,
  truncated: false,
  sentAt: null,
  endedAt: null,
  code: null,
  providerRequestId: null,
  ...changes,
});
const JOB = {
  state: 'running' as const,
  createdAt: at(0),
  completedAt: null,
  pausedUntil: null,
  followedUntil: null,
  problem: null,
  requests: [] as Request[],
};
const accepted = (number: number, second: number, items: number | null = 400) =>
  request(number, { state: 'accepted', accepted: items, sentAt: at(second - 1), endedAt: at(second) });

describe('activity log of a resend', () => {
  test('begins with who scheduled it', () => {
    expect(activitiesOf(JOB, 0)).toEqual({ past: [{ kind: 'scheduled', at: at(0) }], ahead: null });
  });
  test('folds accepted requests until something else happens', () => {
    const requests = [
      accepted(1, 5, 402),
      accepted(2, 9, null),
      request(3, { state: 'unknown', sentAt: at(12) }),
      accepted(4, 20),
      request(5, { state: 'planned' }),
    ];
    expect(activitiesOf({ ...JOB, requests }, 0).past).toEqual([
      { kind: 'accepted', at: at(20), first: 4, last: 4, requests: 1, items: 400 },
      { kind: 'unknown', at: at(12), number: 3 },
      { kind: 'accepted', at: at(9), first: 1, last: 2, requests: 2, items: 802 },
      { kind: 'scheduled', at: at(0) },
    ]);
  });
  test('a refusal carries its code', () => {
    const requests = [request(1, { state: 'refused', code: 'PZW310', sentAt: at(2), endedAt: at(3) })];
    expect(activitiesOf({ ...JOB, requests }, 0).past[0]).toEqual({
      kind: 'refused',
      at: at(3),
      number: 1,
      code: 'PZW310',
    });
  });
  test('while it waits, the next try stands ahead; without a time there is none', () => {
    const requests = [accepted(1, 5), request(2, { state: 'waiting' }), request(3, {})];
    const paused = { ...JOB, state: 'paused' as const, requests };
    expect(activitiesOf({ ...paused, pausedUntil: at(53) }, 0).ahead).toEqual({
      kind: 'next',
      at: at(53),
      number: 2,
    });
    expect(activitiesOf(paused, 0).ahead).toBeNull();
  });
  test('ends with its end, and with the end of the following once that is past', () => {
    const done = { ...JOB, state: 'cancelled' as const, completedAt: at(30), followedUntil: at(40) };
    expect(activitiesOf(done, Date.parse(at(35))).past.map(({ kind }) => kind)).toEqual([
      'cancelled',
      'scheduled',
    ]);
    expect(activitiesOf(done, Date.parse(at(40))).past.map(({ kind }) => kind)).toEqual([
      'followed',
      'cancelled',
      'scheduled',
    ]);
  });
});
