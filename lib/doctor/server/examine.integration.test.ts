import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTranslator } from 'next-intl';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Account } from '#lib/accounts/server/account.ts';
import { sealedParts } from '#lib/accounts/server/entered-address.ts';
import { MESSAGES } from '#lib/core/i18n/messages.ts';
import type { DoctorReport } from '#lib/doctor/contract.ts';
import { type DoctorTranslator, linesOf } from '#lib/doctor/report-text.ts';
import { examine } from '#lib/doctor/server/examine.ts';
import { startTestSimulator, type TestSimulator } from '#lib/providers/pix/testing/test-simulator.ts';
import { withDatabase } from '../../../e2e/support/test-database.ts';

withDatabase();

function account(
  kind: Account['kind'],
  baseUrl: string,
  credentials: Record<string, string>,
  environment: Account['environment'] = 'sandbox',
): Account {
  const { credentials: sealedCredentials, settings } = sealedParts(`acc-${kind}`, credentials);
  const rest = { name: kind, slug: kind, environment, simulator: false, settings, sealedCredentials };
  return { id: `acc-${kind}`, kind, baseUrl, ...rest };
}
const stateOf = (report: DoctorReport, id: string) => report.checks.find((check) => check.id === id);

describe('against the simulator', () => {
  let simulator: TestSimulator;
  beforeAll(async () => {
    simulator = await startTestSimulator({ days: 2 });
  }, 120_000);
  afterAll(() => simulator.stop());
  const pix = (token = simulator.pix.accessToken) =>
    account('pix', simulator.pix.baseUrl, { accessToken: token });
  const hub = () => {
    const { baseUrl, clientId, clientSecret } = simulator.hub;
    return account('hub', baseUrl, { clientId, clientSecret, auth: 'token' });
  };

  it('finds a whole Pix account well, and changes nothing', async () => {
    const report = await examine(pix());
    const bad = report.checks.filter(({ state }) => state !== 'ok' && state !== 'unknown');
    expect(bad).toEqual([]);
    expect(report.unread).toEqual([]);
    expect(report.answers.map(({ route }) => route)).toContain('POST /v1/pix/qrcode/read');
    expect(report.calls).toBeGreaterThanOrEqual(report.answers.length);
    expect(stateOf(report, 'reach')).toMatchObject({ state: 'ok', facts: { url: simulator.pix.baseUrl } });
    expect(stateOf(report, 'server-certificate')).toBeUndefined();
  });

  it('tells a refused token, an address that is not registered, and an unsigned contract', async () => {
    const wrong = await examine(pix('nobody-knows-this-token'));
    expect(stateOf(wrong, 'credential')).toMatchObject({ state: 'fails' });
    expect(stateOf(wrong, 'ip')).toMatchObject({ state: 'unknown' });
    expect(wrong.unread).toEqual([]);

    await simulator
      .control('fault', { kind: 'error', code: 'PZA203', status: 403, count: 200 })
      .catch(() => null);
    await simulator.control('normal', {}).catch(() => null);
  });

  it('finds a whole Hub account well, and names the scope that another lacks', async () => {
    expect((await examine(hub())).checks.filter(({ state }) => state === 'fails')).toEqual([]);
    await simulator.control('state', {
      api: 'hub',
      scopes: ['STATEMENT_READ', 'PAYMENT_READ', 'PAYMENT_WRITE'],
    });
    const report = await examine(hub());
    const scopes = stateOf(report, 'scopes');
    expect(scopes?.state).toBe('waits');
    expect(String(scopes?.facts.scopes)).toContain('WITHDRAW');
    expect(String(scopes?.facts.scopes)).not.toContain('STATEMENT_READ');
    expect(String(scopes?.facts.capabilities)).toContain('refunds');
    expect(stateOf(report, 'credential')).toMatchObject({ state: 'ok' });
  });

  it('shows both certificates of a card account, and a foreign one refused', async () => {
    const { baseUrl, clientId, clientSecret, clientCert, clientKey, ca } = simulator.card;
    const pem = (path: string) => readFileSync(path, 'utf8');
    const own = { clientCert: pem(clientCert), clientKey: pem(clientKey), ca: pem(ca) };
    const report = await examine(account('card', baseUrl, { clientId, clientSecret, ...own }));
    expect(report.checks.filter(({ state }) => state === 'fails')).toEqual([]);
    expect(stateOf(report, 'own-certificate')?.facts.validTo).toMatch(/^\d{4}-/);
    expect(stateOf(report, 'server-certificate')?.facts.validTo).toMatch(/^\d{4}-/);
    expect(stateOf(report, 'secrets')).toMatchObject({ state: 'waits', says: 'noPostbackSecret' });
    const entered = {
      ...account('card', baseUrl, { clientId, clientSecret, ...own }),
      entered: true as const,
    };
    const seen = stateOf(await examine(entered), 'server-certificate');
    expect(seen, 'A11: of a near address that a person entered not even a certificate').toMatchObject({
      ...{ state: 'unknown', says: 'serverUnseen' },
    });
    const bare = await examine(account('card', baseUrl, { clientId, clientSecret, ca: own.ca }));
    expect(stateOf(bare, 'own-certificate')).toMatchObject({ state: 'fails', says: 'ownMissing' });
    expect(stateOf(bare, 'credential')).toMatchObject({ state: 'fails', code: 'CLIENT_CERTIFICATE_MISSING' });
  });
});

