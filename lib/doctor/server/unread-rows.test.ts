import { expect, test } from 'vitest';
import { unreadOf } from '#lib/doctor/server/unread.ts';
import { readStatement } from '#lib/providers/pix/wire-statement.ts';
import { hearUnreadable } from '#lib/providers/unreadable.ts';

const heardOf = async (json: unknown) => {
  const heard: string[] = [];
  await hearUnreadable(
    (field, times) => heard.push(...Array<string>(times).fill(field)),
    async () => readStatement(json),
  );
  return heard;
};

test.each([
  ['entries that are no rows', { bankStatements: [{ id: 'a' }, 'b', 7, null] }, 3],
  ['rows that are counted and do not come', { bankStatements: [], total: 40 }, 40],
  ['all there', { bankStatements: [{ id: 'a' }], total: 1 }, 0],
] as const)('R1: the doctor counts rows that came against rows that are shown: %s', async (_, json, lost) => {
  const heard = await heardOf(json);
  const { found } = unreadOf([], [], heard);
  expect(found).toEqual(lost === 0 ? [] : [{ field: '(row)', why: 'unreadable', count: lost, of: lost }]);
});
