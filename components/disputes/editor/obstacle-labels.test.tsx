import { expect, test } from 'vitest';
import { shown } from '#components/app-shell/testing/shown.tsx';
import type { DefensePreview, DisputeDetail, Draft } from '#lib/disputes/contract.ts';
import { DefenseDraftProvider } from './defense-draft.tsx';
import { Obstacles } from './send-dialog.tsx';

const detail = {
  dispute: { id: 'd', reason: null },
  limits: { characters: 1000 },
} as unknown as DisputeDetail;
const first: Draft = {
  ...{
    disputeId: 'd',
    version: 1,
    situation: null,
    checked: [],
    letterAsPdf: true,
    attachments: [],
    facts: [],
  },
  sections: { sale: '', delivery: '', contact: '', conclusion: '' },
  ...{ updatedAt: null, updatedBy: null },
};
const SIGNS: DefensePreview['signs'] = [
  { sign: '👍', section: 'sale' },
  { sign: '訴', section: 'sale' },
  { sign: '\ue000', section: 'contact' },
];
const text = (locale: 'pt-BR' | 'en') => {
  const preview = { obstacles: ['no_glyph'], signs: SIGNS } as unknown as DefensePreview;
  return shown(
    <DefenseDraftProvider account="pix" detail={detail} first={first}>
      {() => <Obstacles preview={preview} />}
    </DefenseDraftProvider>,
    { locale },
  ).text;
};

test('signs that the PDF cannot show are named with their sections, one that nothing shows by its number', () => {
  expect(text('pt-BR')).toContain('estes sinais: Venda: 👍 訴; Contato: U+E000. Troque ou apague.');
  expect(text('en')).toContain('these signs: Sale: 👍 訴; Contact: U+E000. Replace or delete them.');
});
