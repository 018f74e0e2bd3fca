import { expect, test } from 'vitest';
import { shown } from '#components/app-shell/testing/shown.tsx';
import { MESSAGES } from '#lib/core/i18n/messages.ts';
import type { DisputeDetail, Draft } from '#lib/disputes/contract.ts';
import type { Sections } from '#lib/disputes/letter.ts';
import { DefenseDraftProvider } from './defense-draft.tsx';
import { lettersOf, TemplateMenu } from './template-menu.tsx';

type TemplateMessages = { templates: Record<string, Sections>; templateGaps: Record<string, string> };

const detail = { dispute: { id: 'd1', reason: 'SCAM' } } as unknown as DisputeDetail;
const draft = (situation: Draft['situation']): Draft => ({
  ...{ disputeId: 'd1', version: 0, situation, letterAsPdf: false, attachments: [], facts: [], checked: [] },
  sections: { sale: '', delivery: '', contact: '', conclusion: '' },
  ...{ updatedAt: null, updatedBy: null },
});
const menu = (situation: Draft['situation']) =>
  shown(
    <DefenseDraftProvider account="pix" detail={detail} first={draft(situation)}>
      {() => <TemplateMenu />}
    </DefenseDraftProvider>,
  ).text;

test('U15: no template is shown as chosen before one was applied, whatever the dispute suggests', () => {
  expect(menu(null)).toMatch(/Modelo: escolher/);
  expect(menu('scam')).not.toMatch(/escolher/);
});

test.each(['pt-BR', 'en'] as const)(
  'read in %s, a letter begins in Portuguese alone, its gaps too',
  (locale) => {
    const { templates, templateGaps } = MESSAGES[locale].disputes as TemplateMessages;
    for (const template of Object.values(templates)) {
      const letter = lettersOf(new Set(), {
        textOf: (name) => template[name],
        gapOf: (fact) => templateGaps[fact] ?? 'undefined',
      });
      expect(letter.sale).toMatch(
        /^Pix de \[valor, data e hora\], E2E \[código\], referente ao pedido \[número\]: /,
      );
      expect(Object.values(letter).join(' ')).not.toMatch(/\[(?:undefined|amount|e2e|reference)/);
    }
  },
);
