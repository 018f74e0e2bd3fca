import 'server-only';
import { LRUCache } from 'lru-cache';
import type { KnownBlock } from '#lib/accounts/rules.ts';
import { GuicheError } from '#lib/core/errors.ts';
import { monitorOf } from '#lib/core/http/health.ts';
import { perProcess } from '#lib/core/per-process.ts';
import { accountStateOf } from '#lib/core/status/service.ts';
import { cut } from '#lib/core/text.ts';
import * as means from '#lib/providers/field-aliases.ts';
import { objectReader, plainKey } from '#lib/providers/fields.ts';
import type { Limits } from '#lib/providers/money-records.ts';
import type { ProviderPort } from '#lib/providers/port.ts';
import type { Profile } from '#lib/providers/records.ts';

/** A Pix code that requests R$ 1,00 for a key that nobody owns. Reading it changes nothing. */
export const NOBODYS_CODE =
  '00020126430014br.gov.bcb.pix0121doctor@guiche.example52040000530398654041.005802BR5906GUICHE6009SAO PAULO62070503***63042D98';

export const CONTRACT_WAITS = 'PZA206';
const BETWEEN_MS = 5 * 60_000;
/** Look-ups at the code's institution, which an unsigned contract prevents (document 1, Pix key, QR code). */
const LOOKED_UP = /^PZK(?:101|30\d|31\d)$/;
/** The accounts that were probed within the last five minutes. */
const recentProbes = () =>
  perProcess(
    'guicheContractProbes',
    () =>
      new LRUCache<string, true>({
        max: 1_000,
        ttl: BETWEEN_MS,
        ttlResolution: 0,
        perf: { now: () => Date.now() },
      }),
  );

/**
 * Lifts a contract's block once it is signed. No read receives the block, so this reads NOBODYS_CODE: a POST
 * that changes nothing, and that document 1 refuses until then. At most every 5 minutes per process.
 */
export async function probeContract(
  accountId: string,
  { decodeCode }: Pick<ProviderPort, 'decodeCode'>,
): Promise<void> {
  const monitor = monitorOf(accountId);
  if (decodeCode === undefined || monitor.health().blockedBy !== CONTRACT_WAITS) return;
  if (recentProbes().has(accountId)) return;
  recentProbes().set(accountId, true);
  try {
    await decodeCode(NOBODYS_CODE, { priority: 'background' });
  } catch (error) {
    const code = error instanceof GuicheError ? (error.details.provider?.code ?? '') : '';
    if (!LOOKED_UP.test(code)) return;
  }
  monitor.report({ kind: 'lifted', code: CONTRACT_WAITS });
}

/** A block as the provider reported it. `changedAt`: ISO 8601 UTC; null when it has no time. */
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

/** A disabled operation may be off by contract and is no block; a known block ends when all are enabled. */
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
