import 'server-only';
import type { Transaction } from '#lib/db/client.ts';
import { openEngine } from '#lib/db/embedded.ts';

export type Row = Record<string, unknown>;

/** One connection to one database of either kind, apart from the product's own: what begins on it stays on it. */
export type Engine = {
  query: <R extends Row = Row>(text: string, values?: unknown[]) => Promise<R[]>;
  /** The same connection, for what works inside a transaction. */
  tx: Transaction;
  end: () => Promise<void>;
};

export async function connectPostgres(url: string): Promise<Engine> {
  const [{ Client }, { drizzle }] = await Promise.all([import('pg'), import('drizzle-orm/node-postgres')]);
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000, keepAlive: true });
  // One that dies fails the next question; by itself it must not end the process.
  client.on('error', () => undefined);
  await client.connect();
  return {
    query: async (text, values) => (await client.query(text, values)).rows,
    tx: drizzle(client) as unknown as Transaction,
    end: () => client.end(),
  };
}

/** An embedded database's folder that nobody else has open. */
export async function openFolder(folder: string): Promise<Engine> {
  const { drizzle } = await import('drizzle-orm/pglite');
  const client = await openEngine(folder);
  return {
    query: async <R extends Row>(text: string, values?: unknown[]) =>
      (await client.query<R>(text, values)).rows,
    tx: drizzle(client) as unknown as Transaction,
    end: () => client.close(),
  };
}
