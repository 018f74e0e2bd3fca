import { call } from '#lib/api/client.ts';

/** Has the device sign for a sign-in or a step-up; its library comes with the first press. Throws PasskeyClosed, CallError. */
export async function askPasskey(purpose: 'sign-in' | 'step-up') {
  const [{ startAuthentication }, optionsJSON] = await Promise.all([
    import('@simplewebauthn/browser'),
    call('POST /api/passkeys/options', { body: { purpose } }),
  ]);
  const signed = await closable(() => startAuthentication({ optionsJSON: optionsJSON as never }));
  return signed as typeof signed & Record<string, unknown>;
}

/** Has the device make a key, by what the server asked for. */
export async function makePasskey(options: unknown) {
  const { startRegistration } = await import('@simplewebauthn/browser');
  return closable(() => startRegistration({ optionsJSON: options as never }));
}

async function closable<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (cause) {
    throw new PasskeyClosed(cause);
  }
}

/** The window was closed, the device has no lock, or no key of this place: nothing was sent. */
export class PasskeyClosed extends Error {
  constructor(cause: unknown) {
    super('The device gave no passkey.', { cause });
    this.name = 'PasskeyClosed';
  }
}
