import { expect, test } from 'vitest';
import { shown } from '#components/app-shell/testing/shown.tsx';
import { type Found, FoundReceiver } from './receiver.tsx';

const found = (part: Partial<Found>): Found => ({
  ...{
    byCode: true,
    receiver: null,
    busy: false,
    refused: null,
    unseen: false,
    shown: false,
    recurrence: false,
  },
  ...{ find: () => undefined, readAgainAfter: () => false },
  ...part,
});
const text = (part: Partial<Found>, locale: 'pt-BR' | 'en' = 'pt-BR') =>
  shown(<FoundReceiver found={found(part)} faulty={false} tried={false} />, { locale }).text;

test.each([
  ['is read', { busy: true }],
  ['is not read on this account', { unseen: true }],
  ['waits to be read', {}],
])('a code that also offers a recurrence says so while it %s', (_, part) => {
  expect(text({ ...part, recurrence: true })).toContain(
    'O código oferece também uma recorrência (Pix Automático).',
  );
  expect(text({ ...part, recurrence: true }, 'en')).toContain(
    'The code also offers a recurrence (Pix Automático).',
  );
  expect(text(part)).not.toContain('recorrência');
});
