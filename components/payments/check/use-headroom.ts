'use client';

import { useQuery } from '@tanstack/react-query';
import { useSession } from '#components/app-shell/session.tsx';
import { openOperationsOptions } from '#lib/operations/queries.ts';
import { balanceQuery, profileQuery } from '#lib/overview/account-queries.ts';
import { withdrawRoom } from '#lib/overview/withdraw-room.ts';
import { type Headroom, headroomIn, headroomOf, MONEY_OUT_KINDS } from '#lib/payments/rules.ts';

/** `except`: the operation that asks for this amount itself. */
type Asked = { limited?: boolean; except?: string };

/** Balance and daily limit as they are now, and what else has no known end yet. Cents. */
export function useHeadroom(amount: number, { limited = true, except }: Asked = {}) {
  const { account } = useSession();
  const has = (capability: string) => account.capabilities.includes(capability);
  const balance = useQuery({ ...balanceQuery(account.slug), enabled: has('balance') });
  const profile = useQuery({ ...profileQuery(account.slug), enabled: limited && has('profile') });
  const open = useQuery(openOperationsOptions(account.slug, MONEY_OUT_KINDS));
  const uncertain = (open.data?.items ?? []).filter(
    ({ id, amount: cents }) => cents !== null && id !== except,
  );
  const held = uncertain.reduce((sum, one) => sum + (one.amount ?? 0), 0);
  // Another page may have read the profile.
  const room = !limited || profile.data === undefined ? null : withdrawRoom(profile.data);
  const limit = room?.state === 'limited' ? room : null;
  const available = balance.data?.available ?? null;
  return {
    balance: headroomOf(available, 0, amount, held) satisfies Headroom,
    limit: limit === null ? null : headroomOf(limit.limit, limit.used ?? 0, amount, held),
    /** The service told that there is none: withdrawals are refused then (PZS206). */
    noLimit: room?.state === 'absent',
    uncertain: uncertain.length,
    held,
    /** Transfers between accounts of the provider cost nothing. */
    charged: limited,
    /** The balance is still being read: nobody has refused to tell it. */
    reading: has('balance') && balance.isPending,
    most: headroomIn([available, limit?.left ?? null]),
    asOf: balance.data?.asOf ?? null,
  };
}
export type HeadroomFacts = ReturnType<typeof useHeadroom>;
