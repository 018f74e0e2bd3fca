import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { type Account, accountBySlug } from '#lib/accounts/server/account.ts';
import { syncAccounts } from '#lib/accounts/server/sync-accounts.ts';
import type { Ctx } from '#lib/api/context.ts';
import type { Permission } from '#lib/auth/permissions.ts';
import { portFor } from '#lib/providers/registry.ts';
import { type Asked, recorder } from '#lib/resends/server/testing/recorder.ts';

type Line = { pix: { baseUrl: string; accessToken: string }; controlUrl: string };
export type Simulated = Line & {
  account: Account;
  /** What the resend routes were asked for. */
  asked: Asked[];
  /** Without a body it reads. */
  control: (action: string, input?: object) => Promise<Record<string, unknown>>;
  stop: () => Promise<void>;
};

/** The real simulator in a process of its own, and the account that the product has with it. */
export async function simulated(
  options: Record<string, string | number> = {},
  settings: Record<string, string> = {},
): Promise<Simulated> {
  const given = { port: 0, speed: 1, transactions: 600, days: 40, ...options };
  const words = Object.entries(given).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const child = spawn(process.execPath, ['sandbox/main.ts', ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const line = await firstLine(child);
  const between = await recorder(line.pix.baseUrl);
  await syncAccounts([
    {
      slug: 'pix',
      kind: 'pix',
      environment: 'sandbox',
      simulator: true,
      baseUrl: between.baseUrl,
      credentials: { accessToken: line.pix.accessToken },
      settings: { controlUrl: line.controlUrl, ...settings },
    },
  ]);
  const account = await accountBySlug('pix');
  if (account === null) throw new Error('The account is not there.');
  return {
    ...line,
    account,
    asked: between.asked,
    control: (action, input) => act(`${line.controlUrl}/${action}`, input),
    stop: async () => {
      await between.stop();
      await new Promise<void>((resolve) => {
        child.once('exit', () => resolve());
        child.kill('SIGTERM');
      });
    },
  };
}

/** An operator's call on the account; what it audits is kept. */
export function contextOn(account: Account, permissions: readonly Permission[] = ['read', 'resend']) {
  const audited: Record<string, unknown>[] = [];
  const note = (entry: object) => ({
    operatorId: 'op_test',
    accountId: account.id,
    result: 'ok' as const,
    ...entry,
  });
  const ctx = {
    operator: { id: 'op_test', name: 'Lívia Prates', email: 'livia@example.com', preferences: {} },
    account,
    port: portFor(account),
    permissions: new Set(permissions),
    locale: 'pt-BR',
    request: { id: 'req_test', address: null, userAgent: null },
    audit: async (entry: object) => void audited.push({ ...entry }),
    auditEntry: note,
  } as unknown as Ctx;
  return { ctx, audited };
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
