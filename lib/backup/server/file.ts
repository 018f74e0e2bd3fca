import 'server-only';
import { createHmac, type Hmac, timingSafeEqual } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { deriveKey, keyId, masterSecrets } from '#lib/core/env/secret.ts';
import type { Transaction } from '#lib/data/client.ts';
import { openEngine } from '#lib/data/embedded.ts';

/**
 * A backup is gzipped lines of JSON: a header, for each table a line with its name and then its rows (texts as
 * PostgreSQL writes its values, null where there is none), and an end. The end counts the rows and carries a MAC of
 * everything before it, so that neither a cut file nor a changed one is taken for a backup.
 */
export const Header = z.object({
  guiche: z.literal('backup'),
  form: z.literal(1),
  product: z.string(),
  madeAt: z.iso.datetime(),
  /** The secret that the sealed values and the MAC need; see `keyId`. */
  key: z.string(),
  /** The newest migration that the database held. */
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
/** A line of the file, read: the name of the table whose rows follow, or one of its rows. */
export type Part = { table: string } | { row: (string | null)[] };

const macOf = (master?: string): Hmac => createHmac('sha256', deriveKey('backup', master));

/** The lines of a file, with the MAC as the last of them. */
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

/** Words of `admin.notDone`: why a backup, a restore or a move was not begun or not finished. */
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

/** Nothing was written: a reason that the terminal says in its own words. */
export class Refused extends Error {
  readonly reason: Reason;
  constructor(reason: Reason) {
    super(reason);
    this.name = 'Refused';
    this.reason = reason;
  }
}

/** Reads a file to its end, each part given to `take`; Refused where it is no whole backup of this installation. */
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
  const { end, mac: given } = read.data;
  const [expected, told] = [mac.update(JSON.stringify(end)).digest(), Buffer.from(given, 'hex')];
  const same = expected.length === told.length && timingSafeEqual(expected, told);
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
