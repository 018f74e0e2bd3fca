import { PixError } from '../errors.ts';
import type { PixTransaction, SandboxClock, TransactionFilter, World } from '../types.ts';
import type { DeliveryQueue } from './delivery-queue.ts';
import { eventOfStatus, selects } from './event-names.ts';
import type { History } from './history.ts';
import type { Job, Webhook } from './model.ts';
import { DAY_MS, type ResendFilter } from './resend-filter.ts';
import type { WebhookStore } from './webhook-store.ts';
import { LoopYielder } from './yield-to-loop.ts';

const MOST_ITEMS = 500;
/** Document 1 mentions "the period" without a length; this is the filter's longest window. */
const FAILED_PERIOD_MS = 7 * DAY_MS;

export type Enqueued = {
  count: number;
  truncated: boolean;
  items: { transactionId: string; webhookId: string | null; eventType: string }[];
};

export type ResendParts = {
  clock: SandboxClock;
  world: World;
  webhooks: WebhookStore;
  history: History;
  queue: DeliveryQueue;
};

/** Accepts resends; the queue sends them afterwards. */
export class Resends {
  readonly #parts: ResendParts;

  constructor(parts: ResendParts) {
    this.#parts = parts;
  }

  /** Resends the current status to the transaction's callbackUrl. PZG404. */
  transaction(id: string): void {
    const transaction = this.#parts.world.transaction(id);
    if (!transaction?.callbackUrl) {
      throw new PixError(404, 'PZG404', 'Transação não encontrada ou sem callback configurado.');
    }
    this.#parts.queue.addBulk([callbackJob(transaction, transaction.callbackUrl)]);
  }

  /** Resends once for each transaction with a callbackUrl. PZG404. */
  async transactions(filter: ResendFilter): Promise<Enqueued> {
    const jobs = this.#jobs(filter.transactions, (transaction) =>
      transaction.callbackUrl ? [callbackJob(transaction, transaction.callbackUrl)] : [],
    );
    return this.#accept(jobs);
  }

  /**
   * Resends each transaction's current status to the active webhooks that subscribe to it. PZW300, PZG404.
   */
  async toWebhooks(filter: ResendFilter): Promise<Enqueued> {
    const { webhooks } = this.#parts;
    const ids = filter.webhookIds ?? webhooks.list().map(({ id }) => id);
    const targets = ids.map((id) => webhooks.deliverable(id)).filter((webhook) => webhook !== null);
    if (targets.length === 0) throw noWebhook();
    const jobs = this.#jobs(filter.transactions, (transaction) => {
      const event = eventOfStatus(transaction.status);
      const wanting = targets.filter((webhook) => selects(webhook.events, event));
      return wanting.map((webhook) => webhookJob(webhook, transaction.id, event, transaction.status, null));
    });
    return this.#accept(jobs);
  }

  /** Resends a webhook's failed deliveries, one for each transaction and event. PZW300, PZW310. */
  async failed(webhookId: string): Promise<Enqueued> {
    const { webhooks, history, clock } = this.#parts;
    const webhook = webhooks.deliverable(webhookId);
    if (!webhook) throw noWebhook();
    const from = clock.now() - FAILED_PERIOD_MS;
    const jobs = new Map<string, Job>();
    for await (const one of history.all({ from, to: Infinity, webhookId, hasError: true })) {
      const key = `${one.transactionId} ${one.event}`;
      if (jobs.has(key)) continue;
      const status = one.event.startsWith('TRANSACTION_') ? one.event.slice(12) : null;
      jobs.set(key, webhookJob(webhook, one.transactionId, one.event, status, one.infraction));
    }
    if (jobs.size === 0)
      throw new PixError(404, 'PZW310', 'Nenhum callback com falha para o webhook no período.');
    return this.#accept(() => jobs.values());
  }

  /** Reads the transactions anew each time, so a large resend needs no list in memory. */
  #jobs(
    filter: TransactionFilter,
    jobsOf: (transaction: PixTransaction) => Job[],
  ): () => Iterable<Job | null> {
    const { world, clock } = this.#parts;
    const until = { ...filter, to: Math.min(filter.to, clock.now()) };
    return function* walk() {
      for (const transaction of world.findTransactions(until)) {
        const jobs = jobsOf(transaction);
        if (jobs.length === 0) yield null;
        else yield* jobs;
      }
    };
  }

  async #accept(walk: () => Iterable<Job | null>): Promise<Enqueued> {
    const yielder = new LoopYielder();
    const items: Enqueued['items'] = [];
    let count = 0;
    for (const job of walk()) {
      if (yielder.isDue()) await yielder.breathe();
      if (!job) continue;
      count += 1;
      const { transactionId, webhookId, event } = job;
      if (items.length < MOST_ITEMS) items.push({ transactionId, webhookId, eventType: event });
    }
    if (count === 0) throw new PixError(404, 'PZG404', 'Nenhuma transação corresponde aos critérios.');
    this.#parts.queue.addBulk(firstJobs(walk(), count));
    return { count, truncated: count > MOST_ITEMS, items };
  }
}

function noWebhook(): PixError {
  return new PixError(404, 'PZW300', 'Webhook não encontrado, inativo ou de outro usuário.');
}

function* firstJobs(jobs: Iterable<Job | null>, count: number): Generator<Job> {
  let remaining = count;
  for (const job of jobs) {
    if (!job) continue;
    yield job;
    remaining -= 1;
    if (remaining === 0) return;
  }
}

function callbackJob(transaction: PixTransaction, url: string): Job {
  const { id, status } = transaction;
  return {
    webhookId: null,
    url,
    transactionId: id,
    event: eventOfStatus(status),
    status,
    infraction: null,
    rawBody: null,
    attempt: 1,
  };
}

export function webhookJob(
  webhook: Webhook,
  transactionId: string,
  event: string,
  status: string | null,
  infraction: unknown,
): Job {
  return {
    webhookId: webhook.id,
    url: webhook.url,
    transactionId,
    event,
    status,
    infraction,
    rawBody: null,
    attempt: 1,
  };
}
