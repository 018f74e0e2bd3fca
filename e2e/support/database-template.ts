import { createHash, randomBytes } from 'node:crypto';
import { cpSync, existsSync, globSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { fromPglite, PgBoss } from 'pg-boss';

const ROOT = resolve(import.meta.dirname, '../..');
const MIGRATIONS = join(ROOT, 'lib/data/migrations');

/**
 * Copies a migrated embedded database, with the queue's tables and no rows, into a new data folder. A first
 * start creates the same in five seconds of CPU. A test of the first start names its own folder instead.
 */
export async function copyDatabase(dataDir: string): Promise<void> {
  cpSync(await template(), join(dataDir, 'database'), { recursive: true });
}

/** Cached between runs while the migrations and the engine stay the same. */
async function template(): Promise<string> {
  const folder = join(ROOT, '.cache', `database-${fingerprint()}`);
  if (existsSync(folder)) return folder;
  const made = `${folder}.${randomBytes(6).toString('hex')}`;
  await mkdir(made, { recursive: true, mode: 0o700 });
  const client = await PGlite.create(made);
  await migrate(drizzle(client), { migrationsFolder: MIGRATIONS });
  const queue = new PgBoss({ db: fromPglite(client), backend: 'pglite', supervise: false, schedule: false });
  await queue.start();
  await queue.stop();
  await client.close();
  try {
    renameSync(made, folder);
  } catch (cause) {
    // Another worker created it first.
    if (!existsSync(folder)) throw cause;
    rmSync(made, { recursive: true, force: true });
  }
  return folder;
}

function fingerprint(): string {
  const files = globSync('**/*', { cwd: MIGRATIONS }).filter((name) => /\.(sql|json)$/.test(name));
  const engines = ['@electric-sql/pglite', 'pg-boss'].map((name) =>
    join(ROOT, `node_modules/${name}/package.json`),
  );
  const hash = createHash('sha256');
  for (const path of [
    import.meta.filename,
    ...engines,
    ...files.toSorted().map((name) => join(MIGRATIONS, name)),
  ])
    hash.update(path.slice(ROOT.length)).update(readFileSync(path));
  return hash.digest('hex').slice(0, 16);
}
