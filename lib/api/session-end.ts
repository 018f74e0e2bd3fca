/** Whoever can ask for a new sign-in on screen: resolves with true once the same operator is signed in again. */
type Ask = () => Promise<boolean>;

let ask: Ask | null = null;
let asking: Promise<boolean> | null = null;
let refused = false;

/** The shell offers its dialog while it is on screen; the answer takes the offer back. */
export function offerSignIn(offer: Ask): () => void {
  ask = offer;
  refused = false;
  return () => {
    if (ask === offer) ask = null;
  };
}

/**
 * A call met an ended session. All calls wait for one sign-in; false where nobody can be asked or the operator went
 * back. After that only what an operator does asks again, not what the page reads by itself.
 */
export async function signedInAgain({ byHand }: { byHand: boolean }): Promise<boolean> {
  if (ask === null || (refused && !byHand)) return false;
  asking ??= ask().finally(() => {
    asking = null;
  });
  const signedIn = await asking;
  refused = !signedIn;
  return signedIn;
}
