import 'server-only';
import { sql } from 'drizzle-orm';
import type { Transaction } from '#lib/db/client.ts';

/** Changes of the team go one after the other: who is the last administrator is counted under this. */
const TEAM_LOCK = 748_031;

export const holdTeam = async (tx: Transaction): Promise<void> =>
  void (await tx.execute(sql`select pg_advisory_xact_lock(${TEAM_LOCK})`));

/** One role on one account, as a word. */
export const keyOf = ({ account, role }: { account: string; role: string }) => `${account} ${role}`;
