import 'server-only';
import { parseJson } from '#lib/core/http/json.ts';
import { chargesOf } from '#lib/providers/card/charges.ts';
import { CardClient, type CardCredential } from '#lib/providers/card/client.ts';
import { toCharge, toConversion, toRate, toRecurrence } from '#lib/providers/card/map.ts';
import { readCharge, readConversion, readRate, readRecurrence } from '#lib/providers/card/wire.ts';
import type { Recurrence } from '#lib/providers/card-records.ts';
import { type AdapterDeps, adapterDeps, clientOptions, ended } from '#lib/providers/client/adapter-deps.ts';
import { Paths, segment } from '#lib/providers/client/paths.ts';
import type { AdapterOptions, Answer } from '#lib/providers/client/request-context.ts';
import * as means from '#lib/providers/field-aliases.ts';
import { objectReader } from '#lib/providers/fields.ts';
import type { Change, Outcome, ProviderPort } from '#lib/providers/port.ts';
import { UnreadableAnswer, unwrapLayers } from '#lib/providers/unwrap.ts';

export type CardAdapterOptions = CardCredential & AdapterOptions;
const readEvent = objectReader({ event: means.event('type') });

/** Document 3, card postback: `{ event, data: charge }`; null when it contains no charge. */
const readPostback: NonNullable<ProviderPort['card']>['readPostback'] = (body) => {
  try {
    const json = parseJson(body.replace(/^\u{feff}/u, ''));
    const charge = toCharge(readCharge(json));
    const [outer] = unwrapLayers(json);
    const event = outer === undefined ? null : readEvent(outer).fields.event;
    return { event: /^[\w.-]{2,80}$/.test(event ?? '') ? (event ?? '') : 'charge.update', charge };
  } catch (error) {
    if (error instanceof UnreadableAnswer || error instanceof SyntaxError) return null;
    throw error;
  }
};

type Card = NonNullable<ProviderPort['card']>;

/** Document 3 shows no body for it: null when the answer has no readable recurrence. */
const recurrenceIn = ({ json }: Answer): Recurrence | null => {
  try {
    return toRecurrence(readRecurrence(json));
  } catch (error) {
    if (error instanceof UnreadableAnswer) return null;
    throw error;
  }
};

/** Document 3, recurrences. */
function recurrencesOf({ client, readable, now }: AdapterDeps): Card['recurrences'] {
  const of = (id: string) => `/charges/recurrences/${segment(id)}`;
  const finish = (outcome: Outcome<Answer>) => ended(readable, outcome, recurrenceIn);
  const terms = { thing: true, empty: true };
  // Document 3 names more management without a path. "Cancel" is not tried: it may be permanent.
  const stops = new Paths<string>(['deactivate', 'inactivate', 'pause', 'suspend'], now);
  const begins = new Paths<string>(['reactivate', 'activate', 'resume'], now);
  const act = async (actions: Paths, id: string, change: Change) =>
    finish(
      await actions.change((action) => client.change('PUT', `${of(id)}/${action}`, null, change, terms)),
    );
  return {
    async get(id, call) {
      const { json } = await client.read(of(id), {}, call, { thing: true });
      return readable(() => toRecurrence(readRecurrence(json, id)));
    },
    async setAmount(id, amount, change) {
      const path = `${of(id)}/amount`;
      return finish(await client.change('PUT', path, { json: { amount } }, change, terms));
    },
    deactivate: (id, change) => act(stops, id, change),
    reactivate: (id, change) => act(begins, id, change),
  };
}

/** Document 3, currencies; an older build of the service has none (404). */
function rateOf({ client, readable, now }: AdapterDeps): Card['rate'] {
  const paths = new Paths<'rate' | 'rates' | 'quote'>(['rate', 'rates', 'quote'], now);
  return async (code, call) => {
    const of = `/currencies/${segment(code)}`;
    const { json, asOf } = await paths.read((name) =>
      client.read(`${of}/${name}`, {}, call, { thing: true }),
    );
    return readable(() => toRate(readRate(json), code, asOf));
  };
}

type ConversionRoute = 'convert' | 'conversion' | 'of-currencies' | 'of-conversion';

/** Document 3 names a conversion without a path: candidates follow only after "no such route". */
function convertOf({ client, readable, now }: AdapterDeps): Card['convert'] {
  const paths = new Paths<ConversionRoute>(['convert', 'conversion', 'of-currencies', 'of-conversion'], now);
  return async (code, amount, call) => {
    const { json, asOf } = await paths.read((route) => {
      const terms = { thing: true };
      const both = { from: code, to: 'BRL', amount: String(amount) };
      const one = `/currencies/${segment(code)}`;
      if (route === 'of-currencies') return client.read('/currencies/convert', both, call, terms);
      if (route === 'of-conversion') return client.read('/currencies/conversion', both, call, terms);
      return client.read(`${one}/${route}`, { amount: String(amount) }, call, terms);
    });
    return readable(() => toConversion(readConversion(json), code, amount, asOf));
  };
}

/** The card API (document 3) behind the port, by mutual TLS over connections of its own. */
export function createCardAdapter(options: CardAdapterOptions): ProviderPort {
  const { clientId, clientSecret, tls } = options;
  const shared = clientOptions(options, clientId, { tls });
  const client = new CardClient({ ...shared, clientId, clientSecret, tls });
  const deps = adapterDeps(client, shared);
  return {
    kind: 'card',
    certificate: () => client.certificate(),
    card: {
      charges: chargesOf(deps),
      recurrences: recurrencesOf(deps),
      rate: rateOf(deps),
      convert: convertOf(deps),
      readPostback,
    },
  };
}
