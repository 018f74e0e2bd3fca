'use client';

import { useSession } from '#components/app-shell/session.tsx';
import { DepositsView } from './deposits/deposits-view.tsx';
import { LinesView } from './lines-view.tsx';
import { usePlace } from './use-statement.ts';

/** The account's statement, or its pending deposits if the account has them. */
export function StatementView() {
  const place = usePlace();
  const { account } = useSession();
  const pending = place.tab === 'pending' && account.capabilities.includes('pending-deposits');
  return pending ? <DepositsView place={place} /> : <LinesView place={place} />;
}
