import { randomUUID } from 'node:crypto';
import { vi } from 'vitest';
import { documentKind, formatDocument } from '#lib/core/pix/documents.ts';
import type { ApiAnswer, ApiClient } from '../support/api-client.ts';
import { orderBody } from '../support/card.ts';
import { PDF } from '../support/disputes.ts';
import { FULL } from '../support/full.ts';
import { DESCRIPTORS } from './descriptors.ts';
import { postAll, refuseAll } from './every-post.ts';
import { ACCOUNTS, CLOSED_DAY, type Ids, type Read, type Row, walk } from './every-read.ts';
import { expect, test } from './test.ts';

const OF = (account: string) => `/api/accounts/${account}`;
/** Nobody of the simulator: what people of the product typed about somebody. */
const TYPED = {
  name: 'Zuleica Brandt Okafor',
  document: '52998224725',
  email: 'zuleica.brandt@nowhere.example',
  phone: '+5511987654321',
};
const WRITTEN = `Falei com ${TYPED.name}, CPF ${formatDocument(TYPED.document)}, ${TYPED.email}, ${TYPED.phone}.`;

test.override('options', { simulator: { transactions: 1_000 } });

/** A call by somebody who may make it; what came of it. */
async function made(request: ApiClient, method: string, path: string, data?: object): Promise<Row> {
  const headers = { 'idempotency-key': randomUUID() };
  const answer = await request.fetch(path, { method, headers, ...(data && { data }) });
  expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true);
  return answer.status() === 204 ? {} : ((await answer.json()) as Row);
}

const PAYER = { name: TYPED.name, document: TYPED.document, email: TYPED.email };
type Control = (path: string, body?: object) => Promise<Row>;
type Hands = Record<'admin' | 'finance' | 'analyst' | 'viewer', ApiClient>;

/** A charge to somebody. */
async function charged({ finance }: Hands): Promise<string> {
  const clientReference = `${TYPED.document}-${randomUUID().slice(0, 8)}`;
  const charge = { amount: 2_345, payer: PAYER, clientReference };
  const { result } = await made(finance, 'POST', `${OF('pix')}/charges`, charge);
  return (result as { payment: { id: string } }).payment.id;
}

/** One that was paid, and disputed by them. */
async function disputed(hands: Hands, control: Control): Promise<string> {
  const { analyst } = hands;
  const transactionId = await charged(hands);
  await control('/pay', { transactionId });
  const { dispute } = (await control('/dispute', { transactionId })) as { dispute: { id: string } };
  const path = `${OF('pix')}/disputes/${dispute.id}`;
  await expect.poll(async () => (await analyst.get(path)).status()).toBe(200);
  return path;
}

/** Charges of a card to somebody: one, one given back in part, one that comes every month. */
async function chargedCards({ admin, finance }: Hands): Promise<void> {
  const { items } = (await (await admin.get('/api/settings/accounts')).json()) as { items: Row[] };
  const card = items.find(({ slug }) => slug === 'card');
  await made(admin, 'PATCH', `/api/settings/accounts/${card?.id}`, { settings: { cardEntry: true } });
  const customer = { name: TYPED.name, document: TYPED.document, email: TYPED.email };
  const charge = async (over: object = {}) => {
    const { result } = await made(
      finance,
      'POST',
      `${OF('card')}/card/charges`,
      orderBody({ customer, ...over }),
    );
    return (result as { charge: { id: string } }).charge.id;
  };
  await charge();
  const reversed = await charge({ externalId: `${TYPED.document}-${randomUUID().slice(0, 8)}` });
  await made(finance, 'POST', `${OF('card')}/card/charges/${reversed}/reversals`, { amount: 1_200 });
  await charge({ recurrence: { interval: 'Monthly' } });
}

/** A day read, explained and closed. */
async function closedDay(admin: ApiClient): Promise<void> {
  const path = `${OF('pix')}/closings/${CLOSED_DAY}`;
  const read = async (of = '') => (await (await admin.get(`${path}${of}`)).json()) as Row;
  await made(admin, 'POST', `${path}/read`);
  await expect.poll(async () => (await read()).readAt, { timeout: 30_000 }).not.toBeNull();
  const { items } = (await read('/differences?state=open&limit=200')) as { items: Row[] };
  for (const { id } of items) await made(admin, 'PATCH', `${path}/differences/${id}`, { note: 'Conferido.' });
  const { close } = (await read()) as { close: { readingId: string } };
  await made(admin, 'POST', `${path}/close`, { readingId: close.readingId });
}

