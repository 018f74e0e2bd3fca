'use client';

import { dynamic } from '#components/ui/dynamic.tsx';
import { fetchNear } from '#components/ui/fetch-near.ts';

/** The end of a change asked on this page: nobody needs it before one was. */
export const OperationState = dynamic(async () => (await import('./operation-state.tsx')).OperationState, {
  loading: () => null,
});

/** Called when the dialog that asks is opened. */
export const nearOperationState = fetchNear(OperationState);
