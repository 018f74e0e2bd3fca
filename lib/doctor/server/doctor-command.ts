import 'server-only';
import { z } from 'zod';
import { listAccounts } from '#lib/accounts/server/account.ts';
import type { Command } from '#lib/control/server/listen.ts';
import { examineAll } from '#lib/doctor/server/examine-all.ts';

const Input = z.object({ slug: z.string().nullable() });

/** `npm run doctor` beside a running server. */
export const doctorCommand: Command = async (input, signal) =>
  examineAll(await listAccounts(), Input.parse(input).slug, signal);
