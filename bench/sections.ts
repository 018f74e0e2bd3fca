/** Most that a run without flags may take, whatever the machine. */
export const MOST_MINUTES = 20;

/**
 * Parts of the bench in their order. `minutes`: on two cores, as a run without flags measures them, or whole where
 * they wait to be asked for. `usual`: a run without flags takes them whole, with the rounds of `--quick`, or leaves
 * them to `--large` and `--only`.
 */
export const SECTIONS = {
  list: { minutes: 3, usual: 'whole' },
  shared: { minutes: 0.5, usual: 'whole' },
  flood: { minutes: 0.5, usual: 'quick' },
  growth: { minutes: 0.5, usual: 'quick' },
  csv: { minutes: 1, usual: 'whole' },
  start: { minutes: 2, usual: 'whole' },
  pages: { minutes: 1, usual: 'quick' },
  shift: { minutes: 5, usual: 'asked' },
  scroll: { minutes: 6, usual: 'whole' },
  typing: { minutes: 0.5, usual: 'whole' },
  lookup: { minutes: 0.5, usual: 'whole' },
  numbers: { minutes: 0.5, usual: 'whole' },
  accounts: { minutes: 2, usual: 'asked' },
  instances: { minutes: 1, usual: 'quick' },
  receiver: { minutes: 1, usual: 'asked' },
  audit: { minutes: 1, usual: 'whole' },
  http2: { minutes: 4, usual: 'asked' },
  lighthouse: { minutes: 25, usual: 'asked' },
  large: { minutes: 12, usual: 'asked' },
} as const satisfies Record<string, { minutes: number; usual: 'whole' | 'quick' | 'asked' }>;
export type SectionName = keyof typeof SECTIONS;
const NAMES = Object.keys(SECTIONS) as SectionName[];

export type Plan = {
  names: SectionName[];
  quick: (name: SectionName) => boolean;
  /** Lengths of the file, of the audit log and of the index of deliveries. */
  rows: number;
  entries: number;
  records: number;
  /** Null where somebody said how much is to be measured: that is measured, however long it takes. */
  mostMinutes: number | null;
};

/** Forms of the flags, by an example of each. */
const FLAGS = {
  '--quick': /^--quick$/,
  '--large': /^--large$/,
  '--only=list,csv': /^--only=./,
  '--rows=300000': /^--rows=[1-9]\d*$/,
  '--entries=100000': /^--entries=[1-9]\d*$/,
  '--records=1000000': /^--records=[1-9]\d*$/,
};
const FORMS = Object.values(FLAGS);

/** For `--help`. */
export const HELP = `npm run bench -- [${Object.keys(FLAGS).join('] [')}]
Sections: ${NAMES.map((name) => (SECTIONS[name].usual === 'asked' ? `${name} (asked for)` : name)).join(', ')}.
What each measures, and how long it takes: docs/performance.md`;

/** Reads the command line; throws with a sentence for a flag or a section that there is not. */
export function planOf(args: readonly string[]): Plan {
  const strange = args.filter((arg) => !FORMS.some((form) => form.test(arg)));
  if (strange.length > 0)
    throw new Error(
      `Unknown: ${strange.join(' ')}. There are ${Object.keys(FLAGS).join(', ')} and --help; nothing was measured.`,
    );
  const value = (name: string) => args.find((arg) => arg.startsWith(`--${name}=`))?.split('=')[1];
  const [quick, large] = [args.includes('--quick'), args.includes('--large')];
  const only = value('only')?.split(',');
  const unknown = only?.filter((name) => !Object.hasOwn(SECTIONS, name)) ?? [];
  if (unknown.length > 0) throw new Error(`Unknown: ${unknown.join(', ')}. There are ${NAMES.join(', ')}.`);
  const usual = only === undefined && !large && !quick;
  const many = (name: string, whole: number, less: { usual: number; quick: number }) =>
    Number(value(name) ?? (quick ? less.quick : usual ? less.usual : whole));
  return {
    names:
      (only as SectionName[] | undefined) ??
      NAMES.filter((name) => !usual || SECTIONS[name].usual !== 'asked'),
    quick: (name) => quick || (usual && SECTIONS[name].usual === 'quick'),
    rows: many('rows', 1_000_000, { usual: 300_000, quick: 50_000 }),
    entries: many('entries', 1_000_000, { usual: 100_000, quick: 100_000 }),
    records: many('records', 10_000_000, { usual: 10_000_000, quick: 1_000_000 }),
    mostMinutes: usual ? MOST_MINUTES : null,
  };
}

/** Sections that ended, and how long they took. */
export type Spent = readonly { name: SectionName; minutes: number }[];

/** A section is begun only where it ends in time at the pace of those before it: nobody has to stop the run. */
export function fits({ mostMinutes }: Plan, name: SectionName, spent: Spent): boolean {
  if (mostMinutes === null) return true;
  const taken = spent.reduce((sum, { minutes }) => sum + minutes, 0);
  const planned = spent.reduce((sum, one) => sum + SECTIONS[one.name].minutes, 0);
  const pace = planned === 0 ? 1 : Math.max(1, taken / planned);
  return taken + SECTIONS[name].minutes * pace <= mostMinutes;
}
