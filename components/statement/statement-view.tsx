'use client';

import { useSession } from '#components/app-shell/session.tsx';
import { DepositsView } from './deposits/deposits-view.tsx';
import { LinesView } from './lines-view.tsx';
import { usePlace } from './use-statement.ts';

/** The account's statement and, where the account has them, the deposits that wait to be credited. */
export function StatementView() {
  const place = usePlace();
  const { account } = useSession();
  const pending = place.tab === 'pending' && account.capabilities.includes('pending-deposits');
  return pending ? <DepositsView place={place} /> : <LinesView place={place} />;
}
