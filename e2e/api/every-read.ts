import { addDays, saoPauloDay } from '#lib/core/dates.ts';
import type { ApiClient } from '../support/api-client.ts';
import { FULL } from '../support/full.ts';
import { DESCRIPTORS, type Descriptor } from './descriptors.ts';

export const ACCOUNTS = ['pix', 'hub', 'card'] as const;
export type Read = { key: string; address: string; status: number; text: string };
export type Row = Record<string, unknown>;

/** At most this many things of one list are opened. */
const MOST = FULL ? 10 : 7;
const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString();

/** The day that is read and closed before the walk. */
export const CLOSED_DAY = addDays(saoPauloDay(Date.now()), -1);

/** Lists that are asked for more than once: the newest of one kind would hide the other. */
const VARIANTS: Record<string, string[]> = {
  '/transactions': ['type=DEPOSIT', 'type=WITHDRAW', 'status=REFUNDED'],
  '/statement': ['', 'limit=200'],
  '/deliveries': ['', 'delivered=false'],
};

/** Queries that a read needs; the ids are of things that the lists named. */
const NEEDS: Record<string, (ids: (list: string) => string[]) => string[]> = {
  '/charges/lookup': (ids) => ids('/charges').map((id) => `id=${id}`),
  '/withdrawals/lookup': (ids) => ids('/withdrawals').map((id) => `id=${id}`),
  '/references/lookup': () => ['clientReference=no-such-reference'],
  '/statement/names': (ids) => [
    new URLSearchParams({ from: day(30), to: day(-1), ids: ids('/transactions').join() }).toString(),
  ],
  '/deliveries/notices': (ids) => [
    new URLSearchParams({ transactionIds: ids('/transactions').join() || 'none' }).toString(),
  ],
  '/deliveries/health/moment': () => [new URLSearchParams({ from: day(1), to: day(0) }).toString()],
  '/card/conversions/{code}': () => ['amount=1000'],
  '/closings/{day}/lines': () => ['part=in:PIX_DEPOSIT'],
};

/** Where the things of an address with an id are listed, if not at what stands before the id. */
const LISTED: Record<string, string> = { '/payments': '/transactions', '/deposits': '/transactions' };

/** Names of members that say which other thing a row belongs to, and the list that opens it. */
const LEADS: Record<string, string> = {
  recurrenceId: '/card/recurrences',
  transactionId: '/transactions',
  disputeId: '/disputes',
};

/** By list; of what has two ids by its whole path, the two joined by a slash. */
export type Ids = Map<string, Set<string>>;

const READS = DESCRIPTORS.filter(({ method, endpoint, key }) => {
  // A stream of events has no end, what asks for a token of its own is nobody's, and these two begin a sign-in elsewhere.
  const ours = endpoint.answer !== 'events' && endpoint.auth !== 'token';
  return method === 'GET' && ours && !key.startsWith('GET /api/sso/');
});
export const pathIn = (template: string) => template.replace('/api/accounts/{account}', '');

/** Puts away every id that an answer names, under the list that opens it. */
function learn(ids: Ids, at: string, value: unknown): void {
  if (Array.isArray(value)) for (const one of value) learn(ids, at, one);
  else if (typeof value === 'object' && value !== null)
    for (const [name, one] of Object.entries(value)) {
      const list = name === 'id' ? at : LEADS[name];
      if (typeof one === 'string' && list !== undefined) keep(ids, list, one);
      if (name === 'items') learn(ids, at, one);
    }
}

function keep(ids: Ids, list: string, id: string): void {
  const known = ids.get(list) ?? new Set<string>();
  if (known.size < MOST * (VARIANTS[list]?.length ?? 1)) known.add(id);
  ids.set(list, known);
}

type Walk = {
  request: ApiClient;
  /** Asks for everything in clear. */
  reveal?: boolean;
  /** Of an earlier walk: who may see less would find fewer doors. */
  ids?: Map<string, Ids>;
};

/** Every GET of the HTTP API, what lists name opened one by one, on all three accounts. */
export async function walk({ request, reveal = false, ids = new Map() }: Walk): Promise<Read[]> {
  const reads: Read[] = [];
  const ask = async (key: string, address: string) => {
    const answer = await request.get(address);
    const text = await answer.text();
    reads.push({ key, address, status: answer.status(), text });
    return answer.status() === 200 && /json/.test(answer.headers()['content-type'] ?? '') ? text : null;
  };
  const all = [...READS].sort((a, b) => depthOf(a) - depthOf(b));
  for (const descriptor of all) {
    const above = !descriptor.template.includes('{account}');
    for (const account of above ? [null] : ACCOUNTS) {
      const known = ids.get(account ?? '') ?? new Map<string, Set<string>>();
      ids.set(account ?? '', known);
      for (const address of addressesOf(descriptor, account, known, reveal)) {
        const text = await ask(descriptor.key, address);
        if (text !== null) learn(known, pathIn(descriptor.template), JSON.parse(text));
      }
    }
  }
  return reads;
}

/** Lists first: they name what the rest opens. */
const depthOf = ({ template }: Descriptor) =>
  (template.match(/\{(?!account)/g)?.length ?? 0) * 2 + (NEEDS[pathIn(template)] === undefined ? 0 : 1);

function addressesOf(
  { template, endpoint }: Descriptor,
  account: string | null,
  ids: Ids,
  reveal: boolean,
): string[] {
  const path = pathIn(template);
  const of = (list: string) => [...(ids.get(list) ?? [])];
  const queries = NEEDS[path]?.(of) ?? VARIANTS[path] ?? [''];
  const shape = (endpoint.query as { shape?: object } | undefined)?.shape ?? {};
  const asked = reveal && 'reveal' in shape ? queries.map((one) => `${one}${one && '&'}reveal=1`) : queries;
  const [list = '', rest = ''] = path.split('/{id}');
  const opens = rest.includes('{') ? path : (LISTED[list] ?? list);
  const things = path.includes('{id}') ? [...of(opens), 'no-such-id/none'] : [''];
  return things.flatMap((id) =>
    asked.map((query) => {
      const parts = id.split('/');
      const address = template
        .replace('{account}', account ?? '')
        .replace('{code}', 'USD')
        .replace('{day}', CLOSED_DAY)
        .replace('{version}', '1')
        .replace(/\{\w+\}/g, () => encodeURIComponent(parts.shift() ?? ''));
      return query === '' ? address : `${address}?${query}`;
    }),
  );
}
