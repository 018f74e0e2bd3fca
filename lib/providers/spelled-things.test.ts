import { describe, expect, test } from 'vitest';
import { webhooksIn } from '#lib/providers/client/webhooks.ts';
import { hubOver, ok } from '#lib/providers/hub/testing/test-hub.ts';
import { readDeliveries, toDelivery } from '#lib/providers/pix/deliveries.ts';
import { readJobs } from '#lib/providers/pix/reports.ts';
import { holderIn } from '#lib/providers/shared-readers.ts';
import { type Random, randomBy, rowIn, SEEDS, styleBy } from '#lib/providers/testing/spelled.ts';

/** Done-point 4: what has no sign, in generated spellings: keys, endpoints, deliveries, reports. */

const AT = '2026-10-20T12:00:00.000Z';

function holderBy(random: Random) {
  const who = random.pick(['', 'owner', 'holder', 'beneficiary', 'receiver']);
  const name = random.pick(['name', 'fullName', 'legalName', 'displayName', 'businessName']);
  const document = random.pick(['document', 'taxId', 'cpfCnpj', 'documentNumber']);
  const bank = random.pick(['bank', 'institution']);
  return {
    ...(who === ''
      ? { [name]: 'Ana', [document]: '***982247**' }
      : { [who]: { [name]: 'Ana', [document]: '***982247**' } }),
    ...(random.chance(0.5)
      ? { [bank]: { name: 'Banco Um', ispb: '00000000' } }
      : { institutionName: 'Banco Um', institutionIspb: '00000000' }),
    [random.pick(['accountNumber', 'accountNo'])]: '1234567',
    ...(random.chance(0.7) ? { [random.pick(['pixKey', 'key', 'addressingKey'])]: 'ana@b.example' } : {}),
  };
}

describe('R7: the holder of a key', () => {
  test.each(SEEDS)('seed %i', async (seed) => {
    const random = randomBy(seed + 30_000);
    const style = { ...styleBy(random), nesting: random.pick(['flat', 'attributes', 'data'] as const) };
    const answer = rowIn(style, 'entry', holderBy(random));
    const expected = {
      ...{ name: 'Ana', document: '***982247**', accountNumber: '1234567' },
      ...{ institutionName: 'Banco Um', institutionIspb: '00000000' },
    };
    expect(holderIn(answer), JSON.stringify(answer)).toMatchObject(expected);
    const { port } = hubOver([ok(answer)]);
    expect(await port.keyLookup('ana@b.example', null, {}), JSON.stringify(answer)).toMatchObject(expected);
  });
});

describe('R7: endpoints, deliveries, reports and keys', () => {
  test.each(SEEDS)('seed %i', async (seed) => {
    const random = randomBy(seed + 40_000);
    const style = styleBy(random);
    const missing = Math.floor(random.next() * 4);
    const idOf = (own: string, index: number) => ({
      [style.prefixed ? `${own}Id` : random.pick(['id', 'uuid'])]:
        index === missing ? undefined : `i${index}`,
    });
    const ids = (items: readonly { id: string }[]) =>
      items.map(({ id }) => (id.startsWith('no-id-') ? null : id));
    const wanted = [0, 1, 2, 3].map((index) => (index === missing ? null : `i${index}`));
    const rows = (own: string, fields: (index: number) => object, names: readonly string[]) =>
      style.envelope(
        wanted.map((_, index) => rowIn(style, own, { ...idOf(own, index), ...fields(index) })),
        names,
      );
    const url = random.pick(['url', 'endpoint', 'targetUrl', 'address']);
    const made = random.pick(['createdAt', 'created', 'creationDate', 'registeredAt']);
    const hooks = rows(
      'webhook',
      (at) => ({ [url]: `https://a.example/${at}`, isActive: true, [made]: AT }),
      ['webhooks', 'ganchos'],
    );
    const urls = wanted.map((_, at) => `https://a.example/${at}`);
    for (const read of [webhooksIn(hooks), await hubOver([ok(hooks)]).port.webhooks.list({})]) {
      expect(ids(read?.items ?? []), JSON.stringify(hooks)).toEqual(wanted);
      expect(read?.unread).toEqual({ rows: 1, fields: ['id'] });
      expect(read?.items.map((one) => [one.url, one.active, one.createdAt])).toEqual(
        urls.map((one) => [one, true, AT]),
      );
    }
    const of = random.pick(['transaction', 'payment', 'charge', 'withdrawal', 'originalTransaction']);
    const nested = random.chance(0.4);
    const sent = rows(
      'delivery',
      (at) => ({
        [url]: urls[at],
        [random.pick(['statusCode', 'httpStatus'])]: 500 + at,
        ...(nested ? { [of]: { id: `t${at}` } } : { [`${of}Id`]: `t${at}` }),
        [made]: AT,
      }),
      ['callbacks', 'avisos'],
    );
    const deliveries = readDeliveries(sent).rows.map(toDelivery);
    expect(ids(deliveries), JSON.stringify(sent)).toEqual(wanted);
    expect(deliveries.map((one) => [one.url, one.status, one.transactionId, one.createdAt])).toEqual(
      urls.map((one, at) => [one, 500 + at, `t${at}`, AT]),
    );
    const jobs = rows(
      'report',
      () => ({ [random.pick(['status', 'state'])]: 'READY', [made]: AT, params: { dateFrom: AT } }),
      ['reports', 'arquivos'],
    );
    const reports = readJobs(jobs).rows;
    expect(ids(reports), JSON.stringify(jobs)).toEqual(wanted);
    expect(reports.map((one) => [one.status, one.from])).toEqual(wanted.map(() => ['READY', AT]));
    const owned = rows(
      'pixKey',
      (at) => ({ [random.pick(['key', 'value', 'keyValue'])]: `k${at}`, type: 'EVP', [made]: AT }),
      ['keys', 'chaves'],
    );
    const { items: keys, unread } = await hubOver([ok(owned)]).port.pixKeys.list({});
    expect(unread).toEqual({ rows: 1, fields: ['id'] });
    expect(ids(keys), JSON.stringify(owned)).toEqual(wanted);
    expect(keys.map(({ key, type }) => [key, type])).toEqual(wanted.map((_, at) => [`k${at}`, 'EVP']));
  });
});
