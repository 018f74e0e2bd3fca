import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { isFictionalUrl } from '../deliveries/addresses.ts';
import { Faults, faultAnswer, type InjectedFault } from '../deliveries/faults.ts';
import { HttpSender } from '../deliveries/http-sender.ts';
import { isFailure } from '../deliveries/model.ts';
import type { Journal, SandboxClock, SandboxLog } from '../types.ts';
import type { Notice } from './model.ts';

const MINUTE = 60_000;
/** Simulated ms from each failed attempt to the next; the last attempt has no successor. */
const WAITS = [1, 10, 60, 360, 1440].map((minutes) => minutes * MINUTE);
const MAX_SHOWN = 100;

/** One postback being delivered; all attempts send the same body. */
type Postback = {
  id: string;
  url: string;
  event: string;
  chargeId: string;
  body: string;
  attempt: number;
  at: number | null;
};

/** The form the control API shows. */
type ShownPostback = Omit<Postback, 'body' | 'at'> & {
  status: number | null;
  error: string | null;
  nextAt: string | null;
};

export type PostbackParts = {
  clock: SandboxClock;
  journal: Journal;
  log: SandboxLog;
  secrets: { webhookSecret: string };
  /** The charge object in the current dialect. */
  data(notice: Notice): unknown;
  /** Real ms; the documentation says 5 s. */
  answerLimitMs?: number;
};

/** Signs `timestamp.nonce.rawBody`, in hex. The receiver checks the timestamp, so it is real time. */
export function postbackHeaders(secret: string, rawBody: string): Record<string, string> {
  const timestamp = String(Date.now());
  const nonce = randomBytes(16).toString('hex');
  const signature = createHmac('sha256', secret)
    .update(`${timestamp}.${nonce}.${rawBody}`, 'utf8')
    .digest('hex');
  return {
    'Content-Type': 'application/json',
    'X-Webhook-Signature': signature,
    'X-Webhook-Timestamp': timestamp,
    'X-Webhook-Nonce': nonce,
  };
}

/** Sends each charge's events to its postbackUrl: at once, then up to five retries until a 2xx. */
export class Postbacks {
  readonly faults: Faults;
  readonly #parts: PostbackParts;
  readonly #sender: HttpSender;
  readonly #waiting = new Map<string, { cancel(): void }>();
  #shown: ShownPostback[] = [];
  #closed = false;

  constructor(parts: PostbackParts) {
    this.#parts = parts;
    this.faults = new Faults(parts.clock.now);
    this.#sender = new HttpSender({ loopback: true, private: true }, parts.answerLimitMs ?? 5_000);
  }

  /** Resumes the postbacks that were pending when the simulator stopped. */
  start(): void {
    const open = new Map<string, Postback>();
    this.#parts.journal.replay('card.postback', (one: Postback) => open.set(one.id, one));
    this.#parts.journal.replay('card.postback.attempt', ({ id, attempt, at }: Postback) => {
      const known = open.get(id);
      if (known) open.set(id, { ...known, attempt, at });
    });
    for (const one of open.values()) if (one.at !== null) this.#wait(one, one.at);
  }

  notify(notice: Notice): void {
    const { postbackUrl, id } = notice.charge;
    if (postbackUrl === null) return;
    const body = JSON.stringify({ event: notice.event, data: this.#parts.data(notice) });
    const at = this.#parts.clock.now() + 500;
    const postback: Postback = {
      id: randomUUID(),
      url: postbackUrl,
      event: notice.event,
      chargeId: id,
      body,
      attempt: 1,
      at,
    };
    // No server exists at a fictional address: nothing is sent or stored, and only an injected fault fails.
    if (!isFictionalUrl(postbackUrl)) this.#parts.journal.append('card.postback', postback);
    this.#wait(postback, at);
  }

  state() {
    return {
      waiting: this.#waiting.size,
      faults: this.faults.state().faults,
      last: [...this.#shown].reverse(),
    };
  }

  close(): void {
    this.#closed = true;
    for (const timer of this.#waiting.values()) timer.cancel();
    this.#waiting.clear();
    this.#sender.close();
  }

  #wait(postback: Postback, at: number): void {
    const timer = this.#parts.clock.schedule(at, () => {
      this.#waiting.delete(postback.id);
      void this.#attempt(postback);
    });
    this.#waiting.set(postback.id, timer);
  }

  async #attempt(postback: Postback): Promise<void> {
    if (this.#closed) return;
    const { url, body } = postback;
    const fault = this.faults.take(url);
    if (isFictionalUrl(url) || (fault && fault.kind !== 'slow'))
      return this.#settle(postback, withoutNetwork(fault));
    const answer = await this.#sender.post(
      url,
      postbackHeaders(this.#parts.secrets.webhookSecret, body),
      body,
    );
    if (!this.#closed) this.#settle(postback, fault ? faultAnswer(fault) : answer);
  }

  #settle(postback: Postback, answer: { status: number; error: string | null }): void {
    const { clock, journal, log } = this.#parts;
    const { body: _, at: __, ...plain } = postback;
    const wait = isFailure(answer.status) ? WAITS[postback.attempt - 1] : undefined;
    const at = wait === undefined ? null : clock.now() + wait;
    const nextAt = at === null ? null : new Date(at).toISOString();
    if (!isFictionalUrl(postback.url)) {
      journal.append('card.postback.attempt', { id: postback.id, attempt: postback.attempt + 1, at });
    }
    if (isFailure(answer.status) || !isFictionalUrl(postback.url)) {
      this.#shown = [...this.#shown, { ...plain, status: answer.status, error: answer.error, nextAt }].slice(
        -MAX_SHOWN,
      );
      const text = `${postback.event}: ${postback.url}: ${answer.status || (answer.error ?? '')} (tentativa ${postback.attempt})`;
      log({ at: clock.now(), kind: 'delivery', text, target: postback.chargeId });
    }
    if (at !== null) this.#wait({ ...postback, attempt: postback.attempt + 1, at }, at);
  }
}

function withoutNetwork(fault: InjectedFault | null): { status: number; error: string | null } {
  return fault ? faultAnswer(fault) : { status: 200, error: null };
}
