import { expect, test } from 'vitest';
import type { OperationRow } from '#lib/operations/server/kind.ts';
import { CREATE_KEY, DEFAULT_KEY, REMOVE_KEY } from '#lib/payments/server/pix-key-operation.ts';
import { hubOver, ok } from '#lib/providers/hub/testing/test-hub.ts';
import { REGISTER_WEBHOOK, REMOVE_WEBHOOK } from '#lib/webhooks/server/change-webhook.ts';

const row = {} as OperationRow;
const KEYS = [{ id: 'k1', key: 'ana@b.example', type: 'EMAIL', isDefault: false }];
const HOOKS = [{ id: 'w1', url: 'https://a.example/' }];
const URL = 'https://b.example/';
const key = { type: 'EMAIL', key: 'bia@b.example', before: null };
const hook = { url: URL, events: [], generateSecret: false, endpoint: null };

/** The wrong conclusion about each, where one row of the list cannot be read. */
test.each<
  [string, object[], object[], ((given: never) => Promise<{ found: string }>) | undefined, object, string]
>([
  ['a named key', KEYS, [{ id: 'k2' }], CREATE_KEY.lookUp, key, 'absent'],
  ['a default key', KEYS, [{ key: 'x' }], DEFAULT_KEY.lookUp, { id: 'k9' }, 'absent'],
  ['a removed key', KEYS, [{ key: 'x' }], REMOVE_KEY.lookUp, { id: 'k9' }, 'there'],
  ['a new endpoint', HOOKS, [{ id: 'w2' }], REGISTER_WEBHOOK.lookUp, hook, 'absent'],
  ['a removed endpoint', HOOKS, [{ url: URL }], REMOVE_WEBHOOK.lookUp, { id: 'w9' }, 'there'],
])(
  'R1: %s is not judged by a list of which a row could not be read',
  async (_, rows, odd, ask, request, else_) => {
    const found = async (data: unknown[]) => {
      const { port } = hubOver([ok({ data })]);
      return (await ask?.({ row, request, port, call: {} } as never))?.found;
    };
    expect(await found(rows)).toBe(else_);
    expect(await found([...rows, ...odd])).toBe('unsure');
    expect(await found([...rows, 'what is no row'])).toBe('unsure');
  },
);
