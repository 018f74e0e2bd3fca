import { call } from '#lib/api/client.ts';
import { StepUpCancelled } from './step-up-context.ts';

const LOOK_MS = 1_000;
const LONGEST_MS = 3 * 60_000;

/**
 * Waits for a proof that is given in the issuer's window. Another origin stood in it: nobody here sees it any more, or
 * closes it, and only the server says when it was proved. It is asked each second, and at once when this page has the
 * focus again: who comes back without a proof closed that window, or left it. Throws StepUpCancelled after three minutes.
 */
export async function provedElsewhere(tellBack: () => void): Promise<void> {
  const until = performance.now() + LONGEST_MS;
  while (performance.now() < until) {
    const back = await nextLook();
    if ((await call('GET /api/session', {})).stepUpUntil !== null) return;
    if (back) tellBack();
  }
  throw new StepUpCancelled();
}

/** After a second, or with the focus; whether it was that. */
function nextLook(): Promise<boolean> {
  return new Promise((resolve) => {
    const look = (back: boolean) => {
      clearTimeout(later);
      window.removeEventListener('focus', focused);
      resolve(back);
    };
    const focused = () => look(true);
    const later = setTimeout(look, LOOK_MS, false);
    window.addEventListener('focus', focused);
  });
}
