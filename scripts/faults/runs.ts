import { playwright, type Step, vitest } from '../steps.ts';

/** One run of `npm run faults` and its description. */
export type RunPart = {
  what: string;
  run: Step;
  needsBuild?: true;
  /** Its tests are pairs of a form and a fault, shown in their own table. */
  matrix?: true;
  env?: (counts: { withdrawals: number; kills: number }) => Record<string, string>;
};

const DATABASES = {
  embedded: ['embedded', 'embedded-rest'],
  PostgreSQL: ['integration', 'integration-alone'],
} as const;
type Database = keyof typeof DATABASES;
const on = (database: Database, name: string, ...files: string[]): Step =>
  vitest(`${name} (${database})`, DATABASES[database], files);
const onBoth = (part: Omit<RunPart, 'run'>, name: string, ...files: string[]): RunPart[] =>
  (['embedded', 'PostgreSQL'] as const).map((database) => ({ ...part, run: on(database, name, ...files) }));

/** In the order in which they run, by the names that `--only` takes. */
export const PARTS: Record<string, RunPart[]> = {
  money: onBoth(
    {
      what: 'Every form that moves money or changes a key × every fault: done at most once, none lost, told as it is.',
      matrix: true,
    },
    'forms × faults',
    'lib/payments/server/fault-matrix',
  ),
  calls: [
    {
      what: 'Every member of the Hub’s adapter × every way of failing.',
      run: vitest('calls to the Hub', ['unit'], ['lib/providers/hub/faults']),
    },
    {
      what: 'The Pix account’s calls and look-ups × the simulator’s faults: a look-up that fails never says that there is none.',
      run: vitest('calls to the Pix account', ['integration'], ['lib/providers/pix/money-faults']),
    },
  ],
  operations: onBoth(
    { what: 'Operations: look-ups, repeats, approvals, refunds, take-over by another instance.' },
    'operations',
    'lib/operations/server',
    'lib/payments/server/withdrawals',
    'lib/payments/server/refunds',
    'lib/payments/server/hub',
    'lib/card/server',
    'lib/disputes/server/defense-faults',
  ),
  withdrawals: onBoth(
    {
      what: 'Randomised withdrawals under randomised faults and deaths: a ledger row for each confirmed one, and the reverse.',
      env: ({ withdrawals }) => ({ GUICHE_WITHDRAWALS: String(withdrawals) }),
    },
    'randomised withdrawals',
    'lib/payments/server/many-withdrawals',
  ),
  kills: onBoth(
    {
      what: 'kill -9 of the whole product under load: it reopens, no acknowledged write is lost, nothing is sent twice, each end stands in the audit, whose chain holds.',
      needsBuild: true,
      env: ({ kills }) => ({ GUICHE_KILLS: String(kills) }),
    },
    'kills',
    'lib/payments/server/kills',
  ),
  instances: [
    {
      what: 'The same with two instances on one PostgreSQL, killed in turn.',
      needsBuild: true,
      env: ({ kills }) => ({ GUICHE_KILLS: String(kills), GUICHE_INSTANCES: '2' }),
      run: on('PostgreSQL', 'two instances', 'lib/payments/server/kills'),
    },
  ],
  proxy: ([2, 4] as const).map((instances) => ({
    what: `${instances} instances behind a plain round-robin proxy on one PostgreSQL, one three minutes late; meanwhile one is killed, PostgreSQL is away for 30 s, its disk is full, a clock jumps an hour ahead and back: each withdrawal once, whoever was asked.`,
    needsBuild: true,
    env: ({ withdrawals }) => ({
      GUICHE_ROUND_ROBIN: String(withdrawals),
      GUICHE_INSTANCES: String(instances),
    }),
    run: on('PostgreSQL', `${instances} instances behind a proxy`, 'lib/payments/server/round-robin'),
  })),
  browser: [
    {
      what: 'Pages under every fault of a read; defenses and webhooks under faults, kills and several instances.',
      needsBuild: true,
      run: playwright('browser', ['e2e/faults', 'e2e/defense-faults', 'e2e/webhook-faults', 'e2e/instances']),
    },
  ],
};
