import type { Transaction } from '#lib/providers/records.ts';
import { test as base, expect } from '../security/own-database.ts';

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
/** The other side: what it holds, what it received, and how it shall fail. */
export type Provider = {
  list: (query?: Query) => Promise<{ total: number; pages: number; transactions: Raw[] }>;
  /** Any GET below its base address. */
  read: (path: string) => Promise<Record<string, unknown>>;
  create: (charge: object) => Promise<Raw>;
  /** Queries of the GET calls to this path since the test began, or since the last `forget`. */
  received: (path: string) => Promise<{ [name: string]: string }[]>;
  forget: () => Promise<void>;
  fault: (fault: InjectedFault) => Promise<void>;
};

type Seen = { at: number; method: string; path: string; query: string };

/** Real time for the simulator, short limits for the product, so that silence is told soon. */
export const test = base.extend<{ provider: Provider }, object>({
  more: [
    async ({ playwright: _ }, use) =>
      use({ simulator: { transactions: 60_000 }, env: { GUICHE_READ_MS: '3000', GUICHE_EXPORT_MS: '5000' } }),
    { scope: 'worker' },
  ],
  provider: async ({ product, control, playwright }, use) => {
    const { baseUrl = '', accessToken = '' } = product.simulator?.pix ?? {};
    const request = await playwright.request.newContext({
      extraHTTPHeaders: { authorization: `Bearer ${accessToken}` },
    });
    const now = async () => ((await control('/state')).clock as { nowMs: number }).nowMs;
    let since = await now();
    await use({
      list: async (query = {}) =>
        (await request.get(`${baseUrl}/user/transactions`, { params: query })).json(),
      read: async (path) => (await request.get(`${baseUrl}${path}`)).json(),
      create: async (charge) => {
        const answer = await request.post(`${baseUrl}/pix`, { data: charge });
        expect(answer.status(), await answer.text()).toBe(200);
        return answer.json();
      },
      received: async (path) => {
        const { requests } = (await control('/requests')) as { requests: Seen[] };
        const ours = requests.filter((one) => one.method === 'GET' && one.path === path && one.at > since);
        return ours.map((one) => Object.fromEntries(new URLSearchParams(one.query)));
      },
      forget: async () => {
        since = await now();
      },
      fault: async (fault) => void (await control('/fault', fault)),
    });
    await control('/clear', { all: true });
    await request.dispose();
  },
});
export { expect };

export type Item = Transaction;
export type List = { items: Item[]; nextCursor: string | null; total: number | null };
export type Problem = {
  status: number;
  code: string;
  fields?: { field: string }[];
  provider?: {
    code: string | null;
    message: string | null;
    requestId: string | null;
    status: number;
    sourceIp?: string;
  };
  retryAfterSeconds?: number;
};

/** A row with a person's CPF, so that masks have something to hide. */
export async function someone(provider: Provider): Promise<Raw> {
  const { transactions } = await provider.list({ limit: 300, status: 'COMPLETED', type: 'DEPOSIT' });
  const found = transactions.find((one) => /^\d{11}$/.test(one.payerDocument ?? ''));
  if (found === undefined) throw new Error('The simulator shows nobody with a CPF.');
  return found;
}
