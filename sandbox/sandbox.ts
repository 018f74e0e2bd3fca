import type { AddressInfo, Server } from 'node:net';
import { type Certificates, openCertificates } from './card/certificates.ts';
import { createCardHttps } from './card/listen.ts';
import type { Secrets } from './card/token.ts';
import { createHttpServer } from './http.ts';
import { hubCredential } from './hub/hub.ts';
import type { SandboxOptions } from './options.ts';
import { HUB, type Running, runWorld, tokenOf } from './running.ts';

export type Sandbox = {
  ready: {
    pix: { baseUrl: string; accessToken: string };
    hub: { baseUrl: string; clientId: string; clientSecret: string };
    card: {
      baseUrl: string;
      clientId: string;
      clientSecret: string;
      /** Certificates are paths of PEM files. */
      clientCert: string;
      clientKey: string;
      ca: string;
      webhookSecret: string;
    };
    sandboxPix: { url: string; token: string };
    controlUrl: string;
  };
  /** Notes for the user, such as a data folder that contains another seed's world. */
  notes: string[];
  close(): Promise<void>;
};

const HEARTBEAT = 10_000;

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}

/** The card port is derived from the main port, so a saved address stays valid. */
async function listenCard(server: Server, { port, cardPort, host }: SandboxOptions): Promise<number> {
  const usual = port === 0 || port === 65_535 ? 0 : port + 1;
  return listen(server, cardPort ?? usual, host).catch((error: NodeJS.ErrnoException) => {
    if (cardPort !== null || error.code !== 'EADDRINUSE') throw error;
    return listen(server, 0, host);
  });
}

function cardSecrets(seed: number): Secrets {
  return {
    clientId: `cartao-${tokenOf(seed, 'card client').slice(0, 12)}`,
    clientSecret: tokenOf(seed, 'card secret'),
    webhookSecret: tokenOf(seed, 'card webhook'),
    tokenKey: tokenOf(seed, 'card token key'),
  };
}

function cardReady(
  baseUrl: string,
  secrets: Secrets,
  { client, ca }: Certificates,
): Sandbox['ready']['card'] {
  const { clientId, clientSecret, webhookSecret } = secrets;
  return {
    baseUrl,
    clientId,
    clientSecret,
    clientCert: client.certificate,
    clientKey: client.key,
    ca,
    webhookSecret,
  };
}

/** Starts one simulator; throws when the port or the data folder is not available. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const place = { baseUrl: '' };
  // Tokens survive a reset, so connected clients stay connected.
  const certificates = openCertificates(options.data);
  const secrets = { clientId: '', clientSecret: '', webhookSecret: '', tokenKey: '' };
  const hub = { clientId: '', clientSecret: '' };
  const tokens = { pix: options.token ?? '', sandbox: '', hub, card: { secrets, certificates } };
  const restart = (changed: Partial<SandboxOptions>) => {
    running.stop();
    running.forget();
    running = runWorld({ ...options, ...changed }, place, tokens, restart);
    running.start();
  };
  let running: Running = runWorld(options, place, tokens, restart);
  tokens.pix ||= tokenOf(running.seed, 'pix');
  tokens.sandbox = `sbx_${tokenOf(running.seed, 'sandbox')}`;
  Object.assign(secrets, cardSecrets(running.seed));
  Object.assign(hub, hubCredential(running.seed));
  const { notes } = running;
  const server = createHttpServer((incoming) => running.handle(incoming));
  const cardServer = createCardHttps(certificates, (incoming) => running.handleCard(incoming));
  const [port, cardPort] = await Promise.all([
    listen(server, options.port, options.host),
    listenCard(cardServer, options),
  ]).catch((error: unknown) => {
    server.close();
    cardServer.close();
    running.stop();
    certificates.discard();
    throw error;
  });
  const host = options.host.includes(':') ? `[${options.host}]` : options.host;
  const root = `http://${host}:${port}`;
  place.baseUrl = `${root}/v1`;
  running.start();
  const heartbeat = setInterval(() => running.saveClock(), HEARTBEAT);
  return {
    notes,
    ready: {
      pix: { baseUrl: place.baseUrl, accessToken: tokens.pix },
      hub: { baseUrl: `${root}${HUB}`, ...hub },
      card: cardReady(`https://${host}:${cardPort}/v1`, secrets, certificates),
      sandboxPix: { url: `${root}/sandbox-pix`, token: tokens.sandbox },
      controlUrl: `${root}/control`,
    },
    async close() {
      clearInterval(heartbeat);
      const closed = [server, cardServer].map((one) => new Promise((resolve) => one.close(resolve)));
      for (const one of [server, cardServer]) one.closeAllConnections();
      await Promise.all(closed);
      running.stop();
      certificates.discard();
    },
  };
}
