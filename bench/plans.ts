import type { Client } from 'pg';
import type { Postgres } from '../scripts/postgres.ts';

/** Settings with which a server writes the plans of what it runs, when asked to: the product's own statements. */
export const WITH_PLANS = [
  'shared_preload_libraries=auto_explain',
  'auto_explain.log_analyze=on',
  'auto_explain.log_buffers=on',
  'auto_explain.log_nested_statements=on',
];

export type Plan = { ms: number; text: string };

/** The plans of all statements on these tables that ran meanwhile, with how long each took, slowest first. */
export async function plansOf(
  { output }: Postgres,
  client: Client,
  tables: RegExp,
  run: () => Promise<unknown>,
): Promise<Plan[]> {
  await say(client, 0);
  const from = output().length;
  try {
    await run();
  } finally {
    await say(client, -1);
  }
  return output()
    .slice(from)
    .split(/^\d{4}-\d\d-\d\d .* LOG: {2}duration: /m)
    .slice(1)
    .filter((part) => tables.test(part) && part.includes('plan:'))
    .map((part) => ({ ms: Number.parseFloat(part), text: part.slice(part.indexOf('plan:') + 6).trim() }))
    .toSorted((a, b) => b.ms - a.ms);
}

async function say(client: Client, threshold: number): Promise<void> {
  await client.query(`alter system set auto_explain.log_min_duration = ${threshold}`);
  await client.query('select pg_reload_conf()');
  // Each connection reads its settings before its next statement.
  await new Promise((resolve) => setTimeout(resolve, 300));
}
