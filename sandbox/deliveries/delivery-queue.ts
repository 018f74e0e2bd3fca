import type { SandboxClock, SandboxLog, World } from '../types.ts';
import { isFictionalUrl } from './addresses.ts';
import { asOf } from './as-of.ts';
import { draw } from './draw.ts';
import { type Faults, faultAnswer, type InjectedFault } from './faults.ts';
import type { FictionalEndpoints } from './fictional-endpoints.ts';
import type { HttpSender } from './http-sender.ts';
import { type Answer, isFailure, type Job } from './model.ts';
import type { RecordStore } from './record-store.ts';
import { MAX_ATTEMPTS, retryDelay } from './retry-schedule.ts';
import { signatureHeader } from './signature.ts';
import type { WebhookStore } from './webhook-store.ts';

/** Attempts without network that run before the event loop gets a turn. */
const BATCH = 64;
/** Bulk jobs pause while this many deliveries wait for a retry, so memory use stays bounded. */
const MOST_WAITING = 10_000;

export type QueueParts = {
  clock: SandboxClock;
  seed: number;
  world: World;
  log: SandboxLog;
  webhooks: WebhookStore;
  callbackSecret: { readonly value: string | null };
  endpoints: FictionalEndpoints;
  sender: HttpSender;
  faults: Faults;
  records: RecordStore;
  maxInFlight: number;
};

/** Sends callbacks. A 2xx ends the delivery; any other result starts retries in simulated time. */
export class DeliveryQueue {
  readonly #parts: QueueParts;
  #ready: Job[] = [];
  #head = 0;
  #bulk: Iterator<Job>[] = [];
  #inFlight = 0;
  #turn: NodeJS.Immediate | null = null;
  #closed = false;
  #era = 0;
  readonly #timers = new Set<{ cancel(): void }>();

  constructor(parts: QueueParts) {
    this.#parts = parts;
  }

