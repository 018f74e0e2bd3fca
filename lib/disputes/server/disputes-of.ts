import 'server-only';
import type { Account } from '#lib/accounts/server/account.ts';
import type { Ctx } from '#lib/api/context.ts';
import type { DisputeList } from '#lib/disputes/contract.ts';
import type { ProviderPort } from '#lib/providers/port.ts';
import { partOf } from '#lib/providers/reach.ts';

export type DisputePort = NonNullable<ProviderPort['disputes']>;
export type Limits = DisputeList['limits'];

/** Drafts are for disputes that can be answered from here; document 2's are answered in the service's own panel. */
export function requireDefenses(ctx: Ctx): void {
  partOf(ctx.part('disputes'), 'defend');
}

const MEGABYTES_10 = 10 * 1024 * 1024;

/** Limits of a defense, and the hours to send it where the account's service names no deadline. */
export function limitsOf({ settings }: Pick<Account, 'settings'>): Limits {
  const number = (name: string, usual: number) => {
    const given = Number(settings[name] ?? Number.NaN);
    return Number.isSafeInteger(given) && given > 0 ? given : usual;
  };
  return {
    characters: number('defenseCharacters', 1_000),
    files: number('defenseFiles', 5),
    bytes: number('defenseBytes', MEGABYTES_10),
    windowHours: number('defenseWindowHours', 48),
  };
}
