import 'server-only';
import type { Account } from '#lib/accounts/server/account.ts';
import type { Ctx } from '#lib/api/context.ts';
import { GuicheError } from '#lib/api/errors.ts';
import type { DisputeList } from '#lib/disputes/contract.ts';
import type { Call, ProviderPort } from '#lib/providers/port.ts';

export type DisputePort = NonNullable<ProviderPort['disputes']>;
export type Limits = DisputeList['limits'];

/** The account's disputes; `not_supported` where its kind has none. */
export function disputesOf({ port }: Pick<Ctx, 'port'>): DisputePort {
  if (port.disputes !== undefined) return port.disputes;
  throw new GuicheError('not_supported', 'This account has no disputes.');
}

/** Drafts are for disputes that can be answered from here; document 2's are answered in the service's own panel. */
export function requireDefenses(ctx: Pick<Ctx, 'port'>): void {
  if (disputesOf(ctx).defend === undefined)
    throw new GuicheError('not_supported', 'Disputes of this account are answered elsewhere.');
}

/** A call made for the operator who waits for it, ended with their request. */
export function operatorCall({ signal }: Pick<Ctx, 'signal'>): Call {
  return { priority: 'operator', purpose: 'page', ...(signal === undefined ? {} : { signal }) };
}

const MEGABYTES_10 = 10 * 1024 * 1024;

/** What a defense may hold and how long the account has for it, where its service names no deadline. */
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
