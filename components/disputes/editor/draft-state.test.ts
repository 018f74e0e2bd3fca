import { expect, test } from 'vitest';
import type { Draft } from '#lib/disputes/contract.ts';
import { arrival, changedSections, sameWritten, writtenIn } from './draft-state.ts';

const draft = (version: number, sale = '', changes: Partial<Draft> = {}): Draft => ({
  disputeId: 'd',
  version,
  situation: null,
  sections: { sale, delivery: '', contact: '', conclusion: '' },
  checked: [],
  letterAsPdf: false,
  attachments: [],
  facts: [],
  updatedAt: null,
  updatedBy: null,
  ...changes,
});
const mine = (sale: string) => writtenIn(draft(0, sale));

test('an older or the same version changes nothing', () => {
  expect(arrival(draft(3, 'a'), mine('b'), draft(3, 'c'))).toBe('same');
});
test('without own words the newer version is followed', () => {
  expect(arrival(draft(3, 'a'), mine('a'), draft(4, 'c'))).toBe('follow');
});
test('the same words are no conflict', () => {
  expect(arrival(draft(3, 'a'), mine('c'), draft(4, 'c'))).toBe('follow');
});
test('an attachment by someone else keeps what is being written', () => {
  expect(arrival(draft(3, 'a'), mine('b'), draft(4, 'a'))).toBe('rebase');
});
test('two texts over one version have to be settled', () => {
  expect(arrival(draft(3, 'a'), mine('b'), draft(4, 'c'))).toBe('conflict');
});
test('ticks count whatever their order', () => {
  const ticks = (checked: string[]) => writtenIn(draft(0, '', { checked }));
  expect(sameWritten(ticks(['a', 'b']), ticks(['b', 'a']))).toBe(true);
  expect(sameWritten(ticks(['a']), ticks(['b']))).toBe(false);
});
test('changed sections in the letter’s order', () => {
  const other = { sale: 'x', delivery: '', contact: 'y', conclusion: '' };
  expect(changedSections(draft(0).sections, other)).toEqual(['sale', 'contact']);
});