/** Everything that people leave behind about others: payments, charges, a defense, notes, views, a resend, notices. */
async function leaveTraces(hands: Hands, control: Control): Promise<Ids> {
  const { admin, finance, analyst } = hands;
  const key = { pixKey: TYPED.document, pixKeyType: 'cpf' };
  await made(finance, 'POST', `${OF('pix')}/withdrawals`, { ...key, amount: 1_234, description: WRITTEN });
  await made(finance, 'POST', `${OF('hub')}/withdrawals`, {
    ...{ pixKey: TYPED.email, pixKeyType: 'email', amount: 1_235, metadata: { contato: WRITTEN } },
  });
  const metadata = { contato: WRITTEN };
  await made(finance, 'POST', `${OF('hub')}/charges`, { amount: 2_345, payer: PAYER, metadata });
  const { items } = (await (await admin.get('/api/settings/accounts')).json()) as { items: Row[] };
  const pix = items.find(({ slug }) => slug === 'pix');
  await made(admin, 'PATCH', `/api/settings/accounts/${pix?.id}`, { settings: { approvalAbove: 100 } });
  const asked = (amount: number) =>
    made(finance, 'POST', `${OF('pix')}/withdrawals`, { ...key, amount, description: WRITTEN });
  await asked(4_321);
  const { operation } = (await asked(4_322)) as { operation: { id: string } };
  await made(admin, 'POST', `${OF('pix')}/operations/${operation.id}/decline`, { reason: WRITTEN });

  const [first, second] = [await disputed(hands, control), await disputed(hands, control)];
  await made(analyst, 'POST', `${first}/notes`, { text: WRITTEN });
  await made(analyst, 'PUT', `${first}/assignee`, { operatorId: 'ready-analyst' });
  await made(analyst, 'POST', `${second}/defenses`, { text: WRITTEN });

  const file = { name: 'nota.pdf', mimeType: 'application/pdf', buffer: Buffer.from(PDF) };
  const draft = await analyst.post(`${first}/draft/attachments`, { multipart: { file } });
  const { attachments } = (await draft.json()) as { attachments: { id: string }[] };
  const attached = `${first?.split('/').at(-1)}/${attachments[0]?.id}`;
  const ids: Ids = new Map([['/disputes/{id}/draft/attachments/{attachment}', new Set([attached])]]);

  await closedDay(admin);
  await chargedCards(hands);
  const hours = (back: number) => new Date(Date.now() - back * 3_600_000).toISOString();
  await made(finance, 'POST', `${OF('pix')}/reports`, { from: hours(24), to: hours(0) });
  await control('/time', { advanceMs: 600_000 });
  ids.set('/simulator/pay', new Set([await charged(hands)]));

  for (const page of ['transactions', 'statement']) {
    const filter = { document: TYPED.document, name: TYPED.name };
    const { id: f } = await made(analyst, 'POST', `${OF('pix')}/${page}/filters`, filter);
    ids.set(`/${page}/filters`, new Set([String(f)]));
    await made(analyst, 'POST', '/api/settings/views', {
      ...{ account: 'pix', page, shared: true, name: `Traces ${page}`, filters: { f } },
      columns: ['time', 'amount'],
    });
  }
  const person = { document: TYPED.document };
  const { f: customer } = await made(analyst, 'POST', `${OF('pix')}/customers/filters`, person);
  ids.set('/customers', new Set([String(customer)]));
  const { items: paid } = (await (
    await admin.get(`${OF('pix')}/transactions?status=COMPLETED&limit=1`)
  ).json()) as { items: Row[] };
  await made(admin, 'POST', `${OF('pix')}/resends`, { scope: 'transaction', transactionId: paid[0]?.id });
  return ids;
}

const EMAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;
const CPF = /\b\d{3}\.\d{3}\.\d{3}-\d{2}\b/g;
/** As lists show it, and as the Hub itself gives it. */
const HIDDEN_CPF = /^\*{3}\.\d{3}\.\d{3}-\*{2}$/;
const COMPANY = /\b(?:LTDA|EIRELI|MEI|ME|Cia)\b|S\.A\./;
const PHONE = /\+55\d{10,11}\b/g;

