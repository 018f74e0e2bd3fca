import { expect, test } from 'vitest';
import type { Draft } from '#lib/disputes/contract.ts';
import { arrival, changedSections, joinOf, sameWritten, writtenIn } from './draft-saver.ts';

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
test('without own text the newer version is followed', () => {
  expect(arrival(draft(3, 'a'), mine('a'), draft(4, 'c'))).toBe('follow');
});
test('the same text is no conflict', () => {
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

const text = (sale: string, delivery: string, more: Partial<Draft> = {}) =>
  writtenIn(draft(0, '', { sections: { sale, delivery, contact: '', conclusion: '' }, ...more }));

test('joined, a section that one side changed is taken from it, and those of both are named', () => {
  const over = text('a', 'b');
  expect(joinOf(over, text('a mine', 'b'), text('a', 'b theirs'))).toMatchObject({
    ...{ mine: ['sale'], theirs: ['delivery'], both: [] },
    written: { sections: { sale: 'a mine', delivery: 'b theirs' } },
  });
  const clash = [over, text('a mine', 'b mine'), text('a theirs', 'b')] as const;
  expect(joinOf(...clash)).toMatchObject({ mine: ['delivery'], both: ['sale'] });
  expect(joinOf(...clash, { sale: 'theirs' }).written.sections).toMatchObject({
    ...{ sale: 'a theirs', delivery: 'b mine' },
  });
  expect(joinOf(...clash, { sale: 'mine' }).written.sections.sale).toBe('a mine');
});
test('joined without the text both began from, every section that differs needs a choice', () => {
  expect(joinOf(null, text('a mine', 'b'), text('a', 'b'))).toMatchObject({ mine: [], both: ['sale'] });
});
test('joined, ticks and the situation follow the side that changed them', () => {
  const over = text('', '', { checked: ['a', 'b'], situation: 'scam' });
  const here = text('', '', { checked: ['a', 'b', 'c'], situation: 'scam' });
  const there = text('', '', { checked: ['b', 'd'], situation: 'other', letterAsPdf: true });
  expect(joinOf(over, here, there).written).toMatchObject({
    ...{ checked: ['b', 'c', 'd'], situation: 'other', letterAsPdf: true },
  });
});
