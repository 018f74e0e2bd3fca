import { DIALECTS, type Dialect } from './account.ts';

export type SandboxOptions = {
  host: string;
  /** 0: any free port. */
  port: number;
  /**
   * Port of the card API's own mutual TLS server. Null: the next port, or any free one when that is taken.
   */
  cardPort: number | null;
  seed: number;
  transactions: number;
  days: number;
  speed: number;
  dialect: Dialect;
  data: string | null;
  token: string | null;
};

/** Restarts the world with these options changed. */
export type Restart = (changed: Partial<SandboxOptions>) => void;

export const DEFAULTS: SandboxOptions = {
  host: '127.0.0.1',
  port: 0,
  cardPort: null,
  seed: 7,
  transactions: 50_000,
  days: 90,
  speed: 1,
  dialect: 'plain',
  data: null,
  token: null,
};

const NUMBERS: Record<string, [least: number, most: number, whole: boolean]> = {
  port: [0, 65_535, true],
  cardPort: [0, 65_535, true],
  seed: [0, 4_294_967_295, true],
  transactions: [1, 10_000_000, true],
  days: [1, 3650, true],
  speed: [0, 100_000, false],
};

/** Parses `--name value` pairs; throws an error with a one-sentence message. */
export function readOptions(args: readonly string[]): SandboxOptions {
  const options: Record<string, unknown> = { ...DEFAULTS };
  for (let place = 0; place < args.length; place += 2) {
    const flag = args[place] as string;
    const name = flag.replace(/^--/, '').replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
    const value = args[place + 1];
    if (!flag.startsWith('--') || !(name in DEFAULTS)) {
      throw new Error(
        `Unknown option ${flag}. Options: ${Object.keys(DEFAULTS)
          .map((key) => `--${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`)
          .join(' ')}`,
      );
    }
    if (value === undefined) throw new Error(`Option ${flag} needs a value.`);
    const bounds = NUMBERS[name];
    if (!bounds) {
      options[name] = value;
      continue;
    }
    const number = Number(value);
    if (
      value.trim() === '' ||
      !(number >= bounds[0] && number <= bounds[1]) ||
      (bounds[2] && !Number.isInteger(number))
    ) {
      throw new Error(`Option ${flag} takes a number from ${bounds[0]} to ${bounds[1]}.`);
    }
    options[name] = number;
  }
  if (!DIALECTS.includes(options.dialect as Dialect))
    throw new Error(`Option --dialect takes ${DIALECTS.join(', ')}.`);
  return options as SandboxOptions;
}