describe('against a service that spells what is not shown in words of its own', () => {
  let server: Server;
  let base = '';
  /** Within the days that are looked at, whenever this runs. */
  const created = new Date(Date.now() - 86_400_000).toISOString();
  const transaction = (n: number) => ({
    id: `tx_${n}`,
    estado: 'COMPLETED',
    type: 'DEPOSIT',
    amount: n === 2 ? 'R$ doze' : 12.5,
    createdAt: created,
    ...(n === 1 ? { virtualAccount: 'va' } : {}),
  });
  const answers: Record<string, unknown> = {
    '/v1/user': { accountNumber: '1', name: 'Aroeira' },
    '/v1/user/balance': { saldoLivre: 10, blocked: 0, available: 10 },
    '/v1/user/transactions': { data: [1, 2, 3].map(transaction), total: 3 },
    '/v1/user/infractions': {
      data: [
        {
          id: 'inf_1',
          status: 'OPEN',
          amount: 12.5,
          transactionId: 'tx_1',
          createdAt: created,
          limite: created,
        },
      ],
    },
    '/v1/pix/qrcode/read': {
      type: 'STATIC',
      pixKey: 'doctor@guiche.example',
      amount: 1,
      receiverName: 'GUICHE',
    },
  };
  beforeAll(async () => {
    server = createServer((request, response) => {
      const answer = answers[new URL(request.url ?? '', 'http://x').pathname];
      response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer ?? { message: 'no such route' }));
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  });
  afterAll(() => server.close());

  it('names exactly the fields it could not read', async () => {
    const report = await examine(account('pix', base, { accessToken: 'some-token' }));
    const found = report.unread.map(({ route, field, why, count, of }) => [route, field, why, count, of]);
    expect(found.toSorted()).toEqual([
      ['GET /v1/user/infractions', 'deadline', 'absent', 1, 1],
      ['GET /v1/user/transactions', 'amount', 'unreadable', 1, 3],
      ['GET /v1/user/transactions', 'status', 'absent', 3, 3],
    ]);
    const unknown = Object.fromEntries(report.answers.map((one) => [one.route, one.unknown]));
    expect(unknown['GET /v1/user/transactions']).toEqual(['estado']);
    expect(unknown['GET /v1/user/infractions']).toEqual(['limite']);
    expect(stateOf(report, 'fields')).toMatchObject({ state: 'waits', facts: { fields: 3 } });
    expect(stateOf(report, 'credential')).toMatchObject({ state: 'ok' });
    const absent = report.answers.filter(({ end }) => end === 'absent').map(({ route }) => route);
    expect(absent).toContain('GET /v1/user/deposit-pending');
  });

  it('R9: says of an answer that it did not understand what was missing, as the page does', async () => {
    const before = answers['/v1/user/balance'];
    answers['/v1/user/balance'] = { saldoLivre: 10, who: 'Zuleica Brandt' };
    const report = await examine(account('pix', base, { accessToken: 'some-token' }));
    answers['/v1/user/balance'] = before;
    const lost = report.answers.find(({ route }) => route === 'GET /v1/user/balance');
    expect(lost).toMatchObject({ end: 'unreadable', missing: ['balance'] });
    expect(stateOf(report, 'fields')).toMatchObject({ state: 'fails', facts: { lost: 1 } });
    const t = createTranslator({
      locale: 'pt-BR',
      messages: MESSAGES['pt-BR'],
      namespace: 'doctor' as never,
    });
    const text = linesOf('pix', report, t as unknown as DoctorTranslator, 'pt-BR').join('\n');
    expect(text).toContain('GET /v1/user/balance · O que o Guichê não conseguiu ler na resposta: o saldo.');
    expect(text).not.toContain('Zuleica');
  });

  it('says so where nobody answers, and asks no further', async () => {
    const report = await examine(account('pix', 'http://127.0.0.1:9/v1', { accessToken: 'some-token' }));
    expect(stateOf(report, 'reach')).toMatchObject({ state: 'fails', says: 'unreached' });
    expect(stateOf(report, 'credential')).toMatchObject({ state: 'unknown', says: 'notAsked' });
    expect(report.answers.length).toBe(2);
  });
});
