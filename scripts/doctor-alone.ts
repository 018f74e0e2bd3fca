import { acquireDataLock, DataFolderError } from '#lib/db/data-lock.ts';
import { settings } from '#lib/env.ts';
import { readEnvFile } from './env-file.ts';

/** The doctor where no server runs: holds the data folder meanwhile and writes what it found as JSON. */
async function main(slug: string | null): Promise<void> {
  readEnvFile();
  const { dataDir, databaseUrl, accounts } = settings();
  const lock = await acquireDataLock(dataDir);
  const { openDatabase } = await import('#lib/db/client.ts');
  const { accountsWithoutServer } = await import('#lib/doctor/server/accounts-without-server.ts');
  const { examineAll } = await import('#lib/doctor/server/examine-all.ts');
  await openDatabase({ databaseUrl, dataDir });
  const examination = await examineAll(await accountsWithoutServer(accounts), slug);
  const { __guicheShutdown: endings = [] } = globalThis as {
    __guicheShutdown?: { end: () => Promise<unknown> }[];
  };
  for (const { end } of endings.toReversed()) await end();
  lock.release();
  process.stdout.write(JSON.stringify(examination), () => process.exit(0));
}

main(process.argv[2] ?? null).catch((cause: unknown) => {
  const plain = cause instanceof DataFolderError;
  process.stderr.write(`${plain ? cause.message : ((cause as Error).stack ?? cause)}\n`);
  process.exit(1);
});
