import { createHash } from 'node:crypto';
import { createAccount } from './account.ts';
import { type Card, createCard } from './card/card.ts';
import type { Certificates } from './card/certificates.ts';
import type { Secrets } from './card/token.ts';
import { createClockFile } from './clock-file.ts';
import { createControl } from './control.ts';
import { createDeliveries } from './deliveries/engine.ts';
import { createFaults } from './faults.ts';
import type { Answer, Incoming } from './http.ts';
import type { Credential } from './hub/credentials.ts';
import { createHub } from './hub/hub.ts';
import { type JournalFile, memoryJournal, openJournal } from './journal.ts';
import { createLog } from './log.ts';
import type { Restart, SandboxOptions } from './options.ts';
import type { PixParts } from './pix/parts.ts';
import { createReportFile } from './pix/report-file.ts';
import { createJobs } from './pix/report-jobs.ts';
import { pixRoutes } from './pix/routes.ts';
import { createPixServer } from './pix/server.ts';
import { createRequests } from './requests.ts';
import type { Deliveries } from './types.ts';
import { BreakBook } from './world/breaks.ts';
import { createClock } from './world/clock.ts';
import { createLedger } from './world/ledger.ts';
import { Life } from './world/life.ts';
import type { Place } from './world/rows.ts';
import { createWorld } from './world/world.ts';

export type Running = {
  seed: number;
  notes: string[];
  handle(incoming: Incoming): Promise<Answer | null>;
  /** Serves the card API's own server. */
  handleCard(incoming: Incoming): Promise<Answer | null>;
  start(): void;
  saveClock(): void;
  stop(): void;
  /** Deletes everything stored in the data folder. */
  forget(): void;
};

export type Tokens = {
  pix: string;
  sandbox: string;
  hub: Credential;
  card: { secrets: Secrets; certificates: Certificates };
};

type Origin = { seed: number; transactions: number; days: number; anchor: number };

/** The path of document 2's API on the simulator. */
export const HUB = '/hub/api/v1';

export function tokenOf(seed: number, use: string): string {
  return createHash('sha256').update(`sandbox ${use} ${seed}`).digest('base64url');
}

/** The world in the journal wins over the options, because the journal's changes belong to that world. */
function originOf(options: SandboxOptions, journal: JournalFile, notes: string[]): Origin {
  const requested: Origin = {
    seed: options.seed,
    transactions: options.transactions,
    days: options.days,
    anchor: Date.now(),
  };
  let saved: Origin | null = null;
  journal.replay('origin', (origin: Origin) => {
    saved ??= origin;
  });
  const origin: Origin = saved ?? requested;
  if (!saved) journal.append('origin', requested);
  const differs = (['seed', 'transactions', 'days'] as const).filter(
    (name) => origin[name] !== requested[name],
  );
  if (differs.length > 0) {
    const differences = differs
      .map((name) => `${name} ${origin[name]} instead of ${requested[name]}`)
      .join(', ');
    notes.push(`The data folder already holds a world: keeping its ${differences}.`);
  }
  return origin;
}

function createParts(options: SandboxOptions, place: Place, tokens: Tokens, notes: string[]) {
  const journal = options.data === null ? memoryJournal() : openJournal(options.data);
  const origin = originOf(options, journal, notes);
  const clockFile = createClockFile(options.data);
  const clock = createClock(clockFile.resume(origin.anchor), options.speed);
  const log = createLog();
  const world = createWorld({ ...origin, place, now: clock.now, journal });
  let deliveries: Deliveries | null = null;
  const life = new Life({
    world,
    clock,
    journal,
    log: log.write,
    notify: (change) => deliveries?.notify(change),
  });
  const breaks = new BreakBook(journal);
  const ledger = createLedger(world, life.disputes, breaks);
  const account = createAccount(journal, options.dialect, ledger.usualDailyLimit);
  const engine = createDeliveries({
    clock,
    journal,
    seed: origin.seed,
    world,
    log: log.write,
    allowPrivate: true,
    ownershipLoopback: () => account.state.ownershipLoopback,
  });
  deliveries = engine;
  const pix: PixParts = {
    ...{ world, life, ledger, account, clock, place, tokens, journal },
    log: log.write,
    deliveries: () => engine,
  };
  const faults = createFaults();
  const requests = createRequests();
  const { secrets, certificates } = tokens.card;
  const shared = { ...origin, clock, journal, log: log.write, account, faults, requests };
  const card: Card = createCard({ ...shared, secrets }, certificates);
  const hub = createHub({ ...shared, credential: tokens.hub });
  return {
    speed: options.speed,
    journal,
    origin,
    clock,
    clockFile,
    log,
    engine,
    pix,
    card,
    hub,
    faults,
    requests,
    breaks,
  };
}

type Parts = ReturnType<typeof createParts>;

function createHandler(parts: Parts, restart: Restart): Running['handle'] {
  const { pix, faults, requests, clock, engine, log } = parts;
  const common = { account: pix.account, faults, clock, log: log.write, requests };
  const jobs = createJobs(pix.journal, pix.world.now);
  const reportFile = createReportFile(pix, jobs);
  const routes = pixRoutes(pix, jobs);
  const production = createPixServer({
    ...common,
    routes: [...routes, ...engine.routes],
    token: () => pix.tokens.pix,
  });
  const ownership = createPixServer({
    ...common,
    routes: [...engine.ownershipRoutes, ...routes],
    token: () => pix.tokens.sandbox,
  });
  const control = createControl({
    ...{ world: pix.world, life: pix.life, account: pix.account, deliveries: pix.deliveries },
    ...{
      clock,
      faults,
      requests,
      log,
      restart,
      breaks: parts.breaks,
      usualSpeed: parts.speed,
      others: { hub: parts.hub.control, card: parts.card.control },
    },
    saveClock: () => parts.clockFile.save(clock.now(), clock.speed()),
  });
  return async (incoming) => {
    const { path } = incoming;
    if (path.startsWith('/v1/')) return production(incoming, [path.slice(3)]);
    if (path.startsWith('/sandbox-pix/v1/')) return ownership(incoming, [path.slice(15)]);
    if (path.startsWith('/sandbox-pix/')) return ownership(incoming, [path.slice(12)]);
    if (path.startsWith(HUB)) return parts.hub.handle(incoming, path.slice(HUB.length) || '/');
    if (path.startsWith('/control')) return control(incoming);
    return reportFile(incoming);
  };
}

/** Runs one world and everything that serves it, until it is stopped. */
export function runWorld(options: SandboxOptions, place: Place, tokens: Tokens, restart: Restart): Running {
  const notes: string[] = [];
  const parts = createParts(options, place, tokens, notes);
  const { clock, clockFile, engine, journal, card, hub } = parts;
  const saveClock = () => clockFile.save(clock.now(), clock.speed());
  return {
    seed: parts.origin.seed,
    notes,
    handle: createHandler(parts, restart),
    handleCard: card.handle,
    saveClock,
    start() {
      parts.pix.life.start();
      card.start();
      hub.start();
      saveClock();
    },
    stop() {
      saveClock();
      clock.stop();
      engine.close();
      card.close();
      hub.close();
      journal.close();
    },
    forget() {
      journal.erase();
      clockFile.erase();
    },
  };
}
