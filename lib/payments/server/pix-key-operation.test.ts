import { expect, test } from 'vitest';
import { CREATE_KEY, REMOVE_KEY } from '#lib/payments/server/pix-key-operation.ts';

type Input = Parameters<NonNullable<typeof REMOVE_KEY.lookUp>>[0];
const looked = (status: string) =>
  REMOVE_KEY.lookUp?.({
    request: { id: 'k1' },
    port: { kind: 'hub', pixKeys: { list: async () => ({ items: [{ id: 'k1', status }] }) } },
    call: {},
  } as unknown as Input);

test.each(['REMOVED', 'removed', 'DELETED', 'KEY_DELETED', 'CANCELLED', 'excluída'])(
  'R6: a key that is listed as %s is gone',
  async (word) => {
    expect(await looked(word)).toEqual({ found: 'there', value: { id: 'k1' } });
  },
);

test.each(['ACTIVE', 'PENDING_REMOVAL', 'REMOVING', 'NOT_REMOVED', 'QWERTY'])(
  'R6: one that is %s is there still',
  async (word) => {
    expect(await looked(word)).toEqual({ found: 'absent', next: 'wait' });
  },
);

const made = async (key: string, reportedKey: string | null) => {
  const seen = await CREATE_KEY.lookUp?.({
    row: { id: 'op', accountId: 'hub', kind: 'pix-key.create' },
    request: { type: 'EMAIL', key, before: [] },
    port: {
      kind: 'hub',
      pixKeys: { list: async () => ({ items: [{ id: 'k1', key: reportedKey, status: 'ACTIVE' }] }) },
    },
    call: {},
  } as unknown as Parameters<NonNullable<typeof CREATE_KEY.lookUp>>[0]);
  return seen?.found;
};

test('a key that is starred in another way than here may be the one that was made', async () => {
  expect(await made('ana@example.com', 'a***@e***.com')).toBe('there');
  expect(await made('ana@example.com', '***')).toBe('unsure');
  expect(await made('ana@example.com', 'rui@example.com')).toBe('absent');
});
