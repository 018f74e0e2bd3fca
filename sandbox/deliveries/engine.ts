import type {
  CallbackLogEntry,
  Deliveries,
  Journal,
  PixRoute,
  SandboxClock,
  SandboxLog,
  TransactionChange,
  World,
} from '../types.ts';
import { CallbackSecret } from './callback-secret.ts';
import { logJson } from './delivery-json.ts';
import { DeliveryQueue } from './delivery-queue.ts';
import { draw } from './draw.ts';
import { Faults } from './faults.ts';
import { FictionalEndpoints } from './fictional-endpoints.ts';
import { History } from './history.ts';
import { historyRoutes } from './history-routes.ts';
import { HttpSender } from './http-sender.ts';
import type { Answer, Job } from './model.ts';
import { OwnershipCheck } from './ownership.ts';
import { Quantity } from './quantity.ts';
import { RecordStore } from './record-store.ts';
import { ResendLimit } from './resend-limit.ts';
import { resendRoutes } from './resend-routes.ts';
import { Resends, webhookJob } from './resends.ts';
import { SeededHistory } from './seeded-history.ts';
import { SeededSource } from './seeded-source.ts';
import { signatureHeader } from './signature.ts';
import { answerAt, readManualCall } from './standing-receiver.ts';
import { WebhookRoutes } from './webhook-routes.ts';
import { SEEDED_URLS, seededWebhookId, WebhookStore } from './webhook-store.ts';

const START = 'deliveries.start';

export type DeliveryOptions = {
  clock: SandboxClock;
  journal: Journal;
  seed: number;
  world: World;
  log: SandboxLog;
  /** Allows callbacks to private addresses. */
  allowPrivate: boolean;
  /**
   * True when loopback may pass the ownership check; private addresses never do. Default: as `allowPrivate`.
   */
  ownershipLoopback?: () => boolean;
  /** Real ms; document 1 sets 5,000. */
  answerLimitMs?: number;
  maxInFlight?: number;
  storedRecords?: number;
};

export type DeliveryEngine = Omit<Deliveries, 'control'> & {
  control: {
    /** See Faults.add for the fields. */
    failNext(input: unknown): unknown;
    clear(id?: string): void;
    state(): { faults: unknown[]; queue: Record<string, number> };
    /** Answers a manual call to an example address; null when the input is no such call. */
    receive(input: Record<string, unknown>): Answer | null;
  };
  /** Restores the seeded state after the journal was emptied; the seeded history does not change. */
  reset(): void;
  /** Resolves when every running ownership check has ended. */
  settled(): Promise<void>;
  close(): void;
};

/** The deliveries of documents 1 and 3: webhooks, callbacks, history, resends and the ownership check. */
export function createDeliveries(options: DeliveryOptions): DeliveryEngine {
  const parts = createParts(options);
  const { queue, faults, ownership, sender, challenger } = parts;
  resume(options, parts);
  return {
    ...routesOf(options, parts),
    notify: (change) => announce(options, parts, change),
    callbackLog: (id) => callbackLog(parts, id),
    control: {
      failNext: (input) => faults.add(input),
      clear: (id) => faults.clear(id),
      state: () => ({ ...faults.state(), queue: queue.state() }),
      receive: (input) => receive(parts, input),
    },
    reset: () => reset(options, parts),
    settled: () => ownership.settled(),
    close() {
      queue.close();
      sender.close();
      challenger.close();
    },
  };
}

/**
 * Document 1, Signature: the receiver at the address uses the current secret of the endpoint registered
 * there.
 */
function receive({ webhooks, faults }: Parts, input: Record<string, unknown>): Answer | null {
  const call = readManualCall(input);
  if (call === null) return null;
  const secret = webhooks.list().find(({ url }) => url === call.url)?.secret ?? null;
  const got = call.headers['x-callback-signature'] ?? '';
  const seconds = Number(/^t=(\d+),/.exec(got)?.[1]);
  const known = secret !== null && Number.isSafeInteger(seconds);
  return answerAt(call, faults, known ? [got, signatureHeader(secret, seconds, call.body)] : null);
}

type Parts = ReturnType<typeof createParts>;

