import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

type Line = {
  pix: { baseUrl: string; accessToken: string };
  sandboxPix: { url: string; token: string };
  hub: { baseUrl: string; clientId: string; clientSecret: string };
  card: {
    baseUrl: string;
    clientId: string;
    clientSecret: string;
    clientCert: string;
    clientKey: string;
    ca: string;
    webhookSecret: string;
  };
  controlUrl: string;
};
export type TestSimulator = Line & {
  /** Its start line as it came, which the product reads as GUICHE_SIMULATOR. */
  line: string;
  /** Without a body it reads. */
  control: (action: string, input?: object) => Promise<Record<string, unknown>>;
  stop: () => Promise<void>;
};

/** The simulator in its own process, on its own port; its time stands still unless `options` set a speed. */
export async function startTestSimulator(
  options: Readonly<Record<string, string | number>> = {},
): Promise<TestSimulator> {
  const settings = { port: 0, speed: 0, transactions: 600, ...options };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const child = spawn(process.execPath, ['sandbox/main.ts', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const text = await firstLine(child);
  const line = JSON.parse(text) as Line;
  return {
    ...line,
    line: text,
    control: (action, input) => act(`${line.controlUrl}/${action}`, input),
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGTERM');
      }),
  };
}

async function firstLine(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('The simulator has no output.');
  for await (const text of createInterface({ input: child.stdout })) if (text.startsWith('{')) return text;
  throw new Error('The simulator ended before it was ready.');
}

async function act(url: string, input?: object): Promise<Record<string, unknown>> {
  const headers = { 'x-sandbox-control': '1', 'content-type': 'application/json' };
  const answer = await fetch(
    url,
    input === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(input) },
  );
  const body = (await answer.json()) as Record<string, unknown>;
  if (!answer.ok) throw new Error(`${url}: ${JSON.stringify(body)}`);
  return body;
}
