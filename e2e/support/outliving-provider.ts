import { type APIRequestContext, expect } from '@playwright/test';
import type { TestSimulator } from '#lib/providers/pix/testing/test-simulator.ts';
import { detailOf, TEXT } from './disputes.ts';

/** A provider that keeps running while products restart, and its records of a dispute. */
export type OutlivingProvider = {
  simulator: TestSimulator;
  /** Environment of a product that calls it. */
  env: Record<string, string>;
  dispute: () => Promise<string>;
  held: (id: string) => Promise<{ defense: string }[]>;
  posts: (id: string) => Promise<number>;
};

let made = 0;

export function outliving(simulator: TestSimulator): OutlivingProvider {
  const { pix, controlUrl } = simulator;
  const headers = { authorization: `Bearer ${pix.accessToken}`, 'content-type': 'application/json' };
  return {
    simulator,
    env: { GUICHE_SIMULATOR: JSON.stringify({ pix, controlUrl }), GUICHE_CHANGE_MS: '5000' },
    async dispute() {
      made += 1;
      const body = JSON.stringify({ amount: 250, clientReference: `kill-${Date.now()}-${made}` });
      const charge = await fetch(`${pix.baseUrl}/pix`, { method: 'POST', headers, body });
      const { id: transactionId } = (await charge.json()) as { id: string };
      await simulator.control('pay', { transactionId });
      const { dispute } = await simulator.control('dispute', { transactionId });
      return (dispute as { id: string }).id;
    },
    async held(id) {
      const answer = await fetch(`${pix.baseUrl}/user/infractions/${id}`, { headers });
      return ((await answer.json()) as { defenseHistory: { defense: string }[] }).defenseHistory;
    },
    async posts(id) {
      const { requests } = await simulator.control('requests');
      const seen = requests as { method: string; path: string }[];
      return seen.filter((one) => one.method === 'POST' && one.path.includes(id)).length;
    },
  };
}

/** Within 10 s the page's data are correct, and the provider has exactly one defense. */
export async function expectOne(
  { held }: Pick<OutlivingProvider, 'held'>,
  request: APIRequestContext,
  id: string,
  text = TEXT,
): Promise<void> {
  await expect(async () =>
    expect(await detailOf(request, id)).toMatchObject({ state: 'answered', sending: null }),
  ).toPass({ timeout: 10_000 });
  expect((await detailOf(request, id)).answeredBy?.name).toBe('Lívia Prates');
  expect(await held(id)).toMatchObject([{ defense: text }]);
}
