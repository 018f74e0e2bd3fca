import { describe, expect, test } from 'vitest';
import { CallError } from '#lib/api/client.ts';
import type { Problem } from '#lib/core/errors.ts';
import { endOf } from './send-dialog.tsx';

const failed = (changes: Partial<Problem>) =>
  new CallError({ type: 'about:blank', title: '', status: 409, code: 'conflict', ...changes });
const provider = (code: string) => ({ code, message: null, requestId: 'req_1', status: 409 });

describe('endOf', () => {
  test('a lost answer of our own server is not known', () => {
    expect(endOf(new TypeError('aborted'))).toBe('lost');
    expect(endOf(failed({ status: 0, code: 'unavailable' }))).toBe('lost');
    expect(endOf(failed({ status: 500, code: 'internal' }))).toBe('lost');
  });
  test('already sent, under way, or closed: the page shows what there is', () => {
    expect(endOf(failed({ code: 'already_done', provider: provider('PZK212') }))).toBe('known_elsewhere');
    expect(endOf(failed({ operationId: 'op_1' }))).toBe('known_elsewhere');
    expect(endOf(failed({ existing: { state: 'closed' } }))).toBe('known_elsewhere');
  });
  test('another text than the one that was confirmed has to be looked at again', () => {
    expect(endOf(failed({ existing: { sections: {}, version: 4 } }))).toBe('moved');
    expect(endOf(failed({ existing: { text: 'x', digest: 'y' } }))).toBe('moved');
  });
  test('a clear refusal is one, also with a status of the provider’s', () => {
    expect(endOf(failed({ status: 422, code: 'provider_rejected', provider: provider('PZG422') }))).toBe(
      'refused',
    );
    expect(endOf(failed({ status: 403, code: 'forbidden' }))).toBe('refused');
    expect(endOf(failed({ status: 503, code: 'provider_unavailable', operationId: 'op_1' }))).toBe('refused');
  });
});
