import { documentKind, formatDocument } from '#lib/core/pix/documents.ts';
import type { ApiClient } from '../support/api-client.ts';
import { DESCRIPTORS } from './descriptors.ts';
import { expect, test } from './test.ts';

const OF = (account: string) => `/api/accounts/${account}`;
const PIX = OF('pix');
const SHARED_VIEW = { account: 'pix', page: 'transactions', shared: true, columns: ['time', 'amount'] };
/** A valid CPF that nobody in the simulator has, and one field's worth of everything else that is nobody's. */
const NOBODY = { document: '52998224725', name: 'Zuleica Brandt Okafor', email: 'zb@nowhere.example' };

type Row = Record<string, unknown>;
/** A person as the service knows them; every text of it that a viewer must never read. */
type Person = { document?: string; name?: string; email?: string; key?: string };

const json = async (request: ApiClient, path: string) =>
  (await (await request.get(path)).json()) as Row & { items?: Row[] };
const itemsOf = async (request: ApiClient, path: string) => (await json(request, path)).items ?? [];

/** The people behind the newest transactions, as somebody with `reveal` sees them. */
async function peopleOf(finance: ApiClient): Promise<{ ids: string[]; people: Person[] }> {
  const ids: string[] = [];
  for (const type of ['DEPOSIT', 'WITHDRAW'])
    for (const { id } of await itemsOf(finance, `${PIX}/transactions?type=${type}&limit=12`))
      ids.push(String(id));
  const people: Person[] = [];
  for (const id of ids) {
    const { transaction } = (await json(finance, `${PIX}/transactions/${id}?reveal=1`)) as {
      transaction: Row;
    };
    const text = (name: string) =>
      typeof transaction[name] === 'string' ? (transaction[name] as string) : undefined;
    for (const side of ['payer', 'receiver'] as const) {
      const { name, document } = transaction[side] as { name: string | null; document: string | null };
      if (document !== null && documentKind(document) === 'cpf' && name?.includes(' '))
        people.push({ name, document });
    }
    people.push({
      ...(text('generatedEmail') && { email: text('generatedEmail') as string }),
      ...(text('withdrawPixKey') && { key: text('withdrawPixKey') as string }),
    });
  }
  return { ids, people };
}

/** Status and body of a call, without the members that differ by themselves. */
async function told(request: ApiClient, method: string, path: string, data?: object): Promise<string> {
  const answer = await request.fetch(path, { method, ...(data && { data }) });
  const text = await answer.text();
  return `${answer.status()} ${text.replace(/"(requestId|asOf)":"[^"]*",?/g, '')}`;
}

test('A1: what is asked for by a person’s data answers alike, whether there is somebody or not', async ({
  api,
}) => {
  const [viewer, finance] = await Promise.all([api('viewer'), api('finance')]);
  const { people } = await peopleOf(finance);
  const some = (has: (person: Person) => unknown) => people.find(has) ?? {};
  const { document = '', name = '' } = some((person) => person.document);
  const { email = 'ana@example.com' } = some((person) => person.email);
  expect(await itemsOf(finance, `${PIX}/transactions?document=${document}`)).not.toEqual([]);
  const pairs: [string, string, string][] = [
    ['document', document, NOBODY.document],
    ['document', document.slice(0, 6), '000000'],
    ['name', name, NOBODY.name],
    ['name', name.slice(0, 3), 'Qqq'],
    ['search', name, NOBODY.name],
    ['search', document, NOBODY.document],
    ['clientReference', document, NOBODY.document],
    ['clientReference', email, NOBODY.email],
    ['virtualAccount', document, NOBODY.document],
    ['url', `https://x.example/${document}`, `https://x.example/${NOBODY.document}`],
    ['target', document, NOBODY.document],
  ];
  const lists = DESCRIPTORS.filter(
    ({ method, endpoint }) => method === 'GET' && endpoint.query !== undefined,
  );
  let refused = 0;
  for (const { template, endpoint } of lists) {
    const shape = (endpoint.query as unknown as { shape?: object }).shape ?? {};
    for (const [field, there, nowhere] of pairs.filter(([field]) => field in shape))
      for (const account of ['pix', 'hub', 'card']) {
        const path = template.replace('{account}', account).replace(/\{\w+\}/g, 'no-such-id');
        const ask = (value: string) =>
          told(viewer, 'GET', `${path}?${new URLSearchParams({ [field]: value })}`);
        const [hit, miss] = [await ask(there), await ask(nowhere)];
        expect(hit, `${path} ${field}`).toBe(miss);
        // An account refuses a list that it does not offer; nothing else may answer.
        expect(hit, `${path} ${field}`).toMatch(/^(403|409|404) /);
        if (hit.startsWith('403')) refused += 1;
      }
  }
  expect(refused).toBeGreaterThan(10);
  for (const page of ['transactions', 'statement'])
    for (const [body, other] of [
      [{ document }, { document: NOBODY.document }],
      [{ name }, { name: NOBODY.name }],
    ]) {
      const ask = (data: object | undefined) => told(viewer, 'POST', `${PIX}/${page}/filters`, data);
      expect(await ask(body)).toBe(await ask(other));
      expect(await ask(body)).toMatch(/^403 /);
    }
});

