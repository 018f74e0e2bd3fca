// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { placed } from '#components/app-shell/testing/shown.tsx';
import type { Locale } from '#lib/core/i18n/locales.ts';
import type { DisputeDetail, Draft } from '#lib/disputes/contract.ts';
import { draftOptions, lastTryOptions } from '#lib/disputes/queries.ts';
import { DefenseDraftProvider } from './defense-draft.tsx';
import { DefenseEditor } from './defense-editor.tsx';

beforeEach(() => {
  // Nothing answers here: what is written stays in the fields.
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

const detail = {
  dispute: { id: 'd1', reason: 'SCAM', transactionId: null },
  limits: { characters: 1_000 },
} as unknown as DisputeDetail;
const EMPTY = { sale: '', delivery: '', contact: '', conclusion: '' };

function written(sections: Partial<typeof EMPTY>, locale: Locale = 'pt-BR') {
  const first: Draft = {
    ...{ disputeId: 'd1', version: 1, situation: 'scam', letterAsPdf: false, attachments: [] },
    ...{ facts: [{ name: 'e2e', text: 'E123' }], checked: [], updatedAt: null, updatedBy: null },
    sections: { ...EMPTY, ...sections },
  };
  const editor = (
    <DefenseDraftProvider account="pix" detail={detail} first={first}>
      {() => <DefenseEditor />}
    </DefenseDraftProvider>
  );
  const known = [
    { of: draftOptions('pix', 'd1'), data: first },
    { of: lastTryOptions('pix', 'd1'), data: { items: [] } },
  ];
  render(placed(editor, { locale, known }).element);
}

const fields = () => screen.getAllByRole('textbox') as HTMLTextAreaElement[];
function chosen() {
  const field = document.activeElement as HTMLTextAreaElement;
  return field.value.slice(field.selectionStart, field.selectionEnd);
}

test('Tab goes from gap to gap in the order of the letter, from its first one, and leaves behind the last', async () => {
  const user = userEvent.setup();
  written({ sale: 'Pedido [número]: [produto].', contact: 'Em [data].' });
  fields()[0]?.focus();
  const seen: string[] = [];
  for (let press = 0; press < 3; press += 1) {
    await user.tab();
    seen.push(chosen());
  }
  expect(seen).toEqual(['[número]', '[produto]', '[data]']);
  await user.tab({ shift: true });
  expect(chosen()).toBe('[produto]');
  await user.keyboard('2 livros');
  expect(fields()[0]?.value).toBe('Pedido [número]: 2 livros.');
  await user.tab();
  await user.tab();
  expect(document.activeElement).toBe(fields()[3]);
});

test.each([
  ['pt-BR', 'Pedido [referência do pedido].'],
  ['en', 'Pedido [order reference].'],
] as const)('read in %s, a fact without a value is a gap in that language', async (locale, text) => {
  written({ sale: 'Pedido {{reference}}.' }, locale);
  expect(fields()[0]?.value).toBe(text);
});
