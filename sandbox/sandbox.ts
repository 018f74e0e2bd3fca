import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHttpServer } from './http.ts';
import type { SandboxOptions } from './options.ts';
import { type Running, runWorld, tokenOf } from './running.ts';

export type Sandbox = {
  ready: {
    pix: { baseUrl: string; accessToken: string };
    sandboxPix: { url: string; token: string };
    controlUrl: string;
  };
  /** What a person should know, such as a data folder that holds another seed's world. */
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

/** Starts one simulator; throws where the port or the data folder cannot be had. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const place = { baseUrl: '' };
  // Tokens outlive a reset: whoever is connected stays so.
  const tokens = { pix: options.token ?? '', sandbox: '' };
  const restart = (changed: Partial<SandboxOptions>) => {
    running.stop();
    running.forget();
    running = runWorld({ ...options, ...changed }, place, tokens, restart);
    running.start();
  };
  let running: Running = runWorld(options, place, tokens, restart);
  tokens.pix ||= tokenOf(running.seed, 'pix');
  tokens.sandbox = `sbx_${tokenOf(running.seed, 'sandbox')}`;
  const { notes } = running;
  const server = createHttpServer((incoming) => running.handle(incoming));
  const port = await listen(server, options.port, options.host).catch((error: unknown) => {
    running.stop();
    throw error;
  });
  const root = `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${port}`;
  place.baseUrl = `${root}/v1`;
  running.start();
  const heartbeat = setInterval(() => running.saveClock(), HEARTBEAT);
  return {
    notes,
    ready: {
      pix: { baseUrl: place.baseUrl, accessToken: tokens.pix },
      sandboxPix: { url: `${root}/sandbox-pix`, token: tokens.sandbox },
      controlUrl: `${root}/control`,
    },
    async close() {
      clearInterval(heartbeat);
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      running.stop();
    },
  };
}
