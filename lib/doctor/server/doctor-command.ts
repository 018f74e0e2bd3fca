import 'server-only';
import { z } from 'zod';
import { listAccounts } from '#lib/accounts/server/account.ts';
import type { Command } from '#lib/control/server/listen.ts';
import { accountsWithoutServer } from '#lib/doctor/server/accounts-without-server.ts';
import { examineAll } from '#lib/doctor/server/examine-all.ts';
import { settings } from '#lib/env/settings.ts';

const Input = z.object({ slug: z.string().nullable() });

/** `npm run doctor` beside a running server. */
export const doctorCommand: Command = async (input, signal) =>
  examineAll(await listAccounts(), Input.parse(input).slug, signal);

/** The same where no server runs: nothing that is kept is changed. */
export const doctorAlone: Command = async (input, signal) =>
  examineAll(await accountsWithoutServer(settings().accounts), Input.parse(input).slug, signal);
