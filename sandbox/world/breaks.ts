import type { Journal } from '../types.ts';
import type { Movement } from './ledger-entries.ts';

/** Ways in which an account's books do not add up, each as an account service may cause it. */
export const BREAK_KINDS = [
  'line-without-transaction',
  'transaction-without-line',
  'amount',
  'fee',
  'other-day',
  'refund',
  'dispute',
  'sweep',
  'adjustment',
  'gap',
  'late-line',
  'late-status',
] as const;
export type BreakKind = (typeof BREAK_KINDS)[number];

/** Changes the lines of one transaction: all of them, or those with this reason. */
type LineEdit = {
  reason: string | null;
  /** Cents added to the line. */
  delta?: number;
  /** Simulated ms by which the line comes later. */
  shift?: number;
  /** The line is left out until this simulated time; null: for ever. */
  hiddenUntil?: number | null;
};

export type Break = {
  kind: BreakKind;
  /** São Paulo day, YYYY-MM-DD. */
  day: string;
  /** The completed deposit at which it is put in. */
  transactionId: string;
  /** Index of a transaction of the computed world. */
  index: number | null;
  lines: Movement[];
  edit: LineEdit | null;
  /** From this time on the balance is off by `delta` cents, without a line. */
  gap: { at: number; delta: number } | null;
  /** True: the lines stay as planned, whatever a call changed on the transaction. */
  pinned: boolean;
};

/** The breaks that the control API put in. */
export class BreakBook {
  readonly all: Break[] = [];
  private readonly byTransaction = new Map<string, Break>();
  private readonly journal: Journal;

  constructor(journal: Journal) {
    this.journal = journal;
    journal.replay('break', (one: Break) => this.apply(one));
  }

  put(one: Break): void {
    this.apply(one);
    this.journal.append('break', one);
  }

  has(transactionId: string): boolean {
    return this.byTransaction.has(transactionId);
  }

  isPinned(transactionId: string): boolean {
    return this.byTransaction.get(transactionId)?.pinned === true;
  }

  /** Grows with each break and with each hidden line that appears. */
  version(now: number): number {
    return this.all.length + this.all.filter(({ edit }) => (edit?.hiddenUntil ?? Infinity) <= now).length;
  }

  /** The line as the statement has it at `now`; null while it is hidden. */
  edited(line: Movement, now: number): Movement | null {
    const edit = this.byTransaction.get(line.transactionId ?? '')?.edit;
    if (!edit || line.infractionId !== null || (edit.reason !== null && edit.reason !== line.reason))
      return line;
    const { delta = 0, shift = 0, hiddenUntil } = edit;
    if (hiddenUntil !== undefined && (hiddenUntil === null || hiddenUntil > now)) return null;
    return { ...line, at: line.at + shift, delta: line.delta + delta };
  }

  private apply(one: Break): void {
    this.all.push(one);
    this.byTransaction.set(one.transactionId, one);
  }
}
