import type { Page } from '@playwright/test';

/** A device of this page: it makes and uses passkeys without asking a person. Gives them up with `remove`. */
export async function virtualDevice(page: Page) {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const keys = async () =>
    (await client.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length;
  const remove = () => client.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
  return { keys, remove };
}
