import { describe, expect, test } from 'vitest';
import { shortId } from './copy-button.tsx';

describe('shortId', () => {
  test('keeps what is short whole', () => {
    expect(shortId('pedido-48291')).toBe('pedido-48291');
  });
  test('keeps head and tail of the rest', () => {
    expect(shortId('txn_7f3a0b62d118c94e')).toBe('txn_7f3a…c94e');
  });
  test('keeps the bank of an end-to-end id', () => {
    expect(shortId('E4837261920261119165903aB3kQzLm2')).toBe('E48372619…3kQzLm2');
  });
});
