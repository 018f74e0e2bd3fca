import type { Page } from '@playwright/test';

/** A virtual device of this page: it creates and uses passkeys without a prompt. `remove` deletes it. */
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
