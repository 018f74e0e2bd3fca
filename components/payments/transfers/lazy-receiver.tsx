'use client';

import { dynamic } from '#components/ui/dynamic.tsx';
import { fetchNear } from '#components/ui/fetch-near.ts';
import { nearLook as nearEveryLook } from '../lazy-form.tsx';

/** Only a transfer by a code has one. */
export const FoundReceiver = dynamic(
  async () => (await import('../withdrawals/found-receiver.tsx')).FoundReceiver,
  { loading: () => null },
);

const nearFound = fetchNear(FoundReceiver);

/** Called when the form is being written: by its end they must be there. */
export const nearLook = () => {
  nearEveryLook();
  nearFound();
};
