import { describe, expect, it } from 'vitest';
import { filter } from '#lib/list/list.ts';
import { transactionsList } from '#lib/transactions/transactions.list.ts';
import { readBounds, readTyped } from './filter-editors.tsx';
import { boundsOf, type Field, fieldsOf, isSet, removal, type TextField, typedOf } from './typed.ts';

const FIELDS = fieldsOf(transactionsList.filters);
const field = (name: string) => FIELDS.find((one) => one.name === name) as Field;
const text = (name: string) => field(name) as TextField;

describe('U3: an amount', () => {
  const amount = { exact: true };
  const nothing = { amount: null, amountFrom: null, amountTo: null };
  it('is a range, either end open, or one amount', () => {
    expect(readBounds(amount, { from: '500', to: '' })).toEqual({
      filters: { ...nothing, amountFrom: 50_000 },
    });
    expect(readBounds(amount, { from: '', to: '0,30' })).toEqual({ filters: { ...nothing, amountTo: 30 } });
    expect(readBounds(amount, { from: '1.234,56', to: '1234,56' })).toEqual({
      filters: { ...nothing, amount: 123_456 },
    });
    expect(readBounds(amount, { from: '', to: ' ' })).toEqual({ filters: nothing });
  });
  it('says what is wrong with it', () => {
    expect(readBounds(amount, { from: '12,345', to: '' })).toEqual({ error: 'amount' });
    expect(readBounds(amount, { from: '0', to: '' })).toEqual({ error: 'amountZero' });
    expect(readBounds(amount, { from: '20', to: '10' })).toEqual({ error: 'crossed' });
  });
  it('has no name of its own where the service takes bounds only', () => {
    const [range] = fieldsOf([filter.range()]);
    expect(range?.kind === 'amount' && readBounds(range, { from: '5', to: '5' })).toEqual({
      filters: { amountFrom: 500, amountTo: 500 },
    });
  });
  it('is read from the address under either name', () => {
    expect(boundsOf({ amount: 30 })).toEqual({ from: 30, to: 30 });
    expect(boundsOf({ ...nothing, amountTo: 30 })).toEqual({ from: null, to: 30 });
  });
});

describe('typed filters', () => {
  it('send documents without punctuation, and only whole ones', () => {
    expect(readTyped(text('document'), '529.982.247-25')).toEqual({ store: { document: '52998224725' } });
    expect(readTyped(text('document'), '482.610.993-1')).toEqual({ error: 'document' });
  });
  it('keep names and documents out of the address', () => {
    expect(readTyped(text('name'), ' Mariana ')).toEqual({ store: { name: 'Mariana' } });
    expect(removal(field('document'))).toEqual({ store: { document: null } });
  });
  it('take a filter away when nothing is typed', () => {
    expect(readTyped(text('clientReference'), '  ')).toEqual({ filters: { clientReference: null } });
    expect(readTyped(text('name'), '')).toEqual({ store: { name: null } });
  });
  it('know an end-to-end id by its form', () => {
    expect(readTyped(text('endToEndId'), 'E4837261920261119165903aB3kQzLm2')).toHaveProperty('filters');
    expect(readTyped(text('endToEndId'), 'E48372619')).toEqual({ error: 'endToEndId' });
  });
  it.each([
    ['endToEndId', '"e4837261920261119165903aB3kQzLm2",', 'E4837261920261119165903aB3kQzLm2'],
    ['endToEndId', 'E2E: E48372619202611191659\u200b03aB3kQzLm2', 'E4837261920261119165903aB3kQzLm2'],
    ['clientReference', '“pedido\u00a07”', 'pedido 7'],
    ['clientReference', '(A1)', '(A1)'],
  ])('lose what stands around a pasted %s: %j', (name, typed, value) => {
    expect(readTyped(text(name), typed)).toEqual({ filters: { [name]: value } });
  });
  it('name a sign that an end-to-end id cannot hold, and clean no name', () => {
    expect(readTyped(text('endToEndId'), 'Е4837261920261119165903aB3kQzLm2')).toEqual({ error: 'sign' });
    expect(readTyped(text('name'), '“Ana”')).toEqual({ store: { name: '“Ana”' } });
  });
});

describe('filters in force', () => {
  const filters = { ...transactionsList.none, amountFrom: 18_990, f: 'abcdefgh' };
  it('distinguish document and name behind one id', () => {
    expect(isSet(field('document'), filters, { document: '1' })).toBe(true);
    expect(isSet(field('name'), filters, { document: '1' })).toBe(false);
    expect(isSet(field('amount'), filters, null)).toBe(true);
    expect(isSet(field('status'), filters, null)).toBe(false);
  });
  it('are written as they would be typed', () => {
    expect(typedOf(text('name'), filters, { name: 'Ana' })).toBe('Ana');
    expect(typedOf(text('clientReference'), filters, null)).toBe('');
  });
});