function createParts(options: DeliveryOptions) {
  const { clock, journal, seed, world, log, allowPrivate, answerLimitMs = 5_000 } = options;
  const startedAt = firstStart(journal, clock);
  const limit = new ResendLimit(clock);
  const webhooks = new WebhookStore(journal, seed, startedAt);
  const callbackSecret = new CallbackSecret(journal);
  const endpoints = new FictionalEndpoints(seed, SEEDED_URLS[1], startedAt);
  const faults = new Faults(() => clock.now());
  const sender = new HttpSender({ loopback: true, private: allowPrivate }, answerLimitMs);
  const allowsLoopback = options.ownershipLoopback ?? (() => allowPrivate);
  const loopbackPolicy = {
    private: false,
    get loopback() {
      return allowsLoopback();
    },
  };
  const challenger = new HttpSender(loopbackPolicy, answerLimitMs);
  const records = new RecordStore(journal, world, options.storedRecords ?? 200_000);
  const seeded = new SeededHistory({ seed, world, endpoints, startedAt });
  const source = new SeededSource(seeded, world, [seededWebhookId(seed, 0), seededWebhookId(seed, 1)]);
  const history = new History(source, records);
  const queue = new DeliveryQueue({
    ...{ clock, seed, world, log, webhooks, callbackSecret, endpoints, sender, faults, records },
    maxInFlight: options.maxInFlight ?? 16,
  });
  const ownership = new OwnershipCheck({ clock, log, webhooks, faults, sender: challenger, allowsLoopback });
  const stores = { webhooks, callbackSecret, faults, records, limit };
  return { ...stores, startedAt, sender, challenger, seeded, source, history, queue, ownership };
}

function reset({ journal }: DeliveryOptions, parts: Parts): void {
  const { queue, records, webhooks, callbackSecret, faults, limit, startedAt } = parts;
  for (const part of [queue, records, webhooks, callbackSecret, limit]) part.reset();
  faults.clear();
  journal.append(START, { at: startedAt });
}

function routesOf({ clock, world }: DeliveryOptions, parts: Parts) {
  const { webhooks, history, ownership, callbackSecret, queue } = parts;
  const counted = new Quantity(parts.seeded, parts.records);
  const shared = { clock, webhooks, history, quantity: (id: string | null) => counted.of(id) };
  const resends = new Resends({ clock, world, webhooks, history, queue });
  const routes: PixRoute[] = [
    ...new WebhookRoutes({ ...shared, ownership: null }).list(),
    ...callbackSecret.routes(),
    ...resendRoutes(resends, parts.limit, clock),
    ...historyRoutes(history),
  ];
  const ownershipRoutes = [...new WebhookRoutes({ ...shared, ownership }).list(), ...ownership.routes()];
  return { routes, ownershipRoutes };
}

/**
 * Simulated time of the first start, stored across restarts. It separates the seeded from the real history.
 */
function firstStart(journal: Journal, clock: SandboxClock): number {
  let at: number | null = null;
  journal.replay(START, (saved: { at: number }) => {
    at ??= saved.at;
  });
  if (at !== null) return at;
  journal.append(START, { at: clock.now() });
  return clock.now();
}

/** Resumes deliveries that wait for a retry and ownership checks that a stop interrupted. */
function resume({ clock }: DeliveryOptions, { records, seeded, queue, webhooks, ownership }: Parts): void {
  const now = clock.now();
  const waiting = records.unfinished();
  const taken = new Set(waiting.map(({ transactionId, event }) => `${transactionId} ${event}`));
  for (const record of waiting) {
    const { webhookId, url, transactionId, event, infraction, attempt, transactionStatus: status } = record;
    const job: Job = {
      webhookId,
      url,
      transactionId,
      event,
      status,
      infraction,
      rawBody: null,
      attempt: attempt + 1,
    };
    queue.at(Math.max(now, record.next ?? now), job);
  }
  for (const { webhookId, url, transactionId, event, attempt, next } of seeded.unfinished()) {
    if (next === null || next <= now || taken.has(`${transactionId} ${event}`)) continue;
    const status = event.slice('TRANSACTION_'.length);
    const infraction = null;
    queue.at(next, {
      webhookId,
      url,
      transactionId,
      event,
      status,
      infraction,
      rawBody: null,
      attempt: attempt + 1,
    });
  }
  for (const webhook of webhooks.list())
    if (webhook.ownership?.status === 'pending') ownership.begin(webhook);
}

/** Queues an event's deliveries half a second to two seconds later, in simulated time. */
function announce({ clock, seed, world }: DeliveryOptions, parts: Parts, change: TransactionChange): void {
  const { transaction, event, infraction = null } = change;
  const { id, status, callbackUrl } = transaction;
  const rawBody = JSON.stringify(world.payload(transaction, infraction ?? undefined));
  const jobs: Job[] = parts.webhooks
    .subscribers(event)
    .map((webhook) => ({ ...webhookJob(webhook, id, event, status, infraction), rawBody }));
  if (callbackUrl !== null) {
    jobs.push({
      webhookId: null,
      url: callbackUrl,
      transactionId: id,
      event,
      status,
      infraction,
      rawBody,
      attempt: 1,
    });
  }
  for (const job of jobs) {
    const wait = 500 + Math.floor(1_500 * draw(seed, 'queue', id, event, job.webhookId ?? ''));
    parts.queue.at(Math.max(clock.now(), change.at) + wait, job);
  }
}

/** Newest first. */
function callbackLog({ records, source }: Parts, transactionId: string): CallbackLogEntry[] {
  const filter = { from: -Infinity, to: Infinity, transactionId };
  const live = records.read(filter, true, 0, 100).rows;
  const before = source.ofTransaction(filter, true, 0, 100).rows;
  return [...live, ...before].map(logJson);
}
