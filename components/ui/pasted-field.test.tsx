// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { type ClipboardEvent, type ReactElement, useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { placed, shown } from '#components/app-shell/testing/shown.tsx';
import type { Paste } from '#lib/core/clean.ts';
import { PastedField, usePasted, wholeText } from './pasted-field.tsx';

afterEach(cleanup);

const nothing = () => undefined;
const field = (paste: Paste, value: string, locale: 'pt-BR' | 'en' = 'pt-BR') =>
  shown(<PastedField paste={paste} label="Id" value={value} onChange={nothing} />, { locale });

test('a sign that no value of the kind holds is named at the field, while it stands there', () => {
  expect(field('token', 'abcé').text).toContain('é (U+00E9)');
  expect(field('id', 'tх_1', 'en').text).toContain('cannot stand here: х (U+0445)');
  expect(field('token', 'abcé').markup).toContain('aria-invalid="true"');
  expect(field('token', ' “abc”\u200b ').markup).not.toContain('aria-invalid="true"');
  expect(field('reference', 'pedido é').markup).not.toContain('aria-invalid="true"');
});

/** The text that the field has after a paste, and whether the browser's own paste was prevented. */
function pasted(
  paste: Paste,
  text: string,
  { value = '', at = [0, 0] as [number, number], maxLength = 64 } = {},
) {
  let [next, prevented] = [value, false];
  let handle: ReturnType<typeof usePasted<HTMLInputElement>>['onPaste'] = nothing;
  function Probe(): ReactElement {
    const onChange = (changed: string) => {
      next = changed;
    };
    handle = usePasted<HTMLInputElement>({ paste, value, maxLength, onChange }).onPaste;
    return <i />;
  }
  shown(<Probe />);
  const event = {
    currentTarget: { value, selectionStart: at[0], selectionEnd: at[1] },
    clipboardData: { getData: () => text },
    preventDefault: () => {
      prevented = true;
    },
  };
  handle(event as unknown as ClipboardEvent<HTMLInputElement>);
  return { next, prevented };
}

test.each<[string, Paste, string, { value?: string; at?: [number, number]; maxLength?: number }, string]>([
  ['a labelled id', 'id', '"id": "tx_1",\n', {}, 'tx_1'],
  ['a key with its link', 'key', 'mailto:ana@loja.br', {}, 'ana@loja.br'],
  ['a token with its scheme', 'token', 'Bearer abc', {}, 'abc'],
  ['a part between', 'id', '\u200b34', { value: '1256', at: [2, 2] }, '123456'],
  ['in place of a selection', 'id', ' 9 ', { value: '123', at: [1, 2] }, '193'],
  // Cut by its length it would be another amount.
  ['what fits once it is cleaned', 'amount', 'Valor total: R$ 1.234,56', { maxLength: 16 }, 'R$ 1.234,56'],
  [
    'what is too long, whole',
    'amount',
    '123.456.789.123.456,78',
    { maxLength: 16 },
    '123.456.789.123.456,78',
  ],
])('pastes %s', (_, paste, text, more, next) => {
  expect(pasted(paste, text, more)).toEqual({ next, prevented: true });
});

test('what needs no cleaning is left to the browser', () => {
  expect(pasted('id', 'tx_1')).toEqual({ next: '', prevented: false });
  expect(wholeText({ value: 'a', selectionStart: null, selectionEnd: null }, 'b')).toBeNull();
});

/** A field with its own state, and the hint below it. */
function ControlledField({ first }: { first: string }) {
  const [value, setValue] = useState(first);
  return <PastedField paste="id" label="Id" hint="de 1 a 64" value={value} onChange={setValue} />;
}
const fieldWith = (first: string) => {
  render(placed(<ControlledField first={first} />).element);
  return screen.getByRole<HTMLInputElement>('textbox');
};

test('what was taken away stands below until the value changes', () => {
  const box = fieldWith('');
  expect(screen.getByText('de 1 a 64')).toBeTruthy();
  fireEvent.paste(box, { clipboardData: { getData: () => '“tx_1”' } });
  expect(box.value).toBe('tx_1');
  expect(screen.getByText(/aspas/)).toBeTruthy();
  expect(screen.queryByText('de 1 a 64')).toBeNull();
  fireEvent.change(box, { target: { value: 'tx_12' } });
  expect(screen.queryByText(/aspas/)).toBeNull();
  expect(screen.getByText('de 1 a 64')).toBeTruthy();
});

test('a value that was typed is cleaned when the field is left; a clean one stays as it is', () => {
  const box = fieldWith('"tx_1"');
  fireEvent.blur(box);
  expect(box.value).toBe('tx_1');
  expect(screen.getByText(/aspas/)).toBeTruthy();
  cleanup();
  const clean = fieldWith('tx_1');
  fireEvent.blur(clean);
  expect(clean.value).toBe('tx_1');
  expect(screen.getByText('de 1 a 64')).toBeTruthy();
});

test('half a selection is none', () => {
  expect(wholeText({ value: 'a', selectionStart: 0, selectionEnd: null }, 'b')).toBeNull();
  expect(wholeText({ value: 'a', selectionStart: null, selectionEnd: 0 }, 'b')).toBeNull();
});
