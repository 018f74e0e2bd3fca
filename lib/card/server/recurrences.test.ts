import { expect, test } from 'vitest';
import { DEACTIVATE, REACTIVATE } from '#lib/card/server/recurrences.ts';

type LookUpArgs = Parameters<NonNullable<typeof DEACTIVATE.lookUp>>[0];
const lookUpStatus = async (kind: typeof DEACTIVATE, status: string | null) => {
  const answer = await kind.lookUp?.({
    row: { target: 'r1' },
    request: {},
    port: { kind: 'card', card: { recurrences: { get: async () => ({ id: 'r1', status }) } } },
    call: {},
  } as unknown as LookUpArgs);
  return answer?.found;
};

test.each([
  ['ACTIVE', 'there', 'absent'],
  ['enabled', 'there', 'absent'],
  ['RECURRENCE_PAUSED', 'absent', 'there'],
  ['Suspended', 'absent', 'there'],
  ['INACTIVE', 'absent', 'there'],
  // A status that ended, or an unknown one, proves neither.
  ['CANCELLED', 'unsure', 'unsure'],
  ['QWERTY', 'unsure', 'unsure'],
  [null, 'unsure', 'unsure'],
])('R6: a recurrence that is %s: taken up again %s, stopped %s', async (word, on, off) => {
  expect(await lookUpStatus(REACTIVATE, word)).toBe(on);
  expect(await lookUpStatus(DEACTIVATE, word)).toBe(off);
});
