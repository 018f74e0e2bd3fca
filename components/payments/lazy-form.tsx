'use client';

import { dynamic } from '#components/ui/dynamic.tsx';
import { fetchNear } from '#components/ui/fetch-near.ts';

/** Last look before money leaves, once everything is written: in one file, so that no button stands without it. */
export const LastLook = dynamic(async () => (await import('./check/last-look.tsx')).LastLook, {
  loading: () => null,
});
export const LookFoot = dynamic(async () => (await import('./check/last-look.tsx')).LookFoot, {
  loading: () => null,
});
export const ReceiverFacts = dynamic(async () => (await import('./check/last-look.tsx')).ReceiverFacts, {
  loading: () => null,
});

/** Fetched when the form is begun: it is there with the first digit of the amount. */
export const AfterPayment = dynamic(async () => (await import('./check/after-payment.tsx')).AfterPayment, {
  loading: () => null,
  stays: true,
});

/** The receiver of a key or a code; `useFound` has it fetched with the answer, so that nothing moves late. */
export const HolderCard = dynamic(async () => (await import('./withdrawals/holder-card.tsx')).HolderCard, {
  loading: () => null,
});

/** Called when the form is being written: by its end they must be there. */
export const nearLook = fetchNear(LastLook, LookFoot, ReceiverFacts, HolderCard, AfterPayment);
