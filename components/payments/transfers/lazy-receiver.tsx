'use client';

import { dynamic } from '#components/ui/dynamic.tsx';
import { fetchNear } from '#components/ui/fetch-near.ts';
import { HolderCard, LastLook, LookFoot, ReceiverFacts } from '../lazy-form.tsx';

/** Only a transfer by a code has one. */
export const FoundReceiver = dynamic(
  async () => (await import('../withdrawals/found-receiver.tsx')).FoundReceiver,
  { loading: () => null },
);

/** Called when the form is being written: by its end they must be there. */
export const nearLook = fetchNear(LastLook, LookFoot, ReceiverFacts, HolderCard, FoundReceiver);
