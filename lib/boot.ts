import 'server-only';
import { markEntered } from '#lib/accounts/server/entered-address.ts';
import { syncAccounts } from '#lib/accounts/server/sync-accounts.ts';
import { listenForCommands } from '#lib/admin-socket/server/listen.ts';
import { prepareFirstAdmin, prepareReadySignIns, readySignIns } from '#lib/auth/server/first-admin.ts';
import { rotateKeyCommand } from '#lib/auth/server/rotate-key.ts';
import { startBackground } from '#lib/background.ts';
import { backupCommand, refusedWhileRunning } from '#lib/backup/server/backup-command.ts';
import { loadSettings, settings } from '#lib/core/env/settings.ts';
import { verifyAtStart, verifyAuditCommand } from '#lib/data/audit/verify.ts';
import { openDatabase } from '#lib/data/client.ts';
import { doctorCommand } from '#lib/doctor/server/examine.ts';
import { eraseCommand } from '#lib/retention/server/erase-command.ts';
import { createCommand, disableCommand, resetCommand } from '#lib/team/server/keeper.ts';

/** What this process and the script that starts it pass to each other. */
const processState = globalThis as {
  __guicheReadySignIns?: { role: string; email: string; password: string }[];
  __guicheSetUpLink?: string | null;
  /** Set by the start script; resolves when the simulator's accounts, if any, are in the environment. */
  __guicheSimulator?: Promise<unknown>;
};

/** Prepares everything the first request needs. The server script prints the sign-ins and link it stores. */
export async function boot(): Promise<void> {
  // Loaded only for these values: the simulator's accounts are not in the environment yet.
  const { databaseUrl, dataDir, url } = loadSettings();
  // next-auth reads its URL from the environment.
  process.env.NEXTAUTH_URL = url;
  await openDatabase({ databaseUrl, dataDir });
  await processState.__guicheSimulator;
  await syncAccounts(settings().accounts);
  await markEntered();
  await prepareReadySignIns();
  processState.__guicheReadySignIns = await readySignIns();
  processState.__guicheSetUpLink = await prepareFirstAdmin(processState.__guicheReadySignIns.length === 0);
  await startBackground();
  listenForCommands(dataDir, {
    doctor: doctorCommand,
    'verify-audit': verifyAuditCommand,
    create: createCommand,
    reset: resetCommand,
    disable: disableCommand,
    'rotate-key': rotateKeyCommand,
    backup: backupCommand,
    restore: refusedWhileRunning,
    move: refusedWhileRunning,
    erase: eraseCommand,
  });
  verifyAtStart();
}
