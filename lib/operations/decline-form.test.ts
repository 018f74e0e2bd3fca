import { expect, test } from 'vitest';
import { fieldErrorsIn } from '#lib/core/form.ts';
import { declineForm } from '#lib/operations/forms.ts';

const errorsIn = (reason: string, mine: boolean) => [...fieldErrorsIn(declineForm, { reason }, { mine })];

test('another’s request is not declined without a reason; one’s own is taken back without one', () => {
  expect(errorsIn('', false)).toEqual([['reason', 'required']]);
  expect(errorsIn(' \n ', false)).toEqual([['reason', 'required']]);
  expect(errorsIn('Conta errada.', false)).toEqual([]);
  expect(errorsIn('', true)).toEqual([]);
  expect(declineForm.body({ reason: ' Conta errada. ' }, { mine: false })).toEqual({
    reason: 'Conta errada.',
  });
});
