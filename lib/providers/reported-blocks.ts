import 'server-only';
import type { KnownBlock } from '#lib/accounts/rules.ts';
import { accountStateOf } from '#lib/core/status/account.ts';
import { cut } from '#lib/core/text.ts';
import * as means from '#lib/providers/field-aliases.ts';
import { objectReader, plainKey } from '#lib/providers/fields.ts';
import type { Limits } from '#lib/providers/money-records.ts';
import type { Profile } from '#lib/providers/records.ts';

/**
 * An account's block as the provider reported it. `changedAt`: ISO 8601 UTC; null when the report has no
 * time.
 */
export type ReportedBlock = { blocked: boolean; operations: string[]; changedAt: string | null };

const readBlock = objectReader({
  blockedOperations: means.blockedOperations(),
  changedAt: means.changed('blockedAt', 'unblockedAt'),
});
const readWord = objectReader({ operation: means.kind('name', 'code') });
const MOST_WORDS = 30;

/** Document 2, ACCOUNT_BLOCKED and ACCOUNT_UNBLOCKED; null: another event. */
export function blockInEvent(event: string, data: Record<string, unknown>): ReportedBlock | null {
  if (event !== 'ACCOUNT_BLOCKED' && event !== 'ACCOUNT_UNBLOCKED') return null;
  const { blockedOperations, changedAt } = readBlock(data).fields;
  const blocked = event === 'ACCOUNT_BLOCKED';
  return { blocked, operations: blocked ? wordsOf(blockedOperations) : [], changedAt };
}

/**
 * The block in the limits. Listed blocks count. A disabled operation may be off by contract, so it is no
 * block by itself; but a known block ends when all its operations are enabled again.
 */
export function blockInLimits({ operations, other }: Limits, known: KnownBlock | null): ReportedBlock | null {
  const { blockedOperations, changedAt } = readBlock(other).fields;
  if (blockedOperations !== null) {
    const words = wordsOf(blockedOperations);
    return { blocked: words.length > 0, operations: words, changedAt };
  }
  if (known === null || !known.blocked || known.operations.length === 0) return null;
  const on = known.operations.every(
    (word) => operations.find(({ name }) => plainKey(name) === plainKey(word))?.enabled === true,
  );
  return on ? { blocked: false, operations: [], changedAt: null } : null;
}

/** The block in document 1's GET /user: the state of the account and the operations it may not do. */
export function blockInProfile(profile: Profile): ReportedBlock | null {
  const { status, allowDeposit, allowWithdraw } = profile;
  const state = accountStateOf(status);
  if (state === 'blocked') {
    const operations = [
      ...(allowDeposit === false ? ['DEPOSIT'] : []),
      ...(allowWithdraw === false ? ['WITHDRAW'] : []),
    ];
    return { blocked: true, operations, changedAt: null };
  }
  return state === 'open' ? { blocked: false, operations: [], changedAt: null } : null;
}

/** Accepts a list of words, a list of objects with a word, or comma-separated text. */
function wordsOf(value: unknown): string[] {
  const list = typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value : [];
  const words = list.map((one) => {
    if (typeof one === 'string') return one.trim();
    return one !== null && typeof one === 'object'
      ? (readWord(one as Record<string, unknown>).fields.operation ?? '')
      : '';
  });
  return [...new Set(words.filter((word) => word !== ''))].slice(0, MOST_WORDS).map((word) => cut(word, 60));
}
