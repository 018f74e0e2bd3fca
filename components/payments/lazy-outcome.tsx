'use client';

import { dynamic } from '#components/ui/dynamic.tsx';
import { fetchNear } from '#components/ui/fetch-near.ts';

/** Outcome of an operation just asked. A page that begins with it is rendered with it. */
export const Outcome = dynamic(async () => (await import('./outcome.tsx')).Outcome, { loading: () => null });

/** Why it was not accepted: of no use before it was asked. */
export const Refused = dynamic(async () => (await import('./refused.tsx')).Refused, { loading: () => null });

/** Called before it is asked: by then it must be there, for it takes the focus of the button that goes. */
export const nearOutcome = fetchNear(Outcome, Refused);
/** The same of a form whose outcome is drawn by its page. */
export const nearRefused = fetchNear(Refused);
