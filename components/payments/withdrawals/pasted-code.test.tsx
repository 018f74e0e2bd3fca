// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { placed } from '#components/app-shell/testing/shown.tsx';
import vectors from '#lib/core/fixtures/vectors/br-codes.json';
import { ReceiverPart, type Withdrawal } from './withdrawals-view.tsx';

const CODE = vectors.valid[0]?.code ?? '';
const BROKEN = `${CODE.slice(0, 60)}\r\n${CODE.slice(60)}`;

afterEach(cleanup);

/** The receiver's fields as they stand with these values, and what is written and looked up. */
function drawn(values: { way: 'key' | 'code'; key?: string; code?: string }) {
  const set = vi.fn();
  const find = vi.fn();
  const withdrawal = {
    values: { key: '', keyType: null, code: '', ...values },
    set,
    find,
    errorText: (code: string) => code,
    refused: null,
    busy: false,
    receiver: null,
    unseen: false,
    shown: false,
    recurrence: false,
    byCode: values.way === 'code',
    readAgainAfter: () => false,
    form: { at: () => ({ error: null }), errors: new Map(), tried: false },
  } as unknown as Withdrawal;
  render(placed(<ReceiverPart withdrawal={withdrawal} />).element);
  const paste = (field: HTMLElement, text: string) =>
    !fireEvent.paste(field, { clipboardData: { getData: () => text } });
  return { set, find, paste };
}

test('a code pasted as a key goes to the code’s field, without the line break of a letter', () => {
  const { set, find, paste } = drawn({ way: 'key' });
  expect(paste(screen.getByRole('textbox'), BROKEN)).toBe(true);
  expect(set).toHaveBeenCalledWith({ way: 'code', code: CODE });
  expect(find).toHaveBeenCalledWith({ way: 'code', code: CODE });
});

test.each(['ana@example.com', '+55 11 98765-0001', '529.982.247-25'])('%s stays with the key', (key) => {
  const { find, paste } = drawn({ way: 'key' });
  paste(screen.getByRole('textbox'), key);
  expect(find).not.toHaveBeenCalledWith(expect.objectContaining({ way: 'code' }));
});

test('a code pasted into the empty field is read at once', () => {
  const { set, find, paste } = drawn({ way: 'code' });
  expect(paste(screen.getByRole('textbox'), `“${BROKEN}”`)).toBe(true);
  expect(set).toHaveBeenCalledWith({ code: CODE });
  expect(find).toHaveBeenCalledWith({ code: CODE });
});

test.each([
  ['behind what stands there', '0002', CODE],
  ['of seven signs', '', '0002012'],
])('a text pasted %s is the browser’s to insert', (_, code, text) => {
  const { set, find, paste } = drawn({ way: 'code', code });
  expect(paste(screen.getByRole('textbox'), text)).toBe(false);
  expect(set).not.toHaveBeenCalled();
  expect(find).not.toHaveBeenCalled();
});
