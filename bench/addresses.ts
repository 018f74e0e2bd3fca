import { asked, type Bench } from './products.ts';

/** Every page that has an address of its own; the door is seen without a session. */
const PAGES = [
  '/all/overview',
  ...['overview', 'transactions', 'disputes', 'webhooks', 'deliveries', 'resends', 'charges'].map(pix),
  ...['withdrawals', 'transfers', 'statement', 'reports', 'operations', 'sandbox'].map(pix),
  '/hub/overview',
  ...['charges', 'withdrawals', 'statement', 'disputes', 'webhooks'].map((name) => `/hub/${name}`),
  '/card/overview',
  '/card/card',
  ...['accounts', 'team', 'policies', 'approvals', 'channels', 'audit', 'first-day', 'profile'].map(
    (name) => `/settings/${name}`,
  ),
  '/inbox',
  '/sign-in',
];

function pix(name: string): string {
  return `/pix/${name}`;
}

/** Those of the navigation and those of one record each, which are made where there is none. */
export const addressesOf = async (bench: Bench) => [...(await recordPages(bench)), ...PAGES];

/** The pages of one record each. */
async function recordPages(bench: Bench): Promise<string[]> {
  const first = async (list: string, name = 'id') =>
    encodeURIComponent(JSON.parse(await bench.dashboard(`/api/accounts/${list}`)).items[0][name]);
  const transaction = await first('pix/transactions?limit=1');
  const charge = { amount: 4_321 };
  type Asked = { operation: { id: string } };
  const { operation } = await asked<Asked>(bench, '/api/accounts/pix/charges', charge);
  const selection = { scope: 'selection', transactionIds: [transaction], everything: true };
  const resend = await asked<{ id: string }>(bench, '/api/accounts/pix/resends', selection);
  return [
    `/pix/transactions/${transaction}`,
    `/pix/disputes/${await first('pix/disputes?limit=1')}`,
    `/pix/deliveries/${await first('pix/deliveries?limit=1')}`,
    `/pix/resends/${resend.id}`,
    `/pix/operations/${operation.id}`,
    `/hub/disputes/${await first('hub/disputes?limit=1')}`,
    `/hub/deposits/${await first('hub/statement?type=DEPOSIT&limit=1', 'transactionId')}`,
  ];
}
