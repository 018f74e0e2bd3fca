import { readFileSync } from 'node:fs';
import type { Command } from '#lib/admin-socket/server/listen.ts';
import { settings } from '#lib/core/env/settings.ts';
import { acquireDataLock, DataFolderError } from '#lib/data/data-lock.ts';
import { readEnvFile } from './env-file.ts';

/** Commands that run without a server, each loaded on demand. Loading server files opens nothing. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  doctor: async () => {
    const { doctorAlone } = await import('#lib/doctor/server/examine.ts');
    return doctorAlone;
  },
  'verify-audit': async () => {
    const { verifyAuditCommand } = await import('#lib/data/audit/verify.ts');
    return verifyAuditCommand;
  },
  create: async () => (await import('#lib/team/server/keeper.ts')).createCommand,
  reset: async () => (await import('#lib/team/server/keeper.ts')).resetCommand,
  disable: async () => (await import('#lib/team/server/keeper.ts')).disableCommand,
  'rotate-key': async () => (await import('#lib/auth/server/rotate-key.ts')).rotateKeyCommand,
  backup: async () => (await import('#lib/backup/server/backup-command.ts')).backupCommand,
  restore: async () => (await import('#lib/backup/server/backup-command.ts')).restoreCommand,
  move: async () => (await import('#lib/backup/server/backup-command.ts')).moveCommand,
  erase: async () => (await import('#lib/retention/server/erase-command.ts')).eraseCommand,
};

/** Commands that create the database they work on. */
const UNOPENED = new Set(['restore']);

/** Locks the data folder, runs one command on its database and writes the result as JSON. */
async function main(name: string, input: unknown): Promise<void> {
  readEnvFile();
  const { dataDir, databaseUrl } = settings();
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (load === undefined) throw new Error(`There is no command "${name}".`);
  const lock = await acquireDataLock(dataDir);
  const { openDatabase } = await import('#lib/data/client.ts');
  const run = await load();
  if (!UNOPENED.has(name)) await openDatabase({ databaseUrl, dataDir });
  const value = await run(input, new AbortController().signal);
  const { __guicheShutdown: endings = [] } = globalThis as {
    __guicheShutdown?: { end: () => Promise<unknown> }[];
  };
  for (const { end } of endings.toReversed()) await end();
  lock.release();
  process.stdout.write(JSON.stringify(value), () => process.exit(0));
}

// The input arrives on standard input, because other users of this machine can list a process's arguments.
main(process.argv[2] ?? '', JSON.parse(readFileSync(0, 'utf8'))).catch((cause: unknown) => {
  const plain = cause instanceof DataFolderError;
  process.stderr.write(`${plain ? cause.message : ((cause as Error).stack ?? cause)}\n`);
  process.exit(1);
});
