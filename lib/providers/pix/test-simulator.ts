import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

type Line = {
  pix: { baseUrl: string; accessToken: string };
  sandboxPix: { url: string; token: string };
  controlUrl: string;
};
export type TestSimulator = Line & {
  control: (action: string, input?: object) => Promise<Record<string, unknown>>;
  stop: () => Promise<void>;
};

/** The simulator in a process of its own, on a port of its own, its time standing still. */
export async function startTestSimulator(transactions = 600): Promise<TestSimulator> {
  const args = ['sandbox/main.ts', '--port', '0', '--speed', '0', '--transactions', String(transactions)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const line = await firstLine(child);
  return {
    ...line,
    control: (action, input) => act(`${line.controlUrl}/${action}`, input),
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGTERM');
      }),
  };
}

async function firstLine(child: ChildProcess): Promise<Line> {
  if (child.stdout === null) throw new Error('The simulator has no output.');
  for await (const text of createInterface({ input: child.stdout }))
    if (text.startsWith('{')) return JSON.parse(text) as Line;
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
