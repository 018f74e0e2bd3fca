import { randomUUID } from 'node:crypto';
import type { ApiClient } from '../support/api-client.ts';
import type { Role } from '../support/product.ts';
import { DESCRIPTORS, type Descriptor, mayCall } from './descriptors.ts';
import { ACCOUNTS, type Ids, pathIn, type Read } from './every-read.ts';

/** Of one list at most so many things are posted about. */
const MOST = 4;
const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString();
type Of = (list: string) => string[];
type Body = Record<string, unknown>;

/**
 * Bodies by call that a role without `reveal` may post for an answer that tells something, about things that
 * the lists named. Left out: calls that need a fresh proof or concern the caller alone.
 */
const BODIES: Record<string, (of: Of) => Body[]> = {
  '/api/search': (of) =>
    ['/transactions', '/charges', '/card/charges', '/disputes', '/operations']
      .flatMap((list) => of(list))
      .map((q) => ({ q })),
  '/disputes/refresh': () => [{}],
  '/operations/{id}/look-up': () => [{}],
  '/operations/{id}/acknowledge': () => [{}],
  '/operations/{id}/repeat': () => [{}],
  '/address-check': () => [{ url: 'https://erp.aroeira.example/avisos' }],
  '/signature-check': (of) =>
    [{ secret: 'whsec_typed' }, ...of('/webhooks').map((secretId) => ({ secretId }))].map((secret) => ({
      ...{ scheme: 'pix', headers: 'X-Callback-Signature: t=1,v1=00', body: '{"id":"x"}' },
      ...secret,
    })),
  '/resends/preview': (of) => [
    ...of('/transactions').map((transactionId) => ({
      scope: 'transaction',
      transactionId,
      everything: true,
    })),
    { scope: 'selection', transactionIds: of('/transactions'), everything: true },
    { scope: 'filter', filter: { from: day(2), to: day(0) } },
    { scope: 'failures' },
    ...of('/webhooks').map((webhookId) => ({ scope: 'webhook', webhookId })),
  ],
  '/webhooks/{id}/ownership': () => [{}],
  '/webhooks/{id}/test': () => [{ signWith: 'stored' }],
  '/simulator/pay': (of) => of('/simulator/pay').map((transactionId) => ({ transactionId })),
  '/simulator/dispute': (of) => of('/simulator/pay').map((transactionId) => ({ transactionId })),
  '/api/settings/views/{id}': () => [{ name: 'Traces of nobody', version: 1 }],
};
const POSTS = DESCRIPTORS.filter(({ method }) => method === 'POST' || method === 'PATCH');

/** Answers of each call in `BODIES` to this role, on every account; `ids`: of an administrator's walk. */
export async function postAll(request: ApiClient, role: Role, ids: Map<string, Ids>): Promise<Read[]> {
  const reads: Read[] = [];
  for (const descriptor of POSTS.filter(({ endpoint }) => mayCall(role, endpoint) && !endpoint.stepUp)) {
    const bodies = BODIES[pathIn(descriptor.template)];
    if (bodies === undefined) continue;
    for (const account of accountsOf(descriptor))
      for (const { address, of } of addressesOf(descriptor, account, ids))
        for (const data of bodies(of))
          reads.push({ key: descriptor.key, ...(await post(request, descriptor, address, data)) });
  }
  return reads;
}

export type Refused = { key: string; there: Answered; nowhere: Answered };
type Answered = Pick<Read, 'address' | 'status' | 'text'>;

/** Every changing call that this role may not make: about a thing that is there, and about none. */
export async function refuseAll(request: ApiClient, role: Role, ids: Map<string, Ids>): Promise<Refused[]> {
  const refused: Refused[] = [];
  const kept = DESCRIPTORS.filter(({ method, endpoint }) => method !== 'GET' && !mayCall(role, endpoint));
  for (const descriptor of kept)
    for (const account of accountsOf(descriptor)) {
      const [first] = addressesOf(descriptor, account, ids);
      const none = placed(descriptor.template, account, ['no-such-id', 'none']);
      const [there, nowhere] = [
        await post(request, descriptor, first?.address ?? none, {}),
        await post(request, descriptor, none, {}),
      ];
      refused.push({ key: descriptor.key, there, nowhere });
    }
  return refused;
}

const accountsOf = ({ template }: Descriptor) => (template.includes('{account}') ? ACCOUNTS : [null]);

function addressesOf({ template }: Descriptor, account: string | null, ids: Map<string, Ids>) {
  const path = pathIn(template);
  const known = (of: string | null) => ids.get(of ?? '') ?? new Map<string, Set<string>>();
  const all = account === null ? [null, ...ACCOUNTS] : [account];
  const of: Of = (list) => all.flatMap((one) => [...(known(one).get(list) ?? [])].slice(0, MOST));
  const things = path.includes('{') ? of(path.slice(0, path.indexOf('/{'))) : [''];
  return things.map((id) => ({ address: placed(template, account, id.split('/')), of }));
}

const placed = (template: string, account: string | null, parts: string[]) => {
  const left = [...parts];
  return template
    .replace('{account}', account ?? '')
    .replace(/\{\w+\}/g, () => encodeURIComponent(left.shift() ?? 'none'));
};

async function post(
  request: ApiClient,
  { method }: Descriptor,
  address: string,
  data: Body,
): Promise<Answered> {
  const headers = { 'idempotency-key': randomUUID() };
  const answer = await request.fetch(address, { method, headers, data });
  return { address: `${method} ${address}`, status: answer.status(), text: await answer.text() };
}