/** Collects the data of people in a clear answer: by the members' names, and by how it looks. */
function peopleIn(value: unknown, words: Set<string>): void {
  if (typeof value === 'string')
    for (const pattern of [EMAIL, CPF, PHONE]) for (const [word] of value.matchAll(pattern)) words.add(word);
  if (typeof value !== 'object' || value === null) return;
  const row = value as Row;
  for (const [name, one] of Object.entries(row)) {
    peopleIn(one, words);
    if (typeof one !== 'string') continue;
    if (/document|cpf|cnpj/i.test(name) && documentKind(one) !== null) {
      words.add(one);
      words.add(formatDocument(one));
    }
    if (/pixkey$/i.test(name)) words.add(one);
  }
  for (const [name, of] of [
    ['name', 'document'],
    ['payerName', 'payerDocument'],
    ['generatedName', 'generatedDocument'],
    ['receiverName', 'receiverDocument'],
  ] as const) {
    const [person, document] = [row[name], row[of]];
    if (typeof person !== 'string' || typeof document !== 'string' || !person.includes(' ')) continue;
    // A company is nobody's secret, also where its owner's document stands beside it.
    if (COMPANY.test(person)) continue;
    if (documentKind(document) === 'cpf' || HIDDEN_CPF.test(document)) words.add(person);
  }
}

function wordsOf(reads: readonly Read[], ours: readonly string[]): string[] {
  const words = new Set<string>(Object.values(TYPED));
  words.add(formatDocument(TYPED.document));
  for (const { key, status, text } of reads)
    if (status === 200 && key.includes(' /') && !key.includes('/api/') && text.startsWith('{'))
      peopleIn(JSON.parse(text), words);
  return [...words].filter((word) => word.length > 5 && !word.includes('*') && !ours.includes(word));
}

/** Parts of an answer that could tell if a person exists: status, problem, how many rows and which. */
async function told(answer: ApiAnswer): Promise<object> {
  const text = await answer.text();
  const body = text.startsWith('{') ? (JSON.parse(text) as Row) : { text };
  const ids = (rows: unknown) => (Array.isArray(rows) ? rows.map((row: Row) => row.id ?? row) : rows);
  const { code, fields, total, withheld, text: plain } = body;
  const rows = [ids(body.items), ids(body.things)];
  return { status: answer.status(), code, fields, total, withheld, plain, rows };
}

/** Members of a query that say which part of a list is asked for, and nothing of its rows. */
const PAGING = ['limit', 'cursor', 'reveal', 'from', 'to', 'f'];

/** Whatever of a list is asked by somebody's data answers as if they were nobody's: no row and no `total` tells. */
async function asksAlike(viewer: ApiClient, shown: readonly Read[], pairs: readonly Pair[]) {
  const lists = new Map(
    shown
      .filter(({ status, key }) => status === 200 && !key.includes('{'))
      .map(({ key, address }) => [address.split('?')[0] ?? '', key]),
  );
  let asked = 0;
  for (const [address, key] of lists) {
    const { endpoint } = DESCRIPTORS.find((one) => one.key === key) ?? {};
    const shape = (endpoint?.query as { shape?: object } | undefined)?.shape ?? {};
    for (const field of Object.keys(shape).filter((name) => !PAGING.includes(name)))
      for (const pair of pairs) {
        const ask = async (value: string) =>
          told(await viewer.get(`${address}?${new URLSearchParams({ [field]: value })}`));
        await alike(pair, ask, `${address} by ${field}`);
        asked += 1;
      }
  }
  for (const pair of pairs)
    for (const path of ['/api/search', `${OF('pix')}/pix-keys/lookup`, `${OF('hub')}/pix-keys/lookup`]) {
      const ask = async (value: string) =>
        told(await viewer.post(path, { data: path === '/api/search' ? { q: value } : { key: value } }));
      await alike(pair, ask, path);
    }
  return asked;
}

/** The simulated hours go on between two calls: a difference counts that stays. */
async function alike([there, nowhere]: Pair, ask: (value: string) => Promise<object>, what: string) {
  const both = async () => {
    const [hit, miss] = await Promise.all([ask(there), ask(nowhere)]);
    expect(hit, `${what}: ${there}`).toEqual(miss);
  };
  await vi.waitFor(both, { timeout: 3_000, interval: 100 });
}

type Pair = readonly [there: string, nowhere: string];

