import { expect, test } from 'vitest';
import { fieldErrorsIn } from '#lib/core/form.ts';
import { SettledByHand } from '#lib/operations/contract.ts';
import { settleForm } from '#lib/operations/forms.ts';

test('how it ended is chosen and said why; nothing is chosen beforehand', () => {
  expect([...fieldErrorsIn(settleForm, settleForm.blank, null)]).toEqual([
    ['happened', 'choose'],
    ['reason', 'reasonNeeded'],
  ]);
  expect([...fieldErrorsIn(settleForm, { happened: 'no' as const, reason: ' \n' }, null)]).toEqual([
    ['reason', 'reasonNeeded'],
  ]);
  for (const happened of ['yes', 'no'] as const) {
    const values = { happened, reason: ' Conferi no extrato. ' };
    expect([...fieldErrorsIn(settleForm, values, null)]).toEqual([]);
    const body = SettledByHand.parse(settleForm.body(values, null));
    expect(body).toEqual({ happened: happened === 'yes', reason: 'Conferi no extrato.' });
  }
});
