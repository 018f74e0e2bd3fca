import type { PixRoute } from '../types.ts';
import { isoOf } from '../world/rows.ts';
import { midnightOf } from '../world/timeline.ts';
import { reais } from '../world/wire.ts';
import type { PixParts } from './parts.ts';

export const LIMITS = { depositMin: 100, depositMax: 5_000_000, withdrawMin: 100, withdrawMax: 10_000_000 };

export function accountRoutes(parts: PixParts): PixRoute[] {
  const { world, ledger, account } = parts;

  function profile() {
    const now = world.now();
    const { available, blocked } = ledger.balance();
    const { dailyLimit, disabled, scopes } = account.state;
    const midnight = midnightOf(now);
    return {
      id: world.profile.id,
      accountNumber: world.profile.accountNumber,
      branch: world.profile.branch,
      name: world.profile.name,
      role: 'USER',
      status: account.state.contract === 'pending' ? 'WAITING_SIGNATURE' : 'ACTIVE',
      balanceAvailable: reais(available),
      balanceBlocked: reais(blocked),
      allowWithdraw: scopes.includes('WITHDRAW') && !disabled.includes('withdraw'),
      allowDeposit: !disabled.includes('deposit'),
      allowInfraction: true,
      cashInTicketMin: reais(LIMITS.depositMin),
      cashInTicketMax: reais(LIMITS.depositMax),
      cashOutTicketMin: reais(LIMITS.withdrawMin),
      cashOutTicketMax: reais(LIMITS.withdrawMax),
      AutoWithdraw: { enabled: false, everyHours: 24 },
      ServiceFee: {
        cashInMinimum: 0,
        cashInFixed: 0.15,
        cashInPercent: 0.89,
        cashOutMinimum: 0,
        cashOutFixed: 0.5,
        cashOutPercent: 0,
      },
      DailyWithdrawLimit:
        dailyLimit === null
          ? null
          : {
              limit: reais(dailyLimit),
              used: reais(ledger.withdrawnSince(midnight)),
              updatedAt: isoOf(now),
              lastReset: isoOf(midnight),
            },
    };
  }

  return [
    { method: 'GET', path: '/user', handle: () => ({ status: 200, json: profile() }) },
    {
      method: 'GET',
      path: '/user/balance',
      handle() {
        const { available, blocked } = ledger.balance();
        return { status: 200, json: { balanceAvailable: reais(available), balanceBlocked: reais(blocked) } };
      },
    },
    {
      method: 'GET',
      path: '/status/',
      handle: () => ({
        status: 200,
        json: { status: 'OK', version: '1.8.0', timestamp: isoOf(world.now()) },
      }),
    },
  ];
}
