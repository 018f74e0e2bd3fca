import { createHmac } from 'node:crypto';
import type { Account } from '../account.ts';
import { isFictionalUrl } from '../deliveries/addresses.ts';
import { type Faults, faultAnswer, type InjectedFault } from '../deliveries/faults.ts';
import type { HttpSender } from '../deliveries/http-sender.ts';
import { type Answer, isFailure } from '../deliveries/model.ts';
import type { Journal, SandboxClock, SandboxLog } from '../types.ts';
import { type Core, iso } from './core.ts';
import { eventInDialect } from './dialect.ts';
import type { HubEvent } from './model.ts';
import { waitAfter } from './retry-schedule.ts';

const KIND = 'hub.sent';
/** Simulated ms from an event to its first attempt. */
const FIRST = 300;
const MAX_STORED = 100;

type Delivery = {
  id: string;
  event: HubEvent;
  /** Null: goes to the operation's callbackUrl. */
  endpointId: string | null;
  attempts: number;
  nextAt: number;
  /** The body of every attempt, once the first attempt was built. */
  body: string | null;
};

/** Journal record of each attempt, and of a delivery that was given up. */
type Sent = { id: string; attempt: number; at: number; done: boolean; body: string | null };

export type DeliveryRecord = {
  id: string;
  event: string;
  url: string;
  attempt: number;
  at: string;
  status: number;
  outcome: 'delivered' | 'waiting' | 'abandoned' | 'dropped';
};

export type DeliveryParts = {
  clock: SandboxClock;
  journal: Journal;
  account: Account;
  sender: HttpSender;
  faults: Faults;
  log: SandboxLog;
};

/** One queue for the account: while its first delivery waits for a retry, all others wait too. */
export class HubDeliveries {
  readonly #parts: DeliveryParts;
  readonly #before = new Map<string, Sent>();
  #core: Core | null = null;
  #queue: Delivery[] = [];
  #recent: DeliveryRecord[] = [];
  /** The last finished deliveries, for a resend. */
  readonly #ended = new Map<string, Delivery>();
  #busy = false;
  #live = false;
  #timer: { cancel(): void } | null = null;

  constructor(parts: DeliveryParts) {
    this.#parts = parts;
    parts.journal.replay(KIND, (sent: Sent) => {
      const body = sent.body ?? this.#before.get(sent.id)?.body ?? null;
      this.#before.set(sent.id, { ...sent, body });
    });
  }

  /** Queues the deliveries of an event, whether new or replayed after a restart. */
  push(event: HubEvent, core: Core): void {
    this.#core = core;
    for (const endpoint of core.book.endpoints) {
      if (endpoint.isActive && endpoint.events.includes(event.event))
        this.#enqueue(event, endpoint.id, endpoint.url);
    }
    const { callbackUrl } = event;
    if (callbackUrl !== null) this.#enqueue(event, null, callbackUrl);
    this.#pump();
  }

  /**
   * Resends the same body and id, at the end of the queue, like the dashboard's resend. False: unknown id.
   */
  resend(id: string): boolean {
    const ended = this.#ended.get(id);
    if (!ended) return false;
    this.#queue.push({ ...ended, attempts: 0, nextAt: this.#parts.clock.now() });
    this.#pump();
    return true;
  }

  start(): void {
    this.#live = true;
    this.#pump();
  }

  close(): void {
    this.#live = false;
    this.#timer?.cancel();
    this.#parts.sender.close();
  }

