import 'server-only';
import { limitIn } from '#lib/accounts/approval-rules.ts';
import { listAccounts } from '#lib/accounts/server/account.ts';
import { operatorNames } from '#lib/auth/server/operator-names.ts';
import { databaseNow } from '#lib/db/clock.ts';
import { askedTodayByPerson } from '#lib/operations/server/approval.ts';
import type { LimitsToday } from '#lib/policies/contract.ts';

/** Per account with a limit for a person and day: who asked today for how much, counted as the limit counts. */
export async function limitsToday(): Promise<LimitsToday> {
  const accounts = await listAccounts();
  const limited = accounts.flatMap(({ id, slug, settings }) => {
    const limit = limitIn(settings, 'approvalAboveDaily');
    return limit === null ? [] : [{ id, slug, limit }];
  });
  const asked = await Promise.all(limited.map(({ id }) => askedTodayByPerson(id)));
  const names = await operatorNames(asked.flat().map(({ operatorId }) => operatorId));
  return {
    items: limited.map(({ slug, limit }, index) => ({
      account: slug,
      limit,
      people: (asked[index] ?? []).map(({ operatorId: id, ...sums }) => ({
        id,
        name: names.get(id) ?? '',
        ...sums,
      })),
    })),
    asOf: new Date(databaseNow()).toISOString(),
  };
}
