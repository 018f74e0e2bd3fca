import { describe, expect, test } from 'vitest';
import { Secret } from '#lib/core/masking/secret.ts';
import { basicHeader } from '#lib/providers/client/request-context.ts';
import { fault, hubOver, no, ok, TOKEN } from '#lib/providers/hub/testing/test-hub.ts';
import { capabilitiesIn } from '#lib/providers/registry.ts';

const BALANCE = { total: 300, available: 200, blocked: 100 };
const token = (name: string, extra: object = {}) => ok({ ...TOKEN, access_token: name, ...extra });
const authorization = (requests: { request: { headers: Record<string, string> } }[]) =>
  requests.map(({ request }) => request.headers.authorization);

describe('the exchange', () => {
  test('is form-encoded with the credential in Basic, and its token goes with every call', async () => {
    const { port, requests, exchanges, logged } = hubOver([ok(BALANCE)]);
    await port.balance({});
    await port.limits({}).catch(() => undefined);
    expect(exchanges).toHaveLength(1);
    expect(exchanges[0]?.request).toMatchObject({
      method: 'POST',
      url: 'https://hub.example/api/v1/oauth/token',
      purpose: 'token',
      body: 'grant_type=client_credentials',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        authorization: basicHeader('client-1', new Secret('secret-of-the-client')),
      },
    });
    expect(authorization(requests)).toEqual(['Bearer secret-jwt', 'Bearer secret-jwt']);
    expect(JSON.stringify(logged)).not.toMatch(/secret/);
  });

  test.each(['basic', 'svc'] as const)('is not needed with %s', async (auth) => {
    const { port, requests, exchanges } = hubOver([ok(BALANCE)], { auth });
    await port.balance({});
    expect(exchanges).toHaveLength(0);
    const basic = basicHeader('client-1', new Secret('secret-of-the-client'));
    expect(authorization(requests)).toEqual([auth === 'basic' ? basic : 'Bearer secret-of-the-client']);
  });

  test.each<[string, object]>([
    ['nested, in other spellings, as text', { data: { accessToken: 'secret-jwt', expiresIn: '900' } }],
    ['without a life', { access_token: 'secret-jwt' }],
    ['with nulls', { access_token: 'secret-jwt', expires_in: null, scope: null }],
  ])('is read %s', async (_, answer) => {
    const { port, requests } = hubOver([ok(BALANCE)], {}, [ok(answer)]);
    await port.balance({});
    expect(authorization(requests)).toEqual(['Bearer secret-jwt']);
  });

  test.each<[string, unknown]>([
    ['without a token', { token_type: 'Bearer' }],
    ['of HTML', '<html>'],
  ])('%s is no answer', async (_, answer) => {
    const { port, requests } = hubOver([ok(BALANCE)], {}, [ok(answer)]);
    await expect(port.balance({})).rejects.toMatchObject({ code: 'provider_unavailable' });
    expect(requests).toHaveLength(0);
  });
});

describe('50 parallel calls', () => {
  const many = (run: (index: number) => Promise<unknown>) =>
    Promise.all(Array.from({ length: 50 }, (_, at) => run(at)));

  test('without a token lead to one exchange', async () => {
    const { port, requests, exchanges } = hubOver([ok({ id: 'chg', status: 'PAID', amount: 1 })]);
    await many((at) => port.charges.find({ id: `payment:${at}` }, {}));
    expect([exchanges.length, requests.length]).toEqual([1, 50]);
  });

  test('on a token past its end lead to one exchange', async () => {
    const made = hubOver([ok({ id: 'chg', status: 'PAID', amount: 1 })], {}, [token('one'), token('two')]);
    await made.port.balance({}).catch(() => undefined);
    made.clock.ms += 901_000;
    await many((at) => made.port.charges.find({ id: `payment:${at}` }, {}));
    expect(made.exchanges).toHaveLength(2);
    expect(new Set(authorization(made.requests.slice(1)))).toEqual(new Set(['Bearer two']));
  });

  test('that are all told 401 at once lead to one exchange, and all of them end well', async () => {
    const made = hubOver(
      [
        ({ request }) =>
          request.headers.authorization === 'Bearer one'
            ? no(401, 'TOKEN_INVALID')
            : ok({ id: 'chg', status: 'PAID', amount: 1 }),
      ],
      {},
      [token('one'), token('two')],
    );
    const found = await many((at) => made.port.charges.find({ id: `payment:${at}` }, {}));
    expect(found.filter(Boolean)).toHaveLength(50);
    expect([made.exchanges.length, made.requests.length]).toEqual([2, 100]);
    expect(made.monitor.health()).toMatchObject({ state: 'ok', blockedBy: null });
  });

  test('one that is given up leaves the exchange to the others', async () => {
    const { port, exchanges } = hubOver([ok(BALANCE)]);
    const leaving = new AbortController();
    const left = port.balance({ signal: leaving.signal }).then(
      () => 'answered',
      () => 'left',
    );
    const stayed = port.metrics({}).then(() => 'answered');
    leaving.abort();
    expect(await Promise.all([left, stayed])).toEqual(['left', 'answered']);
    expect(exchanges).toHaveLength(1);
  });
});

