import { call } from '#lib/api/client.ts';

/** Requests a signature; loads the library on first use. Throws PasskeyClosed, CallError. */
export async function requestPasskey(purpose: 'sign-in' | 'step-up') {
  const [{ startAuthentication }, optionsJSON] = await Promise.all([
    import('@simplewebauthn/browser'),
    call('POST /api/passkeys/options', { body: { purpose } }),
  ]);
  const signed = await closable(() => startAuthentication({ optionsJSON: optionsJSON as never }));
  return signed as typeof signed & Record<string, unknown>;
}

/** Requests a new passkey from the device, with the server's options. Throws PasskeyClosed. */
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

/** The prompt was closed, or the device has no screen lock or no passkey for this site: nothing was sent. */
export class PasskeyClosed extends Error {
  constructor(cause: unknown) {
    super('The device gave no passkey.', { cause });
    this.name = 'PasskeyClosed';
  }
}