  state() {
    return {
      waiting: this.#queue.length,
      first: this.#queue.slice(0, 5).map((one) => ({
        id: one.id,
        event: one.event.event,
        url: this.#target(one)?.url ?? null,
        attempts: one.attempts,
        nextAt: iso(one.nextAt),
      })),
      recent: this.#recent.slice(-20).reverse(),
      ...this.#parts.faults.state(),
    };
  }

  #enqueue(event: HubEvent, endpointId: string | null, url: string): void {
    const { core, endpoint } = this.#endpoint(endpointId);
    // The world's own receivers accept at once, so there is nothing to deliver.
    if (isFictionalUrl(url)) {
      if (endpoint) endpoint.delivered = true;
      return;
    }
    const id = core.ids.id(
      'dlv',
      event.event,
      event.at,
      JSON.stringify(event.data),
      endpointId ?? 'callback',
    );
    const before = this.#before.get(id);
    if (before && endpoint && before.attempt > 0) endpoint.delivered = true;
    if (before?.done) return;
    const attempts = before?.attempt ?? 0;
    const nextAt = before ? before.at + (waitAfter(attempts) ?? 0) : event.at + FIRST;
    this.#queue.push({ id, event, endpointId, attempts, nextAt, body: before?.body ?? null });
  }

  #endpoint(endpointId: string | null) {
    const core = this.#core as Core;
    return { core, endpoint: endpointId === null ? null : core.book.endpoint(endpointId) };
  }

  /** Returns the url and the signing secret; null when the delivery no longer has a receiver. */
  #target({ endpointId, event }: Delivery): { url: string; secret: string } | null {
    const { core, endpoint } = this.#endpoint(endpointId);
    if (endpointId !== null) return endpoint?.isActive ? endpoint : null;
    const { callbackSecret: secret } = core.book;
    return event.callbackUrl === null || secret === null ? null : { url: event.callbackUrl, secret };
  }

  #pump(): void {
    if (!this.#live || this.#busy) return;
    const { clock } = this.#parts;
    this.#timer?.cancel();
    this.#timer = null;
    const head = this.#queue[0];
    if (!head) return;
    if (head.nextAt > clock.now()) {
      this.#timer = clock.schedule(head.nextAt, () => this.#pump());
      return;
    }
    this.#busy = true;
    const target = this.#target(head);
    if (target) void this.#attempt(head, target);
    else this.#settle(head, null, '');
  }

  async #attempt(head: Delivery, { url, secret }: { url: string; secret: string }): Promise<void> {
    const { sender, faults, clock } = this.#parts;
    head.body ??= this.#bodyOf(head, clock.now());
    const fault: InjectedFault | null = faults.take(url);
    const intercepted = fault !== null && fault.kind !== 'slow';
    const answer = intercepted
      ? faultAnswer(fault)
      : await sender.post(url, headersOf(head, secret), head.body);
    this.#settle(head, fault && !intercepted ? faultAnswer(fault) : answer, url);
  }

  #bodyOf({ id, event }: Delivery, now: number): string {
    const { core } = this.#endpoint(null);
    const data = eventInDialect(this.#parts.account.state.dialect, event.event, event.data);
    return JSON.stringify({
      event: event.event,
      id,
      sentAt: iso(now),
      accountId: core.profile.accountId,
      data,
    });
  }

  /** `answer` null: the delivery is dropped because its endpoint was removed or disabled. */
  #settle(head: Delivery, answer: Answer | null, url: string): void {
    this.#busy = false;
    if (!this.#live) return;
    const { clock, journal } = this.#parts;
    const at = clock.now();
    const failed = answer !== null && isFailure(answer.status);
    if (answer) head.attempts += 1;
    const wait = failed ? waitAfter(head.attempts) : null;
    const first = head.attempts === 1 && wait !== null;
    const sentRecord: Sent = {
      id: head.id,
      attempt: head.attempts,
      at,
      done: wait === null,
      body: first ? head.body : null,
    };
    journal.append(KIND, sentRecord);
    const { endpoint } = this.#endpoint(head.endpointId);
    if (endpoint && answer) endpoint.delivered = true;
    if (wait === null) this.#end(head);
    else head.nextAt = at + wait;
    const outcome =
      answer === null ? 'dropped' : !failed ? 'delivered' : wait === null ? 'abandoned' : 'waiting';
    this.#note(head, url, at, answer, outcome);
    this.#pump();
  }

  #end(head: Delivery): void {
    this.#queue.shift();
    this.#ended.set(head.id, head);
    const [oldest] = this.#ended.keys();
    if (this.#ended.size > MAX_STORED && oldest !== undefined) this.#ended.delete(oldest);
  }

  #note(
    head: Delivery,
    url: string,
    at: number,
    answer: Answer | null,
    outcome: DeliveryRecord['outcome'],
  ): void {
    const { id, event, attempts } = head;
    const status = answer?.status ?? 0;
    this.#recent.push({ id, event: event.event, url, attempt: attempts, at: iso(at), status, outcome });
    if (this.#recent.length > MAX_STORED * 2) this.#recent = this.#recent.slice(-MAX_STORED);
    const text = `${event.event}: ${url} ${status || (answer?.error ?? '')} (tentativa ${attempts}, ${outcome})`;
    this.#parts.log({ at, kind: 'delivery', text, target: id });
  }
}

/** Document 2, Request shape. The receiver checks the signature's timestamp, so it is real time. */
function headersOf({ id, event, body }: Delivery, secret: string): Record<string, string> {
  const timestamp = String(Date.now());
  return {
    'Content-Type': 'application/json',
    'X-Service-Event': event.event,
    'X-Service-Delivery': id,
    'X-Service-Timestamp': timestamp,
    'X-Service-Signature': signatureOf(secret, timestamp, body ?? ''),
  };
}

/** Signs `<timestamp>.<raw body>`; the timestamp is in epoch ms. */
export function signatureOf(secret: string, timestamp: string, body: string): string {
  const hex = createHmac('sha256', secret).update(`${timestamp}.${body}`, 'utf8').digest('hex');
  return `sha256=${hex}`;
}