describe('before its end', () => {
  test('a token is made anew in the background, once, while the old one is used', async () => {
    const { port, requests, exchanges, clock } = hubOver([ok(BALANCE)], {}, [token('one'), token('two')]);
    await port.balance({});
    clock.ms += 700_000;
    await Promise.all([port.balance({}), port.metrics({}), port.pixKeys.list({}).catch(() => undefined)]);
    expect(new Set(authorization(requests))).toEqual(new Set(['Bearer one']));
    await port.balance({});
    expect(exchanges).toHaveLength(2);
    expect(authorization(requests).at(-1)).toBe('Bearer two');
  });

  test('a background exchange that fails leaves the old token until its end', async () => {
    const { port, clock, exchanges } = hubOver([ok(BALANCE)], {}, [
      token('one'),
      no(429, 'AUTH_TOO_MANY_REQUESTS', { retryAfterSeconds: 60 }),
      token('three'),
    ]);
    await port.balance({});
    clock.ms += 700_000;
    await port.balance({});
    await port.balance({});
    expect(exchanges).toHaveLength(2);
    clock.ms += 61_000;
    await port.balance({});
    await port.balance({});
    expect(exchanges).toHaveLength(3);
  });
});

describe('a 401 in flight', () => {
  test('is recovered once, for a read', async () => {
    const { port, requests, exchanges } = hubOver([no(401, 'TOKEN_INVALID'), ok(BALANCE)], {}, [
      token('one'),
      token('two'),
    ]);
    expect(await port.balance({})).toMatchObject({ available: 200 });
    expect(authorization(requests)).toEqual(['Bearer one', 'Bearer two']);
    expect(exchanges).toHaveLength(2);
  });

  test('is recovered once, for a change: it proves that nothing was done', async () => {
    const made = hubOver([no(401, 'TOKEN_INVALID'), ok({ id: 'tr', status: 'CONFIRMED', amount: 5 })]);
    const transfer = { amount: 5, receiver: 'a@b.example', clientReference: 'r-1' };
    const outcome = await made.port.transfers.create(transfer, made.change);
    expect(outcome).toMatchObject({ kind: 'done', value: { id: 'transfer:tr' } });
    expect([made.requests.length, made.exchanges.length, made.sent.times]).toEqual([2, 2, 2]);
  });

  test('twice is the credential', async () => {
    const made = hubOver([no(401, 'TOKEN_INVALID')]);
    await expect(made.port.balance({})).rejects.toMatchObject({
      code: 'provider_credential',
      status: 502,
      details: { provider: { code: 'TOKEN_INVALID', status: 401 } },
    });
    expect([made.requests.length, made.exchanges.length]).toEqual([2, 2]);
    expect(made.monitor.health()).toMatchObject({ state: 'down', blockedBy: 'TOKEN_INVALID' });
  });

  test('always does not spend the exchanges', async () => {
    const made = hubOver([no(401, 'TOKEN_INVALID')]);
    for (let call = 0; call < 20; call += 1) await made.port.balance({}).catch(() => undefined);
    expect(made.exchanges.length).toBeLessThanOrEqual(10);
  });

  test.each(['basic', 'svc'] as const)('cannot be recovered with %s', async (auth) => {
    const { port, requests } = hubOver([no(401, 'TOKEN_EXPIRED'), ok(BALANCE)], { auth });
    await expect(port.balance({})).rejects.toMatchObject({
      details: { provider: { code: 'TOKEN_EXPIRED' } },
    });
    expect(requests).toHaveLength(1);
  });
});

