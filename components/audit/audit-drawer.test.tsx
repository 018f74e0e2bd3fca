import { expect, test } from 'vitest';
import { shown } from '#components/shell/testing/shown.tsx';
import { type EntryDetail, entryOptions } from '#lib/trail/queries.ts';
import { AuditDrawer } from './audit-drawer.tsx';

const ENTRY: EntryDetail['entry'] = {
  ...{ id: '7', at: '2026-11-19T14:00:41.000Z', operator: { id: 'ana', name: 'Ana' }, account: null },
  ...{ action: 'operator.roles', target: 'bia', targetName: 'Bia', amount: null, operation: null },
  ...{ result: 'ok', before: null, after: null, address: '10.0.0.1', userAgent: 'UA', session: 'abc123' },
  ...{ providerRequestId: null, previousHash: 'hash-before', hash: 'hash-this' },
};
const VERDICT: EntryDetail['verdict'] = {
  ...{ intact: true, entries: 12, firstBroken: null, cause: null, at: '2026-11-19T14:01:00.000Z' },
};
const stay = () => undefined;
const drawer = (over: Partial<EntryDetail['entry']> = {}, locale: 'pt-BR' | 'en' = 'pt-BR') =>
  shown(
    <AuditDrawer
      {...{ id: '7', newer: null, older: null, people: [], onOpen: stay, onClose: stay, onFilter: stay }}
    />,
    { locale, known: [{ of: entryOptions('7'), data: { entry: { ...ENTRY, ...over }, verdict: VERDICT } }] },
  );

test('an entry leads to its person, to all of its session, and is handed on with its proof', () => {
  const { words, markup } = drawer();
  expect(markup).toContain('href="/settings/team?open=person&amp;of=bia"');
  expect(words).toContain('Tudo desta sessão');
  expect(words).toContain('Copiar JSON');
  expect(words).toContain('Conferida até registro 12');
  expect(drawer({}, 'en').words).toContain('Verified up to entry 12');
  expect(drawer({}, 'en').words).toMatch(/All of this session.*Copy JSON/);
});

test('what happened without a session offers none', () => {
  expect(drawer({ session: null }).words).not.toContain('Tudo desta sessão');
});