/** One person's data of each kind that a world has, beside what is nobody's in any. */
function pairsOf(words: readonly string[]): Pair[] {
  const [document, email, name] = [
    words.find((word) => /^\d{11}$/.test(word) && word !== TYPED.document),
    words.find((word) => word.includes('@') && word.length <= 24 && word !== TYPED.email),
    // Without accents: where an id is asked for they are refused, whoever has them.
    words.find((word) => /^[A-Za-z]+( [A-Za-z]+)+$/.test(word) && word.length <= 24 && word !== TYPED.name),
  ];
  const pairs = [
    [document, '11144477735'],
    [email, 'nobody@nowhere.example'],
    [name, 'Quiteria Umbelina Xerxes'],
  ] as const;
  return pairs.flatMap(([there, nowhere]) => (there === undefined ? [] : [[there, nowhere] as const]));
}

/** Posts that these roles may make and that are answered. */
const OF_A_VIEWER = ['/disputes/refresh', '/address-check', '/signature-check'].map((path) => `POST ${path}`);
const OF_A_DEVELOPER = [
  '/resends/preview',
  '/simulator/pay',
  '/simulator/dispute',
  '/webhooks/{id}/ownership',
].map((path) => `POST ${path}`);
const ANSWERED = { viewer: OF_A_VIEWER, developer: [...OF_A_VIEWER, ...OF_A_DEVELOPER] };

/** Status for somebody who may only read: refused, and nothing of the thing in the refusal. */
const REFUSED = 403;

test('A1: a viewer who reads everything learns no document, name, e-mail or key of the three worlds', async ({
  api,
  product,
  control,
}) => {
  const [admin, finance, analyst, viewer] = [
    await api('admin'),
    await api('finance'),
    await api('analyst'),
    await api('viewer'),
  ];
  const filters = await leaveTraces({ admin, finance, analyst, viewer }, control);
  const ids = new Map([['pix', filters]]);
  const clear = await walk({ request: admin, reveal: true, ids });
  const words = wordsOf(
    clear,
    product.signIns.map(({ email }) => email),
  );
  expect(words.length).toBeGreaterThan(100);

  const shown = await walk({ request: viewer, ids });
  const asked = await walk({ request: viewer, reveal: true, ids });
  const leaksIn = (reads: readonly Pick<Read, 'address' | 'text'>[]) =>
    reads.flatMap(({ address, text }) =>
      words.filter((word) => text.includes(word)).map((word) => `${address}: ${word}`),
    );
  expect(leaksIn([...shown, ...asked])).toEqual([]);
  // A developer tries, resends and sees the simulator's log, and may see nobody either.
  const developer = await api('developer');
  expect(leaksIn(await walk({ request: developer, ids }))).toEqual([]);
  for (const [role, request] of [
    ['viewer', viewer],
    ['developer', developer],
  ] as const) {
    const posted = await postAll(request, role, ids);
    expect(leaksIn(posted), role).toEqual([]);
    const wellAnswered = posted.filter(({ status }) => status === 200).map(({ key }) => key);
    expect([...new Set(wellAnswered)]).toEqual(expect.arrayContaining(ANSWERED[role]));
    const refused = await refuseAll(request, role, ids);
    for (const { key, there, nowhere } of refused) {
      const [one, other] = [there, nowhere].map(({ text }) => ({ ...JSON.parse(text), requestId: null }));
      expect([key, there.status, one.code, one]).toEqual([key, REFUSED, 'forbidden', other]);
    }
    expect(leaksIn(refused.map(({ there }) => there)), role).toEqual([]);
    expect(refused.length).toBeGreaterThan(80);
  }
  for (const { address, text } of shown)
    for (const pattern of [CPF, PHONE]) expect(text.match(pattern), address).toBeNull();

  let asks = 0;
  for (const account of ACCOUNTS) {
    const world = clear.filter(({ address }) => address.startsWith(OF(account)));
    const pairs = pairsOf(wordsOf(world, []));
    expect(pairs.length, account).toBeGreaterThan(0);
    // One person's document of each world in `npm test`; their e-mail and name too in all of it.
    asks += await asksAlike(viewer, shown, FULL ? pairs : pairs.slice(0, 1));
  }
  expect(asks).toBeGreaterThan(FULL ? 300 : 100);

  // It read what there is: what the administrator reads is shown to a viewer too, or refused for the role.
  const answered = (reads: readonly Read[]) =>
    new Set(reads.filter(({ status }) => status === 200).map(({ key }) => key));
  const [all, some] = [answered(clear), answered(shown)];
  const missing = [...all].filter((key) => !some.has(key));
  for (const key of missing)
    expect(
      shown.filter((read) => read.key === key).map(({ status }) => status),
      key,
    ).toContain(REFUSED);
  const unread = [...new Set(clear.map(({ key }) => key))].filter((key) => !all.has(key));
  expect(unread).toEqual([]);
});
