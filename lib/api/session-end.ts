/** Shows a sign-in and resolves to true once the same operator has signed in again. */
type RequestSignIn = () => Promise<boolean>;

let ask: RequestSignIn | null = null;
let asking: Promise<boolean> | null = null;
let refused = false;

/** Registers the shell's sign-in dialog while it is on screen. Returns the function that removes it. */
export function offerSignIn(offer: RequestSignIn): () => void {
  ask = offer;
  refused = false;
  return () => {
    if (ask === offer) ask = null;
  };
}

/**
 * Asks for a new sign-in after a call met an ended session. All calls share one sign-in. False if no dialog
 * is registered or the operator declined; after that only an operator's action (`byHand`) asks again.
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
