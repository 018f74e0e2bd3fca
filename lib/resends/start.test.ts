import { expect, test } from 'vitest';
import { checking, choosing, ofReceiver, ofSelection, startOf, startText } from '#lib/resends/choice.ts';

test.each([
  ['nothing chosen yet', choosing()],
  ['a job that runs', { at: 'follow', id: 'rs_1' } as const],
  ['failures of a webhook', ofReceiver({ webhookId: 'wh_1', host: 'a.example' })],
  ['failures at a host', ofReceiver({ webhookId: null, host: 'a.example:8443' })],
  ['some transactions', ofSelection(['tx_1', 'tx_2'])],
  [
    'a filter',
    checking({
      ...{ what: 'filter', from: '2026-11-01', to: '2026-11-20', statuses: ['ERROR'], types: ['DEPOSIT'] },
      ...{ onlyFailed: false, everything: true },
    }),
  ],
])('U9: the resend sheet stands in the address: %s', (_, start) => {
  expect(startOf(startText(start))).toEqual(start);
});

test('U9: a selection too long for an address is chosen anew; what is none opens nothing', () => {
  const long = ofSelection(Array.from({ length: 41 }, (_, at) => `tx_${at}`));
  expect(startOf(startText(long))).toMatchObject({ at: 'choose', choice: { what: 'selection', ids: [] } });
  for (const text of ['', 'job:', 'job:a/b', 'what=everything', 'x=1', '__proto__=1'])
    expect(startOf(text), text).toBeNull();
  expect(startOf('what=selection&ids=a%2Fb,ok')).toMatchObject({ choice: { ids: ['ok'] } });
});
