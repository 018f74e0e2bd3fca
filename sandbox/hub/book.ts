import type { Ids } from './ids.ts';
import {
  type Charge,
  type Deposit,
  type Dispute,
  type Endpoint,
  type HubBreak,
  isOver,
  type Line,
  type Payout,
  type PixKey,
  refundSums,
  sum,
  type Transfer,
} from './model.ts';

/** The operation that a repeated reference or key returns, with the fingerprint of its first request. */
type FirstRequest = { id: string; print: string };

export type Posting = Omit<Line, 'id' | 'balanceAfter' | 'refundId' | 'protocol'> & {
  refundId?: string;
  protocol?: string;
};

/** Every record of the account, in order of creation, and its ledger. */
export class Book {
  readonly charges: Charge[] = [];
  readonly deposits: Deposit[] = [];
  readonly payouts: Payout[] = [];
  readonly transfers: Transfer[] = [];
  readonly disputes: Dispute[] = [];
  readonly lines: Line[] = [];
  readonly keys: PixKey[] = [];
  readonly endpoints: Endpoint[] = [];
  readonly breaks: HubBreak[] = [];
  callbackSecret: string | null = null;
  available = 0;
  readonly #ids: Ids;
  #posted = 0;
  readonly #received = new Map<string, Charge | Deposit>();
  readonly #payouts = new Map<string, Payout>();
  readonly #transfers = new Map<string, Transfer>();
  readonly #firstRequests = new Map<string, FirstRequest>();

  constructor(ids: Ids) {
    this.#ids = ids;
  }

  addCharge(charge: Charge): void {
    this.charges.push(charge);
    for (const id of [charge.id, charge.hookId]) this.#received.set(id, charge);
  }

  addDeposit(deposit: Deposit): void {
    this.deposits.push(deposit);
    for (const id of [deposit.id, deposit.hookId]) this.#received.set(id, deposit);
  }

  addPayout(payout: Payout): void {
    this.payouts.push(payout);
    for (const id of [payout.id, payout.hookId]) this.#payouts.set(id, payout);
  }

  addTransfer(transfer: Transfer): void {
    this.transfers.push(transfer);
    for (const id of [transfer.id, transfer.hookId]) this.#transfers.set(id, transfer);
  }

  /** Finds a charge by either of its two ids. */
  charge(id: string): Charge | null {
    const found = this.#received.get(id);
    return found?.kind === 'charge' ? found : null;
  }

  deposit(id: string): Deposit | null {
    const found = this.#received.get(id);
    return found?.kind === 'deposit' ? found : null;
  }

  received(id: string): Charge | Deposit | null {
    return this.#received.get(id) ?? null;
  }

  payout(id: string): Payout | null {
    return this.#payouts.get(id) ?? null;
  }

  transfer(id: string): Transfer | null {
    return this.#transfers.get(id) ?? null;
  }

  dispute(protocol: string): Dispute | null {
    return this.disputes.find((one) => one.protocol === protocol || one.id === protocol) ?? null;
  }

  openDispute(of: string): Dispute | null {
    return this.disputes.find((one) => one.of === of && !isOver(one)) ?? null;
  }

  endpoint(id: string): Endpoint | null {
    return this.endpoints.find((one) => one.id === id) ?? null;
  }

  /** `name` combines the kind of operation and the reference or key. */
  recordRequest(name: string, request: FirstRequest): void {
    this.#firstRequests.set(name, request);
  }

  firstRequest(name: string): FirstRequest | null {
    return this.#firstRequests.get(name) ?? null;
  }

  post(posting: Posting): void {
    this.available += posting.amount;
    this.lines.push({ ...this.#lineOf(posting), balanceAfter: this.available });
  }

  /** Adds a line at its past time. */
  insert(posting: Posting): void {
    this.restore(this.#lineOf(posting));
  }

  /** Puts a line back at its time; the balances of all later lines follow. */
  restore(line: Line): void {
    let place = this.lines.length;
    while ((this.lines[place - 1]?.postedAt ?? -Infinity) > line.postedAt) place--;
    this.lines.splice(place, 0, { ...line, balanceAfter: this.lines[place - 1]?.balanceAfter ?? 0 });
    this.shift(place, line.amount);
  }

  remove(line: Line): void {
    const place = this.lines.indexOf(line);
    if (place < 0) return;
    this.lines.splice(place, 1);
    this.shift(place, -line.amount);
  }

  /** Changes the available balance from this line on. */
  shift(place: number, delta: number): void {
    for (const line of this.lines.slice(place)) line.balanceAfter += delta;
    this.available += delta;
  }

  #lineOf(posting: Posting): Line {
    const number = this.#posted++;
    const id = this.#ids.id(
      'ln',
      posting.of,
      posting.type,
      posting.refundId ?? posting.protocol ?? '',
      number,
    );
    return { refundId: null, protocol: null, ...posting, id, balanceAfter: 0 };
  }

  /** Cents that are neither available nor gone, by reason. */
  held() {
    const flying = this.payouts.filter((one) => one.endedAt === null);
    const refunding = (list: (Charge | Deposit)[]) => sum(list, (one) => refundSums(one).inProgress);
    return {
      security: sum(
        this.disputes.filter((one) => !isOver(one)),
        (one) => one.blockedAmount,
      ),
      withdraw: sum(flying, (one) => one.amount + one.fee),
      refund: refunding(this.charges) + refunding(this.deposits),
    };
  }
}