describe('an exchange that is refused', () => {
  test.each<[string, number, string]>([
    ['TOKEN_INVALID', 401, 'provider_credential'],
    ['TOKEN_EXPIRED', 401, 'provider_credential'],
    ['JWT_INVALID_AUTH_FORMAT', 401, 'provider_credential'],
    ['TOKEN_INVALID_AUTH_FORMAT', 401, 'provider_credential'],
    ['TOKEN_IP_NOT_ALLOWED', 403, 'provider_credential'],
    ['TOKEN_HOLDER_BLOCKED', 403, 'provider_rejected'],
    ['TOKEN_UNSUPPORTED_GRANT_TYPE', 400, 'provider_rejected'],
  ])('%s', async (code, status, problem) => {
    const made = hubOver([ok(BALANCE)], {}, [no(status, code)]);
    const error = { code: problem, details: { provider: { code, message: 'Mensagem.', status } } };
    await expect(made.port.balance({})).rejects.toMatchObject(error);
    const outcome = await made.port.pixKeys.remove('k', made.change);
    expect(outcome).toMatchObject({ kind: 'refused', sent: false, error });
    expect([made.requests.length, made.sent.times]).toEqual([0, 0]);
    // Not requested again at once: exchanges are few a minute.
    expect(made.exchanges).toHaveLength(1);
    made.clock.ms += 11_000;
    await made.port.balance({}).catch(() => undefined);
    expect(made.exchanges).toHaveLength(2);
  });

  test('by its limit is left alone for as long as was asked', async () => {
    const made = hubOver([ok(BALANCE)], {}, [
      no(429, 'AUTH_TOO_MANY_REQUESTS', undefined, { 'retry-after': '40' }),
      token('two'),
    ]);
    await expect(made.port.balance({})).rejects.toMatchObject({
      code: 'rate_limited',
      details: { retryAfterSeconds: 40, provider: { code: 'AUTH_TOO_MANY_REQUESTS' } },
    });
    made.clock.ms += 30_000;
    await expect(made.port.balance({})).rejects.toMatchObject({ details: { retryAfterSeconds: 10 } });
    expect(made.exchanges).toHaveLength(1);
    made.clock.ms += 10_000;
    expect(await made.port.balance({})).toMatchObject({ available: 200 });
    expect(made.monitor.health()).toMatchObject({ pauses: 1, lastPauseSeconds: 40 });
  });

  test.each([
    ['of days', undefined, '999999', 3_600],
    ['of a lifetime', { retryAfterSeconds: 1_795_832_000 }, undefined, 3_600],
    ['that is none', { retryAfterSeconds: 1e20 }, '-5', 30],
  ])(
    'by a limit with a wait %s stops the account for an hour at most',
    async (_, details, header, seconds) => {
      const headers = header === undefined ? {} : { 'retry-after': header };
      const made = hubOver([ok(BALANCE)], {}, [
        no(429, 'AUTH_TOO_MANY_REQUESTS', details, headers),
        token('two'),
      ]);
      await made.port.balance({}).catch(() => undefined);
      made.clock.ms += seconds * 1000;
      expect(await made.port.balance({})).toMatchObject({ available: 200 });
    },
  );

  test('for a few seconds only is sat through by a read', async () => {
    const made = hubOver([ok(BALANCE)], {}, [
      no(429, 'AUTH_TOO_MANY_REQUESTS', { retryAfterSeconds: 3 }),
      token('two'),
    ]);
    expect(await made.port.balance({})).toMatchObject({ available: 200 });
    expect(made.waits).toEqual([3_000]);
  });

  test.each([
    ['refused', fault('connect', false), 'provider_unavailable'],
    ['silent', fault('timeout', true), 'provider_timeout'],
    ['of 503', no(503, 'PROVIDER_UNAVAILABLE'), 'provider_unavailable'],
  ] as const)('by a connection %s: a change was never sent', async (_, outcome, code) => {
    const made = hubOver([ok({})], {}, [outcome]);
    const removed = await made.port.webhooks.remove('w', made.change);
    expect(removed).toMatchObject({ kind: 'refused', sent: false, error: { code } });
    expect([made.requests.length, made.sent.times]).toEqual([0, 0]);
  });

  test('by faults opens the circuit, and the exchange is what closes it again', async () => {
    const made = hubOver([ok(BALANCE)], {}, [
      ...Array.from({ length: 6 }, () => fault('reset', true)),
      token('late'),
    ]);
    await made.port.balance({}).catch(() => undefined);
    await made.port.balance({}).catch(() => undefined);
    expect(made.monitor.circuit.state).toBe('open');
    made.clock.ms += 16_000;
    await made.port.balance({}).catch(() => undefined);
    made.clock.ms += 16_000;
    expect(await made.port.balance({})).toMatchObject({ available: 200 });
    expect(made.monitor.circuit.state).toBe('closed');
  });
});

