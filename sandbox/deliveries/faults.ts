import { invalid } from '../errors.ts';
import { noAnswer } from './http-sender.ts';
import type { Answer } from './model.ts';

const KINDS = ['status', 'timeout', 'close', 'slow'] as const;
type FaultKind = (typeof KINDS)[number];

export type InjectedFault = {
  id: string;
  url: string | null;
  kind: FaultKind;
  status: number;
  /** Null: until `untilMs`. */
  count: number | null;
  /** Simulated epoch ms; null: until the count is used up. */
  untilMs: number | null;
  done: number;
};

/** Delivery failures injected by the control API, for real and fictional endpoints. */
export class Faults {
  #list: InjectedFault[] = [];
  #next = 1;
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * Adds a fault; throws PZV001. `url` is a prefix or a host; without it all match. `untilMs` is simulated
   * epoch ms, or a duration in ms when below 10^11. Without `count` and `untilMs` one delivery fails. `slow`
   * reaches the receiver but counts as a time-out; the other kinds send nothing.
   */
  add(input: unknown): InjectedFault {
    const fields = typeof input === 'object' && input !== null ? (input as Record<string, unknown>) : {};
    const kind = KINDS.find((known) => known === (fields.kind ?? 'status'));
    if (!kind) throw invalid('kind', `kind deve ser um de: ${KINDS.join(', ')}.`);
    const until = optionalNumber(fields, 'untilMs');
    const count = optionalNumber(fields, 'count') ?? (until === null ? 1 : null);
    const fault: InjectedFault = {
      id: `delivery-fault-${this.#next}`,
      url: typeof fields.url === 'string' && fields.url !== '' ? fields.url : null,
      kind,
      status: optionalNumber(fields, 'status') ?? 503,
      count,
      untilMs: until !== null && until < 1e11 ? this.#now() + until : until,
      done: 0,
    };
    this.#next += 1;
    this.#list.push(fault);
    return { ...fault };
  }

  clear(id?: string): void {
    this.#list = id === undefined ? [] : this.#list.filter((fault) => fault.id !== id);
  }

  state(): { faults: InjectedFault[] } {
    this.#dropOver();
    return { faults: this.#list.map((fault) => ({ ...fault })) };
  }

  /** Returns the fault that applies to this delivery and counts it; null without one. */
  take(url: string): InjectedFault | null {
    if (this.#list.length === 0) return null;
    this.#dropOver();
    const fault = this.#list.find((known) => matches(known, url));
    if (!fault) return null;
    fault.done += 1;
    return fault;
  }

  #dropOver(): void {
    const now = this.#now();
    this.#list = this.#list.filter(
      (fault) =>
        (fault.count === null || fault.done < fault.count) && (fault.untilMs === null || now < fault.untilMs),
    );
  }
}

export function faultAnswer(fault: InjectedFault): Answer {
  if (fault.kind === 'close') return noAnswer('socket hang up', 12);
  if (fault.kind !== 'status') return noAnswer('no answer within 5 seconds', 5000);
  return {
    status: fault.status,
    responseTime: 40,
    responseBody: '{"error":"simulated"}',
    responseHeaders: { 'content-type': 'application/json' },
    error: fault.status >= 200 && fault.status < 300 ? null : `HTTP ${fault.status}`,
  };
}

function matches(fault: InjectedFault, url: string): boolean {
  if (fault.url === null || url.startsWith(fault.url)) return true;
  if (!URL.canParse(url)) return false;
  const { host, hostname } = new URL(url);
  return fault.url === host || fault.url === hostname;
}

function optionalNumber(fields: Record<string, unknown>, field: string): number | null {
  const value = fields[field];
  if (value === undefined || value === null) return null;
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0) {
    throw invalid(field, `${field} deve ser um número.`);
  }
  return value;
}
