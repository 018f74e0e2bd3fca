import 'server-only';
import { eventOfStatus, hostOf, isEventOf } from '#lib/deliveries/rules.ts';
import type { Transaction } from '#lib/providers/records.ts';

/** A record of one transaction in the index of deliveries. */
export type KnownDelivery = {
  url: string | null;
  webhookId: string | null;
  event: string | null;
  delivered: boolean;
  transactionStatus: string | null;
};

export type Aim = {
  /** Epoch ms, by the provider's clock. */
  earliest: number;
  everything: boolean;
  onlyFailed: boolean;
  /** Older transactions are requested one by one: document 1's own route takes one of any age. */
  oneByOne?: boolean;
  /** Only addresses at this host. */
  host?: string | null;
  /** A registered webhook instead of the transactions' own callbackUrl. */
  webhook: { id: string; url: string | null } | null;
};

type Facts = Pick<Transaction, 'status' | 'createdAt' | 'callbackUrl'>;

/**
 * Decides a transaction's part in a resend; null: it is not among those asked for. Its current state counts
 * as delivered only by a record of that state's own event at the same address.
 */
export function classify(
  facts: Facts,
  known: readonly KnownDelivery[],
  aim: Aim,
): 'outside' | 'unreachable' | 'skipped' | 'remaining' | null {
  const url = aim.webhook === null ? facts.callbackUrl : aim.webhook.url;
  const there = known.filter((one) => isThere(one, url, aim) && isOfState(one, facts.status));
  const delivered = there.some((one) => one.delivered);
  if (aim.onlyFailed && (delivered || there.length === 0)) return null;
  const older = facts.createdAt !== null && Date.parse(facts.createdAt) < aim.earliest;
  if (older && aim.oneByOne !== true) return 'outside';
  if (typeof aim.host === 'string' && hostOf(url) !== aim.host) return 'unreachable';
  // A webhook's rows travel by a window of time alone.
  if (aim.webhook === null ? url === null : facts.createdAt === null) return 'unreachable';
  return delivered && !aim.everything ? 'skipped' : 'remaining';
}

function isThere(one: KnownDelivery, url: string | null, { webhook }: Aim): boolean {
  if (webhook !== null && one.webhookId === webhook.id) return true;
  return url !== null && one.url === url;
}

/** A dispute's callback carries the status too, and is not its event. */
function isOfState({ event, transactionStatus }: KnownDelivery, status: string | null): boolean {
  if (status === null) return false;
  if (event !== null) return isEventOf(event, status);
  return transactionStatus !== null && isEventOf(eventOfStatus(transactionStatus), status);
}
