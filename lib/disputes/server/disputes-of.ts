import 'server-only';
import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { Account } from '#lib/accounts/server/account.ts';
import { ROLE_PERMISSIONS, ROLES } from '#lib/auth/permissions.ts';
import { operatorNames } from '#lib/auth/server/holders.ts';
import { db } from '#lib/data/client.ts';
import { grants, operators } from '#lib/data/schema/operators.ts';
import type { DisputeList } from '#lib/disputes/contract.ts';
import type { ProviderPort } from '#lib/providers/port.ts';

export type DisputePort = NonNullable<ProviderPort['disputes']>;

/** Limits of a defense, and the hours to send it if the provider gives no deadline. */
export function limitsOf({ settings }: Pick<Account, 'settings'>): DisputeList['limits'] {
  const number = (name: string, fallback: number) => {
    const configured = Number(settings[name] ?? Number.NaN);
    return Number.isSafeInteger(configured) && configured > 0 ? configured : fallback;
  };
  return {
    characters: number('defenseCharacters', 1_000),
    files: number('defenseFiles', 5),
    bytes: number('defenseBytes', 10 * 1024 * 1024),
    windowHours: number('defenseWindowHours', 48),
  };
}

type Person = { id: string; name: string };

/** Names of operators by id; a removed operator's name is the id. */
export async function namesOf(ids: readonly (string | null)[]) {
  const names = await operatorNames(ids.filter((id) => id !== null));
  return <Id extends string | null>(id: Id) =>
    (id === null ? null : { id, name: names.get(id) ?? id }) as Id extends null ? null : Person;
}

const DEFENDERS = ROLES.filter((role) => ROLE_PERMISSIONS[role].includes('dispute'));

/** People who may be assigned a dispute of this account, by name. */
export async function defendersOf(accountId: string): Promise<Person[]> {
  return db()
    .selectDistinct({ id: operators.id, name: operators.name })
    .from(operators)
    .innerJoin(grants, eq(grants.operatorId, operators.id))
    .where(
      and(
        isNull(operators.disabledAt),
        inArray(grants.account, ['*', accountId]),
        inArray(grants.role, DEFENDERS),
      ),
    )
    .orderBy(asc(operators.name));
}