test('A1: a viewer’s search refuses personal data, and finds ids, references and amounts', async ({
  api,
}) => {
  const [viewer, finance] = await Promise.all([api('viewer'), api('finance')]);
  const { ids, people } = await peopleOf(finance);
  const { document = '', name = '' } = people.find((person) => person.document) ?? {};
  const ask = (request: ApiClient, q: string) => told(request, 'POST', '/api/search', { q });
  const same = async (there: string, nowhere: string, status: RegExp) => {
    const [hit, miss] = [await ask(viewer, there), await ask(viewer, nowhere)];
    expect(hit, there).toBe(miss);
    expect(hit, there).toMatch(status);
  };
  expect(await ask(finance, document)).toContain('"transaction"');
  await same(document, NOBODY.document, /^403 .*"code":"forbidden"/);
  await same(formatDocument(document), formatDocument(NOBODY.document), /^403 /);
  await same('ana@example.com', NOBODY.email, /^403 /);
  await same('+5511987654321', '+5511900000000', /^403 /);
  await same(name, NOBODY.name, /^200 .*"items":\[\],"things":\[\].*"withheld":\["/);
  const { transaction } = (await json(viewer, `${PIX}/transactions/${ids[0]}`)) as { transaction: Row };
  for (const field of ['id', 'endToEndId', 'clientReference']) {
    const value = transaction[field];
    if (typeof value === 'string') expect(await ask(viewer, value), field).toContain(`"id":"${ids[0]}"`);
  }
});

test('A2: a shared view’s filter is masked for a viewer; a receipt needs reveal', async ({ api }) => {
  const [viewer, finance, analyst] = await Promise.all([api('viewer'), api('finance'), api('analyst')]);
  const { ids, people } = await peopleOf(finance);
  const { document = '', name = '' } = people.find((person) => person.document) ?? {};
  const stored = await analyst.post(`${PIX}/transactions/filters`, { data: { document, name } });
  const { id: f } = (await stored.json()) as { id: string };
  const made = await analyst.post('/api/settings/views', {
    headers: { 'idempotency-key': `masks-${crypto.randomUUID()}` },
    data: { ...SHARED_VIEW, name: `Masks ${f}`, filters: { f } },
  });
  expect(made.status(), await made.text()).toBe(201);
  const words = [document, formatDocument(document), name];
  const seen = await json(viewer, '/api/settings/views?account=pix');
  expect(JSON.stringify(seen)).toContain(f);
  const filter = await told(viewer, 'GET', `${PIX}/transactions/filters/${f}`);
  expect(filter).toContain('***');
  const list = await told(viewer, 'GET', `${PIX}/transactions?f=${f}`);
  expect(list).toContain(`"document":"***`);
  for (const text of [filter, list, JSON.stringify(seen)])
    expect(words.filter((word) => text.includes(word))).toEqual([]);
  expect(await json(finance, `${PIX}/transactions/filters/${f}`)).toEqual({ document, name });
  for (const id of ids.slice(0, 2))
    expect(await told(viewer, 'GET', `${PIX}/transactions/${id}/receipt`)).toMatch(/^403 .*"forbidden"/);
  for (const list of ['transactions', 'statement', 'charges', 'withdrawals', 'transfers'])
    expect(await told(viewer, 'GET', `${PIX}/${list}.csv`)).toMatch(/^403 /);
});
