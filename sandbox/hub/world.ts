import type { Journal, SandboxClock } from '../types.ts';
import { cnpjOf } from '../world/documents.ts';
import { createDice } from '../world/random.ts';
import { Book } from './book.ts';
import { COMMANDS, type CommandName, type Commands } from './commands.ts';
import { type Core, DAY, without } from './core.ts';
import { createIds } from './ids.ts';
import type { HubEvent } from './model.ts';
import { createPeople } from './people.ts';
import { DAYS, scheduleLife } from './seeded.ts';
import { initialSettings } from './settings.ts';
import { createTimeline } from './timeline.ts';

const KIND = 'hub';

type Done = { n: number; at: number; kind: CommandName; data: never };

export type HubWorld = {
  core: Core;
  anchor: number;
  /** Runs everything up to now, in order; returns now in simulated epoch ms. */
  settle(): number;
  /** Applies an outside change and journals it, so the account is the same after a restart. */
  run<K extends CommandName>(kind: K, data: Parameters<Commands[K]>[1]): ReturnType<Commands[K]>;
  /** The seed of the ids of the next thing a call creates. */
  nextWord(): string;
  /** From here on the clock runs the jobs. */
  start(): void;
};

type Options = {
  seed: number;
  anchor: number;
  clock: SandboxClock;
  journal: Journal;
  onEvent: (event: HubEvent, core: Core) => void;
};

/**
 * The account is the result of its events: the seeded ones and the journal's changes are replayed in order of
 * time, and the same code continues with new ones. Nothing else is stored.
 */
export function createHubWorld({ seed, anchor, clock, journal, onEvent }: Options): HubWorld {
  const timeline = createTimeline(clock, anchor - DAYS * DAY - 1);
  let events = 0;
  let commands = 0;
  const core: Core = createCore(seed, {
    now: timeline.time,
    later: timeline.later,
    emit(event, data, callbackUrl = null) {
      onEvent({ number: events++, event, at: timeline.time(), data: without(data), callbackUrl }, core);
    },
  });
  const apply = (kind: CommandName, data: never) => COMMANDS[kind](core, data) as never;

  scheduleLife(core, seed, anchor);
  journal.replay(KIND, ({ n, at, kind, data }: Done) => {
    timeline.advance(at);
    timeline.hold(at);
    commands = n;
    apply(kind, data);
  });
  timeline.settle();

  return {
    core,
    anchor,
    settle: timeline.settle,
    nextWord: () => `call ${anchor} ${commands + 1}`,
    run(kind, data) {
      const at = timeline.settle();
      commands += 1;
      journal.append(KIND, { n: commands, at, kind, data });
      return apply(kind, structuredClone(data) as never);
    },
    start: timeline.start,
  };
}

function createCore(seed: number, parts: Pick<Core, 'now' | 'later' | 'emit'>): Core {
  const dice = createDice((seed ^ 0x4b1d_77a3) >>> 0);
  const ids = createIds(seed);
  return {
    ...parts,
    ids,
    dice,
    people: createPeople(dice),
    profile: {
      accountId: ids.id('acc', 'own'),
      name: 'Aroeira Comércio Digital LTDA',
      document: cnpjOf(`${String(10_000_000 + (dice(41, 0) % 89_000_000))}0001`),
      city: 'SAO PAULO',
      ispb: '37241985',
    },
    book: new Book(ids),
    settings: initialSettings(),
  };
}
