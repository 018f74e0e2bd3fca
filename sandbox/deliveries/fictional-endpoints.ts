import { draw } from './draw.ts';
import { noAnswer } from './http-sender.ts';
import type { Answer } from './model.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const INCIDENTS_A_DAY = 0.25;

/** Shared objects, because hundreds of thousands of records refer to them. */
const BARE = { server: 'nginx' };
const JSON_HEADERS = { server: 'nginx', 'content-type': 'application/json' };
const TEXT_HEADERS = { server: 'nginx', 'content-type': 'text/plain' };

export type Incident = { from: number; to: number };

/** Longest incident; its retries end soon after it. */
const LONGEST_INCIDENT_MS = 15 * MINUTE_MS;

/**
 * Endpoints on reserved names. Their answers are a pure function of seed, url and time, without network. One
 * url has incidents: on some days by the seed, and one around the first start.
 */
export class FictionalEndpoints {
  readonly #seed: number;
  readonly #troubledUrl: string;
  readonly #startedAt: number;

  constructor(seed: number, troubledUrl: string, startedAt: number) {
    this.#seed = seed;
    this.#troubledUrl = troubledUrl;
    this.#startedAt = startedAt;
  }

  /** Incidents that overlap [from, to], oldest first, in epoch ms. They may overlap each other. */
  incidents(from: number, to: number): Incident[] {
    const found: Incident[] = [];
    for (let day = Math.floor(from / DAY_MS) - 1; day <= Math.floor(to / DAY_MS); day += 1) {
      const incident = this.#incidentOf(day);
      if (incident && incident.to > from && incident.from <= to) found.push(incident);
    }
    const first = { from: this.#startedAt - 9 * MINUTE_MS, to: this.#startedAt + 6 * MINUTE_MS };
    if (first.to > from && first.from <= to) found.push(first);
    return found.sort((a, b) => a.from - b.from);
  }

  inIncident(url: string, at: number): boolean {
    return url === this.#troubledUrl && this.incidents(at, at).some((one) => at >= one.from && at < one.to);
  }

  /** The answer of a healthy endpoint. `key` identifies the attempt. */
  fine(url: string, key: string): Answer {
    const spread = draw(this.#seed, 'time', url, key);
    // Most answers take around 90 ms, a few up to 3 s.
    const responseTime = Math.round(45 + 90 * spread + 2800 * spread ** 40);
    const empty = draw(this.#seed, 'empty', url) < 0.3;
    return {
      status: empty ? 204 : 200,
      responseTime,
      responseBody: empty ? '' : '{"received":true}',
      responseHeaders: empty ? BARE : JSON_HEADERS,
      error: null,
    };
  }

  unavailable(url: string, key: string): Answer {
    const responseTime = Math.round(8 + 30 * draw(this.#seed, 'down', url, key));
    return refusal(503, responseTime, 'upstream connect error or disconnect before headers');
  }

  /** A single failure; the next attempt succeeds. */
  hiccup(url: string, key: string): Answer {
    const kind = draw(this.#seed, 'hiccup', url, key);
    if (kind < 0.4) return noAnswer('no answer within 5 seconds', 5000);
    if (kind < 0.5) return noAnswer('socket hang up', 210);
    const status = kind < 0.8 ? 500 : 429;
    return refusal(status, Math.round(60 + 400 * kind), status === 429 ? 'slow down' : 'internal error');
  }

  /** A permanent rejection of this delivery. */
  unacceptable(url: string, key: string): Answer {
    const responseTime = Math.round(50 + 60 * draw(this.#seed, 'refused', url, key));
    return refusal(422, responseTime, 'unknown order');
  }

  /** The answer to a live delivery. */
  answer(url: string, transactionId: string, event: string, attempt: number, at: number): Answer {
    const key = `${transactionId} ${event} ${attempt} ${at}`;
    if (this.inIncident(url, at)) return this.unavailable(url, key);
    const unlucky = draw(this.#seed, 'unlucky', url, transactionId, event) < 1 / 200;
    return unlucky && attempt === 1 ? this.hiccup(url, key) : this.fine(url, key);
  }

  #incidentOf(day: number): Incident | null {
    if (draw(this.#seed, 'incident', day) >= INCIDENTS_A_DAY) return null;
    const from =
      day * DAY_MS + Math.floor(draw(this.#seed, 'incident at', day) * (DAY_MS - LONGEST_INCIDENT_MS));
    const minutes = 6 + 9 * draw(this.#seed, 'incident length', day);
    return { from, to: from + Math.floor(minutes * MINUTE_MS) };
  }
}

function refusal(status: number, responseTime: number, text: string): Answer {
  return {
    status,
    responseTime,
    responseBody: text,
    responseHeaders: TEXT_HEADERS,
    error: `HTTP ${status}`,
  };
}
