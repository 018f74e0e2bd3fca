import { expect, test } from 'vitest';
import { DEACTIVATE, REACTIVATE } from '#lib/card/server/recurrences.ts';

type Given = Parameters<NonNullable<typeof DEACTIVATE.lookUp>>[0];
const looked = async (kind: typeof DEACTIVATE, status: string | null) => {
  const looked = await kind.lookUp?.({
    row: { target: 'r1' },
    request: {},
    port: { kind: 'card', card: { recurrences: { get: async () => ({ id: 'r1', status }) } } },
    call: {},
  } as unknown as Given);
  return looked?.found;
};

test.each([
  ['ACTIVE', 'there', 'absent'],
  ['enabled', 'there', 'absent'],
  ['RECURRENCE_PAUSED', 'absent', 'there'],
  ['Suspended', 'absent', 'there'],
  ['INACTIVE', 'absent', 'there'],
  // Of what is over, or of a word that nobody knows, neither can be told.
  ['CANCELLED', 'unsure', 'unsure'],
  ['QWERTY', 'unsure', 'unsure'],
  [null, 'unsure', 'unsure'],
])('R6: a recurrence that is %s: taken up again %s, stopped %s', async (word, on, off) => {
  expect(await looked(REACTIVATE, word)).toBe(on);
  expect(await looked(DEACTIVATE, word)).toBe(off);
});
