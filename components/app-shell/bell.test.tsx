import { expect, test } from 'vitest';
import { changesOptions, type RuleChange } from '#lib/connections/queries.ts';
import { approvalsOptions } from '#lib/operations/queries.ts';
import { BellNews } from './bell.tsx';
import { shown } from './testing/shown.tsx';

test('a weaker rule that waits leads to the page where it can be decided', () => {
  const change = {
    id: 'c',
    effectiveAt: '2026-11-20T12:00:00.000Z',
    requestedBy: { id: 'sv', name: 'Sérgio' },
    may: { approve: true, decline: true },
  } as RuleChange;
  const { markup, words } = shown(<BellNews onClose={() => undefined} />, {
    known: [
      { of: approvalsOptions('pix'), data: { items: [] } },
      { of: changesOptions(), data: { items: [change] } },
    ],
  });
  expect(words).toContain('Sérgio');
  expect(markup).toContain('href="/settings/policies"');
  expect(markup).not.toContain('href="/settings/accounts"');
});

test('what could not be read is said, so that nobody takes it for nothing', () => {
  const { words } = shown(<BellNews onClose={() => undefined} />, {
    known: [
      { of: changesOptions(), data: { items: [] } },
      { of: approvalsOptions('pix'), error: new Error('away') },
    ],
  });
  expect(words).toContain('Tentar agora');
});