  /** At simulated epoch ms. */
  at(atMs: number, job: Job): void {
    const timer = this.#parts.clock.schedule(atMs, () => {
      this.#timers.delete(timer);
      // An attempt without network runs at once, so a jump in time runs each at its own simulated time.
      if (isFictionalUrl(job.url)) {
        this.#attempt(job);
        return;
      }
      this.#ready.push(job);
      this.#wake();
    });
    this.#timers.add(timer);
  }

  /** Adds a lazy list of jobs, read only as fast as they are sent. */
  addBulk(jobs: Iterable<Job>): void {
    this.#bulk.push(jobs[Symbol.iterator]());
    this.#wake();
  }

  state(): { ready: number; inFlight: number; scheduled: number; bulk: number } {
    return {
      ready: this.#ready.length - this.#head,
      inFlight: this.#inFlight,
      scheduled: this.#timers.size,
      bulk: this.#bulk.length,
    };
  }

  /** Drops everything that is queued; requests in flight leave no record. */
  reset(): void {
    this.#era += 1;
    for (const timer of this.#timers) timer.cancel();
    this.#timers.clear();
    this.#ready = [];
    this.#head = 0;
    this.#bulk = [];
  }

  close(): void {
    this.#closed = true;
    if (this.#turn) clearImmediate(this.#turn);
    this.reset();
  }

  #wake(): void {
    if (this.#turn || this.#closed) return;
    this.#turn = setImmediate(() => {
      this.#turn = null;
      this.#pump();
    });
  }

  #pump(): void {
    for (let count = 0; count < BATCH; count += 1) {
      if (this.#inFlight >= this.#parts.maxInFlight) return;
      const job = this.#next();
      if (!job) return;
      this.#attempt(job);
    }
    this.#wake();
  }

  #next(): Job | null {
    const job = this.#ready[this.#head];
    if (job) {
      this.#head += 1;
      if (this.#head > 1024) {
        this.#ready = this.#ready.slice(this.#head);
        this.#head = 0;
      }
      return job;
    }
    while (this.#bulk.length > 0 && this.#timers.size < MOST_WAITING) {
      const next = this.#bulk[0]?.next();
      if (next && !next.done) return next.value;
      this.#bulk.shift();
    }
    return null;
  }

  #attempt(job: Job): void {
    const { world, webhooks, callbackSecret, faults } = this.#parts;
    if (this.#closed) return;
    const webhook = job.webhookId === null ? null : webhooks.deliverable(job.webhookId);
    if (job.webhookId !== null && !webhook) return;
    const current = world.transaction(job.transactionId);
    // Document 1: if the status changed before the first attempt, a registered webhook gets no send, record
    // or retry.
    const changed = current === null || (job.status !== null && current.status !== job.status);
    if (webhook && job.attempt === 1 && changed) {
      this.#log(job, 'descartado, porque o status mudou');
      return;
    }
    if (job.rawBody === null) {
      if (!current) return;
      const then = job.status === null ? current : asOf(current, job.status);
      job.rawBody = JSON.stringify(world.payload(then, job.infraction ?? undefined));
    }
    const url = webhook?.url ?? job.url;
    const fault = faults.take(url);
    const answer = this.#withoutNetwork(job, url, fault);
    if (answer) this.#settle(job, url, answer);
    else void this.#send(job, url, webhook ? webhook.secret : callbackSecret.value, fault);
  }

  /**
   * Returns the answer of a fictional endpoint or of a fault that needs no network; null: the callback must
   * be sent.
   */
  #withoutNetwork(job: Job, url: string, fault: InjectedFault | null): Answer | null {
    const fictional = isFictionalUrl(url);
    if (fault && (fault.kind !== 'slow' || fictional)) return faultAnswer(fault);
    const { transactionId, event, attempt } = job;
    const { endpoints, clock } = this.#parts;
    return fictional ? endpoints.answer(url, transactionId, event, attempt, clock.now()) : null;
  }

  async #send(job: Job, url: string, secret: string | null, fault: InjectedFault | null): Promise<void> {
    const body = job.rawBody ?? '';
    const era = this.#era;
    this.#inFlight += 1;
    const answer = await this.#parts.sender.post(url, deliveryHeaders(job, secret, body), body);
    this.#inFlight -= 1;
    if (era === this.#era) this.#settle(job, url, fault ? faultAnswer(fault) : answer);
    this.#wake();
  }

  #settle(job: Job, url: string, answer: Answer): void {
    const { clock, records, seed } = this.#parts;
    const now = clock.now();
    const again = isFailure(answer.status) && job.attempt < MAX_ATTEMPTS;
    const jitter = draw(seed, 'live', job.transactionId, job.event, job.attempt, now);
    const next = again ? now + retryDelay(job.attempt, jitter) : null;
    records.add(job, url, answer, now, next);
    // Successes of fictional endpoints are not logged, because they would push everything else out.
    if (isFailure(answer.status) || !isFictionalUrl(url)) {
      this.#log(job, `${url}: ${answer.status || (answer.error ?? '')} (tentativa ${job.attempt})`);
    }
    if (next !== null) this.at(next, { ...job, attempt: job.attempt + 1 });
  }

  #log(job: Job, text: string): void {
    const { clock, log } = this.#parts;
    log({ at: clock.now(), kind: 'delivery', text: `${job.event}: ${text}`, target: job.transactionId });
  }
}

/** Document 1, Delivery headers. The receiver checks the signature's timestamp, so it is real time. */
function deliveryHeaders(job: Job, secret: string | null, rawBody: string): Record<string, string> {
  const headers: Record<string, string> = {
    'Content-Type': 'application/json',
    'User-Agent': 'Callback-Service/1.0',
    'X-Callback-Attempt': String(job.attempt),
  };
  if (job.webhookId !== null) headers['X-Callback-Event'] = job.event;
  if (secret !== null) {
    headers['X-Callback-Signature'] = signatureHeader(secret, Math.floor(Date.now() / 1000), rawBody);
  }
  return headers;
}
