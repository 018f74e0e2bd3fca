import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import type { OperatorCtx } from '#lib/api/context.ts';
import { db } from '#lib/data/client.ts';
import { type Notice, raiseNotice } from '#lib/data/notifications/raise.ts';
import { accounts } from '#lib/data/schema/accounts.ts';
import {
  noticeChannels,
  noticeMessages,
  noticeSettings,
  noticeSteps,
  notices,
} from '#lib/data/schema/notifications.ts';
import { grants, operators } from '#lib/data/schema/operators.ts';
import { drain } from '#lib/notifications/server/deliver.ts';
import { listNotifications } from '#lib/notifications/server/list-notifications.ts';
import { startMail, startReceiver } from '#lib/notifications/server/testing/post.ts';
import { withDatabase } from '../../../../e2e/support/test-database.ts';

export const SECRET = 'a secret of the webhook';
export const ANA = 'op_ana';
export const BIA = 'op_bia';
type Post = { mail: Awaited<ReturnType<typeof startMail>>; hook: Awaited<ReturnType<typeof startReceiver>> };

/** A database with two people and an account, a mail server and a receiver; no notices before each test. */
export function withPost(): Post {
  process.env.LOG_LEVEL = 'silent';
  const post = {} as Post;
  beforeAll(async () => {
    [post.mail, post.hook] = await Promise.all([startMail(), startReceiver()]);
    Object.assign(process.env, {
      SMTP_URL: post.mail.url,
      SMTP_FROM: 'Guichê <guiche@example.com>',
      NOTIFY_WEBHOOK_URL: post.hook.url,
      NOTIFY_WEBHOOK_SECRET: SECRET,
      GUICHE_ALLOW_PRIVATE_ADDRESSES: '1',
      GUICHE_NOTIFY_PAUSE_MS: '100',
    });
    Reflect.deleteProperty(globalThis, 'guicheSettings');
  });
  withDatabase();
  afterAll(async () => {
    await Promise.all([post.mail.stop(), post.hook.stop()]);
    Reflect.deleteProperty(globalThis, 'guicheSettings');
  });
  beforeAll(enterPeople);
  beforeEach(async () => {
    for (const table of [noticeMessages, notices, noticeSteps, noticeChannels, noticeSettings])
      await db().delete(table);
    post.mail.taken.length = 0;
    post.hook.posted.length = 0;
    post.hook.state.status = 200;
    Object.assign(post.mail.state, { refuse: new Set(), down: false });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  return post;
}

async function enterPeople(): Promise<void> {
  await db().insert(accounts).values({
    id: 'acc_1',
    slug: 'pix',
    kind: 'pix',
    name: 'Aroeira',
    environment: 'sandbox',
    origin: 'environment',
    baseUrl: 'http://localhost',
    credentials: '',
  });
  await db()
    .insert(operators)
    .values([
      { id: ANA, email: 'ana@example.com', name: 'Ana Souza', preferences: { language: 'pt-BR' } },
      { id: BIA, email: 'bia@example.com', name: 'Bia Reis', preferences: { language: 'en' } },
    ]);
  await db()
    .insert(grants)
    .values([
      { operatorId: ANA, account: '*', role: 'admin' },
      { operatorId: BIA, account: 'acc_1', role: 'viewer' },
    ]);
}

export const raise = (over: Partial<Notice>) =>
  db().transaction((tx) =>
    raiseNotice(tx, {
      event: 'operation_unknown',
      cause: `operation:${randomUUID()}`,
      step: 'unknown',
      accountId: 'acc_1',
      facts: { id: 'op_1', kind: 'withdrawal.key', amount: 348_000 },
      to: [ANA],
      ...over,
    }),
  );

export const drainAll = () => Promise.all([drain('email'), drain('environment')]);

/** Ana manages all accounts, Bia reads one. */
export const as = (id: string, over: Partial<OperatorCtx> = {}): OperatorCtx =>
  ({
    operator: { id, name: id, email: id === ANA ? 'ana@example.com' : 'bia@example.com', preferences: {} },
    grants: id === ANA ? [{ account: '*', role: 'admin' }] : [{ account: 'acc_1', role: 'viewer' }],
    permissions: new Set(id === ANA ? ['manage', 'read'] : []),
    locale: 'pt-BR',
    sessionId: `s_${id}`,
    audit: async () => undefined,
    auditEntry: (note: object) => ({ operatorId: id, accountId: null, result: 'ok', ...note }),
    ...over,
  }) as unknown as OperatorCtx;

export const linesOf = async (id: string) =>
  (await listNotifications({ ctx: as(id), query: { limit: 50 } })).items;
