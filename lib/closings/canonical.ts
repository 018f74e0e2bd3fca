import { createHash, type Hash } from 'node:crypto';
import type { Figures } from '#lib/closings/figures.ts';
import type { Cause, DifferenceState, ExactAmount } from '#lib/closings/rules.ts';
import type { RecordSide } from '#lib/closings/world.ts';
import type { Day } from '#lib/core/dates.ts';
import { maskReference } from '#lib/core/masking/mask-forms.ts';
import { canonicalJson } from '#lib/core/text.ts';

/**
 * The canonical form of a sealed day, which is its JSON file: keys in order, amounts in cents, instants in UTC.
 * It has no name, document or note, so that the erasure of a person never changes its hash. Pure.
 */

const FORM = 'guiche.closing.1';

export type SealedDifference = {
  id: string;
  cause: Cause;
  reason: string | null;
  state: DifferenceState;
  left: RecordSide | null;
  right: RecordSide | null;
  amount: ExactAmount;
  transactionId: string | null;
  responsible: string | null;
  /** Operator's id; null: resolved by itself. */
  by: string | null;
  at: string;
  noteSha256: string | null;
};

/** People are named by their ids in Guichê. */
export type SealedDay = {
  account: { id: string; kind: string };
  day: Day;
  from: string;
  to: string;
  version: number;
  /** Of the version before; null: this is the first. */
  previousSha256: string | null;
  readAt: string;
  figures: Figures;
  differences: SealedDifference[];
  /** The order file, by its digest. */
  orders: { sha256: string; count: number } | null;
  signed: { by: string; at: string };
  confirmed: { by: string; at: string } | null;
  sealedAt: string;
};

/** A statement line of the sealed day. */
export type SealedLine = {
  id: string;
  side: string | null;
  type: string;
  amount: number | null;
  exact: string | null;
  fee: number | null;
  balanceBefore: number | null;
  balanceAfter: number | null;
  transactionId: string | null;
  endToEndId: string | null;
  disputeId: string | null;
  status: string | null;
  postedAt: string | null;
  createdAt: string | null;
};

export const headOf = (day: SealedDay): string => canonicalJson({ form: FORM, ...withoutPeople(day) });

/** An order's reference may be a person's document: it is sealed masked. */
function withoutPeople(day: SealedDay): SealedDay {
  const side = (one: RecordSide | null) =>
    one && { ...one, id: one.kind === 'order' ? maskReference(one.id) : one.id };
  const differences = day.differences.map((one) => ({
    ...one,
    left: side(one.left),
    right: side(one.right),
  }));
  return { ...day, differences };
}

export const parseHead = (head: string): SealedDay => JSON.parse(head) as SealedDay;

export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The parts of the JSON file, one after another: the head, then one line of text for each statement line. */
export async function* fileParts(head: string, pages: AsyncIterable<SealedLine[]>): AsyncGenerator<string> {
  yield `{"closing":${head},\n"lines":[`;
  let before = '\n';
  for await (const lines of pages) {
    if (lines.length === 0) continue;
    yield before + lines.map(canonicalJson).join(',\n');
    before = ',\n';
  }
  yield '\n]}\n';
}

/** SHA-256 and size of the JSON file. */
export async function sealOf(
  head: string,
  pages: AsyncIterable<SealedLine[]>,
): Promise<{ sha256: string; bytes: number }> {
  const hash: Hash = createHash('sha256');
  let bytes = 0;
  for await (const part of fileParts(head, pages)) {
    hash.update(part);
    bytes += Buffer.byteLength(part);
  }
  return { sha256: hash.digest('hex'), bytes };
}
