import { expect, test } from 'vitest';
import { fieldErrorsIn } from '#lib/core/form.ts';
import { NewView, ViewChange } from '#lib/views/contract.ts';
import { newViewForm, type Screen, viewNameForm } from '#lib/views/view-form.ts';

const screen: Screen = {
  ...{ account: 'pix', page: 'transactions', columns: ['time', 'amount'], today: '2026-11-20' },
  filters: { status: ['ERROR', 'PENDING'], from: '2026-11-14', to: '2026-11-20', amount: null },
};

test('what is on screen becomes a view that the contract takes', () => {
  const typed = { name: '  Falhas ', moving: true, shared: true };
  expect(NewView.parse(newViewForm.body(typed, screen))).toEqual({
    ...{ account: 'pix', page: 'transactions', name: 'Falhas', shared: true },
    ...{ filters: { status: 'ERROR,PENDING', period: 'days7' }, columns: ['time', 'amount'] },
  });
  const still = NewView.parse(newViewForm.body({ ...typed, moving: false }, screen));
  expect(still.filters).toEqual({ status: 'ERROR,PENDING', from: '2026-11-14', to: '2026-11-20' });
});

test('a name is asked for, and sent without the spaces around it', () => {
  expect(fieldErrorsIn(newViewForm, { name: ' ', moving: true, shared: false }, screen).get('name')).toBe(
    'empty',
  );
  expect(fieldErrorsIn(viewNameForm, { name: 'x' }, { version: 3 }).size).toBe(0);
  expect(ViewChange.parse(viewNameForm.body({ name: ' Quedas ' }, { version: 3 }))).toEqual({
    version: 3,
    name: 'Quedas',
  });
});
