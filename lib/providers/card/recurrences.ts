import 'server-only';
import { toConversion, toRate, toRecurrence } from '#lib/providers/card/map.ts';
import { readConversion, readRate, readRecurrence } from '#lib/providers/card/wire.ts';
import type { Recurrence } from '#lib/providers/card-records.ts';
import { type AdapterDeps, ended } from '#lib/providers/client/adapter-deps.ts';
import type { Answer } from '#lib/providers/client/line.ts';
import { Paths } from '#lib/providers/client/paths.ts';
import { segment } from '#lib/providers/client/segment.ts';
import { UnreadableAnswer } from '#lib/providers/envelopes.ts';
import type { Outcome, ProviderPort } from '#lib/providers/port.ts';

type Card = NonNullable<ProviderPort['card']>;

/** A 200 is the end of it; what it answers beside that is taken where it can be read (document 3 shows no body). */
const told = ({ json }: Answer): Recurrence | null => {
  try {
    return toRecurrence(readRecurrence(json));
  } catch (error) {
    if (error instanceof UnreadableAnswer) return null;
    throw error;
  }
};

/** Document 3, recurrences. */
export function recurrencesOf({ client, readable, now }: AdapterDeps): Card['recurrences'] {
  const of = (id: string) => `/charges/recurrences/${segment(id)}`;
  const finish = (outcome: Outcome<Answer>) => ended(readable, outcome, told);
  const terms = { thing: true, empty: true };
  // Document 3 names more management without a path. "Cancel" is none of these: it may be for good.
  const stops = new Paths<string>(['deactivate', 'inactivate', 'pause', 'suspend'], now);
  const begins = new Paths<string>(['reactivate', 'activate', 'resume'], now);
  return {
    async get(id, call) {
      const path = `${of(id)}`;
      const { json } = await client.read(path, {}, call, { thing: true });
      return readable(() => toRecurrence(readRecurrence(json, id)));
    },
    async setAmount(id, amount, change) {
      const path = `${of(id)}/amount`;
      return finish(await client.change('PUT', path, { json: { amount } }, change, terms));
    },
    async deactivate(id, change) {
      const send = (way: string) => client.change('PUT', `${of(id)}/${way}`, null, change, terms);
      return finish(await stops.change(send));
    },
    async reactivate(id, change) {
      const send = (way: string) => client.change('PUT', `${of(id)}/${way}`, null, change, terms);
      return finish(await begins.change(send));
    },
  };
}

/** Document 3, currencies; an older build of the service has none (404). */
export function rateOf({ client, readable, now }: AdapterDeps): Card['rate'] {
  const paths = new Paths<'rate' | 'rates' | 'quote'>(['rate', 'rates', 'quote'], now);
  return async (code, call) => {
    const of = `/currencies/${segment(code)}`;
    const { json, asOf } = await paths.read((name) =>
      client.read(`${of}/${name}`, {}, call, { thing: true }),
    );
    return readable(() => toRate(readRate(json), code, asOf));
  };
}

type Way = 'convert' | 'conversion' | 'of-currencies' | 'of-conversion';

/** Document 3 names a conversion without a path: each likely one is tried once, after "no such route" only. */
export function convertOf({ client, readable, now }: AdapterDeps): Card['convert'] {
  const paths = new Paths<Way>(['convert', 'conversion', 'of-currencies', 'of-conversion'], now);
  return async (code, amount, call) => {
    const { json, asOf } = await paths.read((way) => {
      const terms = { thing: true };
      const both = { from: code, to: 'BRL', amount: String(amount) };
      const one = `/currencies/${segment(code)}`;
      if (way === 'of-currencies') return client.read('/currencies/convert', both, call, terms);
      if (way === 'of-conversion') return client.read('/currencies/conversion', both, call, terms);
      return client.read(`${one}/${way}`, { amount: String(amount) }, call, terms);
    });
    return readable(() => toConversion(readConversion(json), code, amount, asOf));
  };
}
