import type {
  Journal,
  PixReply,
  PixRequest,
  PixRoute,
  PixTransaction,
  SandboxClock,
  TransactionFilter,
  World,
} from '../types.ts';
import { draw } from './draw.ts';

/** For tests: a clock that moves only on demand. */
export class ManualClock implements SandboxClock {
  #now: number;
  #jobs: { at: number; run: () => void }[] = [];

  constructor(now: number) {
    this.#now = now;
  }

  now(): number {
    return this.#now;
  }

  schedule(at: number, run: () => void): { cancel(): void } {
    const job = { at, run };
    this.#jobs.push(job);
    const cancel = () => {
      this.#jobs = this.#jobs.filter((one) => one !== job);
    };
    return { cancel };
  }

  advance(ms: number): void {
    const until = this.#now + ms;
    for (;;) {
      const due = this.#jobs.filter((job) => job.at <= until).sort((a, b) => a.at - b.at)[0];
      if (!due) break;
      this.#jobs = this.#jobs.filter((job) => job !== due);
      this.#now = Math.max(this.#now, due.at);
      due.run();
    }
    this.#now = until;
  }
}

/** For tests: lines in memory; `reopened` returns what a restart would read. */
export class MemoryJournal implements Journal {
  readonly #old: { kind: string; data: string }[];
  readonly #lines: { kind: string; data: string }[] = [];

  constructor(old: { kind: string; data: string }[] = []) {
    this.#old = old;
  }

  append(kind: string, data: unknown): void {
    this.#lines.push({ kind, data: JSON.stringify(data) });
  }

  // biome-ignore lint/suspicious/noExplicitAny: each kind's writer is its only reader
  replay(kind: string, apply: (data: any) => void): void {
    for (const line of this.#old) if (line.kind === kind) apply(JSON.parse(line.data));
  }

  reopened(): MemoryJournal {
    return new MemoryJournal([...this.#old, ...this.#lines]);
  }
}

const BLANK = {
  ...{ serviceFeeCharged: 90, qrCodeText: null, qrCodeBase64: null, qrCodeUrl: null, generatedName: null },
  ...{ generatedDocument: null, generatedEmail: null, payerName: 'Ana', payerDocument: '52998224725' },
  ...{ payerInstitutionIspb: null, payerInstitutionName: null, payerAccountNumber: null, receiverName: null },
  ...{ receiverDocument: null, receiverInstitutionIspb: null, receiverInstitutionName: null },
  ...{ receiverAccountNumber: null, endToEndId: null, withdrawPixKey: null, withdrawPixType: null },
  ...{ clientReference: null, virtualAccount: null, refundEndToEndId: null, refundAmount: null },
  ...{ refundStatus: null, refundReason: null, refundDescription: null, cancellationReason: null },
};

/**
 * For tests: `count` transactions spread over `days` before `until`, some paid, some expired, some refunded.
 */
export class FakeWorld implements World {
  readonly baseCount: number;
  readonly #base: PixTransaction[];
  readonly live = new Map<string, PixTransaction>();

  constructor(count: number, until: number, days = 90) {
    this.baseCount = count;
    const gap = (days * 86_400_000) / Math.max(1, count);
    const start = until - days * 86_400_000;
    this.#base = Array.from({ length: count }, (_, index) =>
      fakeTransaction(index, Math.floor(start + index * gap)),
    );
  }

  transaction(id: string): PixTransaction | null {
    const index = this.indexOf(id);
    return this.live.get(id) ?? (index === null ? null : this.baseTransaction(index));
  }

  payload(transaction: PixTransaction, infraction?: unknown): Record<string, unknown> {
    const wire = { ...transaction, amount: transaction.amount / 100 };
    return infraction === undefined ? wire : { ...wire, infraction };
  }

  *findTransactions(filter: TransactionFilter): Iterable<PixTransaction> {
    for (const one of [...this.live.values(), ...this.#base]) {
      const at = Date.parse(one.createdAt);
      if (at < filter.from || at > filter.to) continue;
      if (filter.ids && !filter.ids.includes(one.id)) continue;
      if (filter.statuses && !filter.statuses.includes(one.status)) continue;
      if (filter.types && !filter.types.includes(one.type)) continue;
      yield one;
    }
  }

  baseTransaction(index: number): PixTransaction {
    const found = this.#base[index];
    if (!found) throw new Error(`no transaction ${index}`);
    return found;
  }

  indexOf(id: string): number | null {
    const index = /^tx\d+$/.test(id) ? Number(id.slice(2)) : Number.NaN;
    return index < this.baseCount ? index : null;
  }
}

export function fakeTransaction(index: number, createdAt: number): PixTransaction {
  const dice = draw('fake', index);
  const status = dice < 0.7 ? 'COMPLETED' : dice < 0.8 ? 'REFUNDED' : dice < 0.9 ? 'EXPIRED' : 'PENDING';
  const iso = (ms: number) => new Date(createdAt + ms).toISOString();
  const paid = status === 'COMPLETED' || status === 'REFUNDED';
  const lag = Math.floor(1_000 + 600_000 * draw('lag', index));
  return {
    ...BLANK,
    id: `tx${index}`,
    status,
    type: 'DEPOSIT',
    method: 'PIX',
    amount: 1_000 + index,
    createdAt: iso(0),
    updatedAt: iso(status === 'PENDING' ? 0 : lag),
    paidAt: paid ? iso(lag) : null,
    refundedAt: status === 'REFUNDED' ? iso(lag + 7_200_000) : null,
    callbackUrl: draw('url', index) < 0.4 ? 'https://erp.aroeira.example/pix/avisos' : null,
  };
}

/** For tests: calls a route as the server would. */
export async function call(
  routes: PixRoute[],
  method: string,
  address: string,
  body?: unknown,
): Promise<PixReply> {
  const [path = '', search = ''] = address.split('?');
  for (const route of routes) {
    const params = route.method === method ? paramsOf(route.path, path) : null;
    if (!params) continue;
    const query = new URLSearchParams(search);
    const rest = { rawBody: Buffer.alloc(0), contentType: 'application/json', clientAddress: '127.0.0.1' };
    const request: PixRequest = {
      method,
      path,
      params,
      query,
      body,
      ...rest,
      headers: {},
      callerToken: null,
    };
    return route.handle(request);
  }
  throw new Error(`no route ${method} ${path}`);
}

function paramsOf(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split('/');
  const segments = path.split('/');
  if (wanted.length !== segments.length) return null;
  const params: Record<string, string> = {};
  for (const [place, part] of wanted.entries()) {
    const value = segments[place] ?? '';
    if (part.startsWith(':')) params[part.slice(1)] = decodeURIComponent(value);
    else if (part !== value) return null;
  }
  return params;
}
