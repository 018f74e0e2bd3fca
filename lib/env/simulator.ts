import { readFileSync } from 'node:fs';
import { type AccountSettings, type Env, present } from '#lib/env/read.ts';

/** The simulator's start line; parts appear as they exist, certificates are paths. */
type SimulatorLine = {
  pix?: { baseUrl: string; accessToken: string };
  hub?: { baseUrl: string; clientId: string; clientSecret: string };
  card?: {
    baseUrl: string;
    clientId: string;
    clientSecret: string;
    clientCert: string;
    clientKey: string;
    ca: string;
    webhookSecret?: string;
  };
  sandboxPix?: { url: string; token: string };
  controlUrl?: string;
};

/** The accounts of a simulator, by GUICHE_SIMULATOR (its start line, set by the start script). */
export function readSimulator(env: Env, faults: string[]): AccountSettings[] {
  if (env.GUICHE_SIMULATOR === undefined) return [];
  try {
    const line = JSON.parse(env.GUICHE_SIMULATOR) as SimulatorLine;
    return [pixOf(line), hubOf(line), cardOf(line)].filter((account) => account !== null);
  } catch {
    faults.push('GUICHE_SIMULATOR: not the start line of the simulator, or its certificate files are gone.');
    return [];
  }
}

type Given = { baseUrl: string; credentials: Env; settings?: Env };

function account(
  kind: AccountSettings['kind'],
  { controlUrl }: SimulatorLine,
  given: Given,
): AccountSettings {
  return {
    slug: kind,
    kind,
    environment: 'sandbox',
    simulator: true,
    baseUrl: given.baseUrl,
    credentials: present(given.credentials),
    settings: present({ ...given.settings, controlUrl }),
  };
}

function pixOf(line: SimulatorLine): AccountSettings | null {
  if (line.pix === undefined) return null;
  const { baseUrl, accessToken } = line.pix;
  const credentials = { accessToken, sandboxToken: line.sandboxPix?.token };
  return account('pix', line, { baseUrl, credentials, settings: { sandboxUrl: line.sandboxPix?.url } });
}

function hubOf(line: SimulatorLine): AccountSettings | null {
  if (line.hub === undefined) return null;
  const { baseUrl, clientId, clientSecret } = line.hub;
  return account('hub', line, { baseUrl, credentials: { clientId, clientSecret, auth: 'token' } });
}

function cardOf(line: SimulatorLine): AccountSettings | null {
  if (line.card === undefined) return null;
  const { baseUrl, clientId, clientSecret, webhookSecret } = line.card;
  const [clientCert, clientKey, ca] = [line.card.clientCert, line.card.clientKey, line.card.ca].map((path) =>
    readFileSync(path, 'utf8'),
  );
  return account('card', line, {
    baseUrl,
    credentials: { clientId, clientSecret, clientCert, clientKey, ca, webhookSecret },
  });
}
