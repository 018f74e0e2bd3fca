import { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire } from 'node:module';
import type { NextRequest } from 'next/server';
import { Client } from 'pg';
import { test as base } from 'vitest';
import { createApiRouter } from '#lib/api/router.ts';
import { boot } from '#lib/boot.ts';
import { settings } from '#lib/core/env/settings.ts';
import { endpoints } from '#lib/endpoints.ts';
import { handlers } from '#lib/handlers.ts';
import { startTestSimulator } from '#lib/providers/pix/testing/test-simulator.ts';
import { authCall } from '#lib/session/server/auth-call.ts';
import nextConfig from '../../next.config.mjs';
import { ApiCaller } from './api-client.ts';
import type { Control, ProductOptions, Ready, Role, Sql } from './product.ts';
import { signIn } from './sign-in.ts';
import { endOpen, testDatabase } from './test-database.ts';

type InProcess = Ready & {
  /** A client without a session; its calls carry the page's own Origin unless `headers` replace it. */
  client: (headers?: Record<string, string>) => ApiCaller;
  control: Control;
  stop: () => Promise<void>;
};

// next-auth reads the request through `next/headers`, which answers only inside Next.
const current = new AsyncLocalStorage<NextRequest>();
Object.assign(createRequire(import.meta.url)('next/headers'), {
  cookies: async () => current.getStore()?.cookies,
  headers: async () => current.getStore()?.headers,
});

const router = createApiRouter(endpoints, handlers);
const AUTH = '/api/auth/';
/** Headers that Next adds to every answer, and to those of the API. */
const ADDED = ((await nextConfig.headers?.()) ?? [])
  .filter(({ source }) => source === '/:path*' || source.includes('api'))
  .flatMap(({ headers }) => headers);

/** The two route files of `app/api`, as one function. */
function route(request: NextRequest): Promise<Response> {
  const { pathname } = request.nextUrl;
  if (!pathname.startsWith(AUTH)) return router(request);
  const nextauth = pathname.slice(AUTH.length).split('/');
  return authCall(request, { params: Promise.resolve({ nextauth }) });
}

async function serve(request: NextRequest): Promise<Response> {
  const response = await current.run(request, () => route(request));
  for (const { key, value } of ADDED) response.headers.set(key, value);
  return response;
}

/**
 * Boots the product in this process on a database of its own, with a simulator in a process of its own. One at a time:
 * its state is the process's.
 */
async function startInProcess({ env, simulator: options }: ProductOptions): Promise<InProcess> {
  const database = await testDatabase();
  const simulator = await startTestSimulator({ transactions: 2_000, seed: 7, speed: 1, ...options });
  Object.assign(process.env, {
    GUICHE_DATA_DIR: database.dataDir,
    DATABASE_URL: database.databaseUrl,
    GUICHE_SECRET: 'for tests only, thirty-two bytes or more',
    GUICHE_SIMULATOR: simulator.line,
    ...env,
  });
  await boot();
  const { url } = settings();
  const ready = globalThis as { __guicheReadySignIns?: Ready['signIns'] };
  return {
    url,
    signIns: ready.__guicheReadySignIns ?? [],
    simulator: { pix: simulator.pix, sandboxPix: simulator.sandboxPix, controlUrl: simulator.controlUrl },
    client: (headers) => new ApiCaller(serve, url, headers),
    control: (path, body) => simulator.control(path.slice(1), body),
    stop: async () => {
      await endOpen();
      await Promise.all([simulator.stop(), database.drop()]);
    },
  };
}

/**
 * Tests of the HTTP API without HTTP: one product a file, in this process. A file sets its environment and its
 * simulator by `test.override({ options: … })`.
 */
export const test = base
  .extend('options', { scope: 'file' }, {} as ProductOptions)
  .extend('product', { scope: 'file' }, async ({ options }, { onCleanup }) => {
    const product = await startInProcess(options);
    onCleanup(product.stop);
    return product;
  })
  .extend('sql', { scope: 'file' }, async ({ product: _ }, { onCleanup }): Promise<Sql> => {
    const client = new Client({ connectionString: process.env.DATABASE_URL });
    await client.connect();
    onCleanup(() => client.end());
    return async (statement, values) => (await client.query(statement, values)).rows;
  })
  .extend('control', { scope: 'file' }, async ({ product }) => product.control)
  /** Calls signed in with a role (null: not signed in). A role signs in once a file. */
  .extend('api', { scope: 'file' }, async ({ product }) => {
    const sessions = new Map<Role, Promise<ApiCaller>>();
    const open = async (role: Role) => {
      const client = product.client();
      await signIn(client, product, role);
      return client;
    };
    return async (role: Role | null): Promise<ApiCaller> => {
      if (role === null) return product.client();
      const session = sessions.get(role) ?? open(role);
      sessions.set(role, session);
      const client = product.client();
      for (const [name, value] of (await session).cookies) client.cookies.set(name, value);
      return client;
    };
  });
export { expect } from 'vitest';

/** Names the step in the error of an assertion that fails inside it. */
export async function step<T>(title: string, body: () => T | Promise<T>): Promise<T> {
  try {
    return await body();
  } catch (cause) {
    if (cause instanceof Error) cause.message = `${title}: ${cause.message}`;
    throw cause;
  }
}
