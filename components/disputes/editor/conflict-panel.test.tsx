import { expect, test } from 'vitest';
import { shown } from '#components/app-shell/testing/shown.tsx';
import type { DisputeDetail, Draft } from '#lib/disputes/contract.ts';
import { draftOptions } from '#lib/disputes/queries.ts';
import { DefenseDraftProvider } from './defense-draft.tsx';
import { ConflictPanel } from './defense-editor.tsx';

const draft = (version: number, sale: string): Draft => ({
  ...{
    disputeId: 'd',
    version,
    situation: null,
    checked: [],
    letterAsPdf: false,
    attachments: [],
    facts: [],
  },
  sections: { sale, delivery: '', contact: '', conclusion: '' },
  ...{ updatedAt: '2026-11-19T14:02:31.000Z', updatedBy: { id: 'cf', name: 'Caio Fontes' } },
});
const detail = {
  dispute: { id: 'd', reason: null },
  limits: { characters: 1000 },
} as unknown as DisputeDetail;
const panel = (theirs: Draft, locale: 'pt-BR' | 'en' = 'pt-BR') =>
  shown(
    <DefenseDraftProvider account="pix" detail={detail} first={draft(7, 'before')}>
      {() => <ConflictPanel theirs={theirs} />}
    </DefenseDraftProvider>,
    { locale, known: [{ of: draftOptions('pix', 'd'), data: draft(7, 'before') }] },
  );

test('instead of choosing one of two drafts both can be joined; the panel shows what only one side changed', () => {
  expect(panel(draft(8, 'theirs')).text).toMatch(
    /Ficar com o meu.*Ficar com o de Caio Fontes.*Juntar os dois/,
  );
  expect(panel(draft(8, 'theirs')).text).toContain('O bloco 1 só Caio Fontes mudou');
  expect(panel(draft(8, 'theirs'), 'en').text).toMatch(/Keep mine.*Take Caio Fontes(&#x27;|')s.*Join both/);
  expect(panel({ ...draft(8, 'theirs'), updatedBy: null }).text).toContain('Ficar com o de outra pessoa');
});
