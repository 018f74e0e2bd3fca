import { expect, test } from 'vitest';
import type { Problem } from '../core/errors.ts';
import { CallError } from './client.ts';
import { endsIntent } from './use-intent-key.ts';

const failed = (problem: Partial<Problem>) =>
  new CallError({ type: 'about:blank', title: 'x', status: 400, code: 'invalid_request', ...problem });

test.each<[string, Partial<Problem>, boolean]>([
  ['no answer', { status: 0, code: 'unavailable' }, false],
  ['a proof is due', { status: 403, code: 'step_up_required' }, false],
  ['own database away', { status: 503, code: 'unavailable' }, false],
  ['a proxy in between', { status: 502, code: 'unavailable' }, false],
  ['the first call still runs', { status: 409, code: 'conflict' }, false],
  ['another operation is open', { status: 409, code: 'conflict', operationId: 'op_1' }, true],
  ['refused by the provider', { status: 422, code: 'provider_rejected', operationId: 'op_1' }, true],
  ['bad value', { status: 400, code: 'invalid_request' }, true],
  ['permission missing', { status: 403, code: 'forbidden' }, true],
])('after "%s" the intent is over: %#', (_, problem, over) => {
  expect(endsIntent(failed(problem))).toBe(over);
});

test('a defect of the page ends nothing', () => {
  expect(endsIntent(new Error('x'))).toBe(false);
});
