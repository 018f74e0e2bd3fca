import 'server-only';
import { createHmac, type Hmac } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { deriveKey, isSameHash, keyId, masterSecrets } from '#lib/core/env/secret.ts';
import type { Transaction } from '#lib/data/client.ts';
import { openEngine } from '#lib/data/embedded.ts';

/**
 * A backup is gzipped JSON lines: a header, then each table's name and its rows (values as PostgreSQL texts,
 * or null), and an end line. The end line has the row counts and a MAC of everything before it, which exposes
 * a truncated or changed file.
 */
export const Header = z.object({
  guiche: z.literal('backup'),
  form: z.literal(1),
  product: z.string(),
  madeAt: z.iso.datetime(),
  /** Id of the secret that sealed the values and keys the MAC; see `keyId`. */
  key: z.string(),
  /** The newest migration of the database. */
  schema: z.int(),
  tables: z.array(
    z.object({ name: z.string(), columns: z.array(z.object({ name: z.string(), type: z.string() })) }),
  ),
});
export type Header = z.infer<typeof Header>;
export type Table = Header['tables'][number];

const End = z.object({
  end: z.object({ rows: z.record(z.string(), z.int()), sequences: z.record(z.string(), z.string()) }),
  mac: z.string(),
});
export type End = z.infer<typeof End>['end'];
/** A parsed line: the name of the table whose rows follow, or one row. */
export type Part = { table: string } | { row: (string | null)[] };

const macOf = (master?: string): Hmac => createHmac('sha256', deriveKey('backup', master));

/** The lines of a backup file; the last one has the MAC. */
export async function* sealed(header: Header, parts: AsyncIterable<string>, end: () => End) {
  const mac = macOf();
  const line = (text: string) => {
    const whole = `${text}\n`;
    mac.update(whole);
    return whole;
  };
  yield line(JSON.stringify(header));
  for await (const part of parts) yield line(part);
  const last = end();
  mac.update(JSON.stringify(last));
  yield `${JSON.stringify({ end: last, mac: mac.digest('hex') })}\n`;
}

/** Keys of `admin.notDone`: why a backup, restore or move was refused or failed. */
export type Reason =
  | 'address'
  | 'already'
  | 'busy'
  | 'damaged'
  | 'exists'
  | 'file'
  | 'newer'
  | 'notBackup'
  | 'notEmpty'
  | 'running'
  | 'secret'
  | 'unreachable'
  | 'write';

/** Thrown when nothing was written. The terminal translates the reason. */
export class Refused extends Error {
  readonly reason: Reason;
  constructor(reason: Reason) {
    super(reason);
    this.name = 'Refused';
    this.reason = reason;
  }
}

/** Reads a file to its end; `take` gets each part. Throws Refused unless it is a whole backup from here. */
export async function readBackup(
  file: string,
  begin: (header: Header) => void | Promise<void>,
  take: (part: Part) => void | Promise<void>,
): Promise<End> {
  const state: { header?: Header; mac?: Hmac; end?: End; rows: Record<string, number>; table: string } = {
    rows: {},
    table: '',
  };
  for await (const line of linesOf(file)) {
    if (state.end !== undefined) throw new Refused('damaged');
    const json = parsed(line);
    if (state.header === undefined) {
      state.header = headerIn(json);
      state.mac = macOf(masterSecrets().find((master) => keyId(master) === state.header?.key));
      await begin(state.header);
    } else if (Array.isArray(json)) {
      state.rows[state.table] = (state.rows[state.table] ?? 0) + 1;
      await take({ row: json });
    } else if (typeof (json as { table?: unknown }).table === 'string') {
      state.table = (json as { table: string }).table;
      state.rows[state.table] = 0;
      await take({ table: state.table });
    } else {
      state.end = endIn(json, state.mac as Hmac, state.rows);
      continue;
    }
    state.mac?.update(line).update('\n');
  }
  if (state.end === undefined) throw new Refused('damaged');
  return state.end;
}

function headerIn(json: unknown): Header {
  const header = Header.safeParse(json);
  if (!header.success) throw new Refused('notBackup');
  if (!masterSecrets().some((master) => keyId(master) === header.data.key)) throw new Refused('secret');
  return header.data;
}

function endIn(json: unknown, mac: Hmac, counted: Record<string, number>): End {
  const read = End.safeParse(json);
  if (!read.success) throw new Refused('damaged');
  const { end, mac: storedMac } = read.data;
  const same = isSameHash(mac.update(JSON.stringify(end)).digest('hex'), storedMac);
  const names = Object.keys(end.rows);
  const whole =
    names.length === Object.keys(counted).length && names.every((name) => end.rows[name] === counted[name]);
  if (!same || !whole) throw new Refused('damaged');
  return end;
}

function parsed(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString('utf8'));
  } catch {
    throw new Refused('damaged');
  }
}

async function* linesOf(file: string): AsyncGenerator<Buffer> {
  const source = createReadStream(file);
  const plain = source.pipe(createGunzip());
  source.once('error', (cause) => plain.destroy(cause));
  let rest: Buffer[] = [];
  try {
    for await (const chunk of plain as AsyncIterable<Buffer>) {
      let from = 0;
      for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
        yield Buffer.concat([...rest, chunk.subarray(from, at)]);
        rest = [];
        from = at + 1;
      }
      if (from < chunk.length) rest.push(chunk.subarray(from));
    }
  } catch (cause) {
    const { code = '' } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR') throw new Refused('file');
    if (code === 'Z_DATA_ERROR' || code === 'Z_BUF_ERROR') throw new Refused('damaged');
    throw cause;
  } finally {
    source.destroy();
  }
  if (rest.length > 0) throw new Refused('damaged');
}

export type Row = Record<string, unknown>;

/** A separate single connection to a database of either kind, so that a transaction stays on it. */
export type Engine = {
  query: <R extends Row = Row>(text: string, values?: unknown[]) => Promise<R[]>;
  /** The same connection, for functions that take a transaction. */
  tx: Transaction;
  end: () => Promise<void>;
};

export async function connectPostgres(url: string): Promise<Engine> {
  const [{ Client }, { drizzle }] = await Promise.all([import('pg'), import('drizzle-orm/node-postgres')]);
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000, keepAlive: true });
  // A lost connection fails the next query; without this handler it would end the process.
  client.on('error', () => undefined);
  await client.connect();
  return {
    query: async (text, values) => (await client.query(text, values)).rows,
    tx: drizzle(client) as unknown as Transaction,
    end: () => client.end(),
  };
}

/** Opens the folder of an embedded database that no other process has open. */
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

/** Fixes the text form of values, independent of the database's settings and without losing digits. */
export async function plainValues(engine: Engine): Promise<void> {
  for (const setting of ["datestyle = 'ISO, YMD'", "timezone = 'UTC'", 'extra_float_digits = 3'])
    await engine.query(`set local ${setting}`);
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
