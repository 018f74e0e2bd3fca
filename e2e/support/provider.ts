import type { Transaction } from '#lib/providers/records.ts';
import type { Control, Ready } from './product.ts';

/** A transaction as the provider answers it. */
export type Raw = {
  id: string;
  amount: number;
  status: string;
  type: string;
  createdAt: string;
  clientReference: string | null;
  virtualAccount: string | null;
  endToEndId: string | null;
  payerName: string | null;
  payerDocument: string | null;
};
type Query = { [name: string]: string | number };
export type InjectedFault = {
  kind: string;
  method?: string;
  path?: string;
  status?: number;
  errorCode?: string;
  retryAfterSeconds?: number;
  count?: number;
  untilCleared?: boolean;
  ms?: number;
};
/** The simulated Pix provider: its records, the calls it received, and the faults it shall have. */
export type Provider = {
  list: (query?: Query) => Promise<{ total: number; pages: number; transactions: Raw[] }>;
  /** Any GET below its base address. */
  read: (path: string) => Promise<Record<string, unknown>>;
  create: (charge: object) => Promise<Raw>;
  /** A charge that was paid (cents); its id. */
  paid: (amount: number) => Promise<string>;
  /** Queries of the GET calls to this path since the test began, or since the last `forget`. */
  received: (path: string) => Promise<{ [name: string]: string }[]>;
  forget: () => Promise<void>;
  fault: (fault: InjectedFault) => Promise<void>;
};
type Call = { at: number; method: string; path: string; query: string };

export type Item = Transaction;
export type List = { items: Item[]; nextCursor: string | null; total: number | null };

/** A product whose simulator runs in real time; short limits make a silent provider fail soon. */
export const MANY_ROWS = {
  simulator: { transactions: 60_000 },
  env: { GUICHE_READ_MS: '3000', GUICHE_EXPORT_MS: '5000' },
};
export const SHORT_LIMITS = {
  simulator: { transactions: 1_000 },
  env: { GUICHE_CHANGE_MS: '1500', GUICHE_READ_MS: '3000' },
};

/** The provider behind a product; `end` clears its faults. */
export async function providerOf(
  { simulator }: Pick<Ready, 'simulator'>,
  control: Control,
): Promise<Provider & { end: () => Promise<void> }> {
  const { baseUrl = '', accessToken = '' } = simulator?.pix ?? {};
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' };
  const get = async (path: string) => (await fetch(`${baseUrl}${path}`, { headers })).json();
  const now = async () => ((await control('/state')).clock as { nowMs: number }).nowMs;
  const create = async (charge: object): Promise<Raw> => {
    const answer = await fetch(`${baseUrl}/pix`, { method: 'POST', headers, body: JSON.stringify(charge) });
    if (answer.status !== 200) throw new Error(`POST /pix: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  let since = await now();
  return {
    create,
    list: (query = {}) => {
      const params = Object.entries(query).map(([name, value]) => [name, String(value)]);
      return get(`/user/transactions?${new URLSearchParams(params)}`);
    },
    read: get,
    paid: async (amount) => {
      const { id } = await create({ amount: amount / 100, expiresIn: 3600 });
      await control('/pay', { transactionId: id });
      return id;
    },
    received: async (path) => {
      const { requests } = (await control('/requests')) as { requests: Call[] };
      const ours = requests.filter((call) => call.method === 'GET' && call.path === path && call.at > since);
      return ours.map(({ query }) => Object.fromEntries(new URLSearchParams(query)));
    },
    forget: async () => {
      since = await now();
    },
    fault: async (fault) => void (await control('/fault', fault)),
    end: async () => void (await control('/clear', { all: true })),
  };
}

/** A row with a person's CPF, so that masks have something to hide. */
export async function someone(provider: Provider): Promise<Raw> {
  const { transactions } = await provider.list({ limit: 300, status: 'COMPLETED', type: 'DEPOSIT' });
  const found = transactions.find((row) => /^\d{11}$/.test(row.payerDocument ?? ''));
  if (found === undefined) throw new Error('The simulator shows nobody with a CPF.');
  return found;
}
