import { expect, test } from 'vitest';
import { shown } from '#components/shell/testing/shown.tsx';
import type { DisputeDetail, Draft } from '#lib/disputes/contract.ts';
import { DefenseDraftProvider } from './defense-draft.tsx';
import { TemplateMenu } from './template-menu.tsx';

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
  ).words;

test('U15: no template is shown as chosen before one was applied, whatever the dispute suggests', () => {
  expect(menu(null)).toMatch(/Modelo: escolher/);
  expect(menu('scam')).not.toMatch(/escolher/);
});