test('an address that changed: told with what was seen, and over when it is allowed again', async () => {
  const made = hubOver([ok(BALANCE), no(403, 'TOKEN_IP_NOT_ALLOWED', { ip: '203.0.113.7' }), ok(BALANCE)]);
  await made.port.balance({});
  await expect(made.port.balance({})).rejects.toMatchObject({
    code: 'provider_credential',
    details: { provider: { code: 'TOKEN_IP_NOT_ALLOWED', sourceIp: '203.0.113.7' } },
  });
  expect(made.exchanges).toHaveLength(1);
  expect(made.monitor.health()).toMatchObject({
    state: 'down',
    blockedBy: 'TOKEN_IP_NOT_ALLOWED',
    sourceIp: '203.0.113.7',
  });
  await made.port.balance({});
  expect(made.monitor.health().blockedBy).toBeNull();
});

describe('scopes', () => {
  test('are not known before the first token, then are the ones of the newest', async () => {
    const made = hubOver([ok(BALANCE)], {}, [
      token('one', { scope: 'STATEMENT_READ PAYMENT_READ' }),
      token('two', { scope: ['STATEMENT_READ'] }),
    ]);
    expect(made.port.scopes()).toBeNull();
    expect(capabilitiesIn(made.port)).toEqual(
      expect.arrayContaining(['balance', 'charges', 'charges-create', 'refunds', 'disputes', 'pix-keys']),
    );
    await made.port.balance({});
    expect(made.port.scopes()).toEqual(['STATEMENT_READ', 'PAYMENT_READ']);
    expect(capabilitiesIn(made.port)).toEqual([
      ...['balance', 'charges', 'charges-list', 'limits', 'metrics', 'statement'],
      ...['receipts', 'receipts-charges'],
    ]);
    made.clock.ms += 901_000;
    await made.port.balance({});
    expect(capabilitiesIn(made.port)).not.toContain('charges');
  });

  test('one that a refusal names is missing for an hour', async () => {
    const made = hubOver([no(403, 'TOKEN_MISSING_SCOPE', { scope: 'INFRACTION_READ' })], { auth: 'svc' });
    await expect(made.port.disputes.list({ page: 1, limit: 10 }, {})).rejects.toMatchObject({
      code: 'provider_credential',
      details: { provider: { code: 'TOKEN_MISSING_SCOPE' } },
    });
    expect(made.port.missingScopes()).toEqual(['INFRACTION_READ']);
    expect(capabilitiesIn(made.port)).not.toContain('disputes');
    expect(made.monitor.health().blockedBy).toBeNull();
    made.clock.ms += 3_600_001;
    expect(capabilitiesIn(made.port)).toContain('disputes');
  });

  test('a refusal that names none tells the one that the route needs', async () => {
    const made = hubOver([no(403, 'TOKEN_MISSING_SCOPE')], { auth: 'basic' });
    await made.port.refunds.create({ paymentId: 'payment:x', amount: 1 }, made.change);
    await made.port.keyLookup('a', null, {}).catch(() => undefined);
    await made.port.webhooks.remove('x', made.change);
    expect(made.port.missingScopes()).toEqual(['REFUND', 'PIX_DICT_READ', 'WEBHOOK_WRITE']);
    expect(capabilitiesIn(made.port)).toEqual(expect.arrayContaining(['webhooks', 'callback-secret']));
    for (const gone of ['refunds', 'key-lookup', 'qr-decode', 'webhooks-edit', 'callback-secret-edit'])
      expect(capabilitiesIn(made.port)).not.toContain(gone);
  });
});
