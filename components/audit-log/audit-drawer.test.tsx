import { expect, test } from 'vitest';
import { shown } from '#components/app-shell/testing/shown.tsx';
import { type EntryDetail, entryOptions } from '#lib/audit-log/queries.ts';
import { AuditDrawer } from './audit-drawer.tsx';

const ENTRY: EntryDetail['entry'] = {
  id: '7',
  at: '2026-11-19T14:00:41.000Z',
  operator: { id: 'ana', name: 'Ana' },
  account: null,
  action: 'operator.roles',
  target: 'bia',
  targetName: 'Bia',
  amount: null,
  operation: null,
  result: 'ok',
  before: null,
  after: null,
  address: '10.0.0.1',
  userAgent: 'UA',
  session: 'abc123',
  providerRequestId: null,
  previousHash: 'hash-before',
  hash: 'hash-this',
};
const VERDICT: EntryDetail['verdict'] = {
  intact: true,
  entries: 12,
  firstBroken: null,
  cause: null,
  at: '2026-11-19T14:01:00.000Z',
};
const stay = () => undefined;
type Over = Partial<EntryDetail['entry']>;
type Around = Partial<Pick<EntryDetail, 'proof' | 'calls'>>;
const drawer = (over: Over = {}, locale: 'pt-BR' | 'en' = 'pt-BR', around: Around = {}) =>
  shown(
    <AuditDrawer
      id="7"
      at={0}
      rowAt={() => undefined}
      people={[]}
      onOpen={stay}
      onClose={stay}
      onFilter={stay}
    />,
    {
      locale,
      known: [
        {
          of: entryOptions('7'),
          data: { entry: { ...ENTRY, ...over }, proof: null, calls: null, verdict: VERDICT, ...around },
        },
      ],
    },
  );

test('an entry leads to its person, to all of its session, and is handed on with its proof', () => {
  const { text, markup } = drawer();
  expect(markup).toContain('href="/settings/team?open=person&amp;of=bia"');
  expect(text).toContain('Tudo desta sessão');
  expect(text).toContain('Copiar JSON');
  expect(text).toContain('Conferida até registro 12');
  expect(drawer({}, 'en').text).toContain('Verified up to entry 12');
  expect(drawer({}, 'en').text).toMatch(/All of this session.*Copy JSON/);
});

test('what happened without a session offers none', () => {
  expect(drawer({ session: null }).text).not.toContain('Tudo desta sessão');
});

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const PROOF = { method: 'password', at: '2026-11-19T13:55:02.000Z' };

test('a browser stands in words and as it called itself, with what had proved the person and how long before', () => {
  const { text, markup } = drawer({ userAgent: FIREFOX }, 'pt-BR', { proof: PROOF });
  expect(text).toContain(`Firefox 145, Linux ${FIREFOX}`);
  expect(text).toMatch(/Prova senha qui 19 nov, 10:55:02 , 5 min 39 s antes/);
  expect(markup).toContain('aria-label="Copiar link"');
  const english = drawer({ userAgent: FIREFOX }, 'en', { proof: { ...PROOF, method: 'totp' } }).text;
  expect(english).toMatch(/Proof code from the app .*10:55:02 , 5 min 39 s before/);
  expect(drawer().text).not.toContain('Prova');
});

test('of an operation each call stands with its end, how long it took and what the provider answered', () => {
  const sent = { number: 1, sentAt: '2026-11-19T14:00:41.218Z', endedAt: '2026-11-19T14:00:41.459Z' };
  const call = { ...sent, outcome: 'confirmed', code: null, providerRequestId: 'req_1', status: null };
  const refused = { ...call, outcome: 'rejected:provider', code: 'PZW110', status: 422 };
  const callText = (one: typeof refused | typeof call, locale: 'pt-BR' | 'en' = 'pt-BR') =>
    drawer({ operation: 'op_1' }, locale, { calls: [one] }).text;
  expect(callText(call)).toMatch(/Envio 1: confirmado 11:00:41 resposta em 241 ms\s*req_1/);
  expect(callText(refused)).toMatch(/Envio 1: recusado .*HTTP 422\s*PZW110/);
  expect(callText(refused, 'en')).toMatch(/Send 1: refused .*answered in 241 ms\s*HTTP 422\s*PZW110/);
  expect(callText({ ...call, outcome: 'unknown' }), 'its end was Guichê’s own').not.toContain('241');
  expect(callText({ ...call, outcome: 'rejected:never_sent' })).toContain('Envio 1: não saiu');
  expect(drawer().text).not.toContain('Envios');
});

test('what was refused at the door is named by its whole call', () => {
  const target = 'POST /api/settings/team/{id}/invitation';
  expect(drawer({ action: 'permission', target }).text).toContain(`Chamada ${target}`);
});
