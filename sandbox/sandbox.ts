import { createHash } from 'node:crypto';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAccount } from './account.ts';
import { createClockFile } from './clock-file.ts';
import { createControl } from './control.ts';
import { createDeliveries } from './deliveries/engine.ts';
import { createFaults } from './faults.ts';
import { type Answer, createHttpServer, type Incoming } from './http.ts';
import { type JournalFile, memoryJournal, openJournal } from './journal.ts';
import { createLog } from './log.ts';
import type { SandboxOptions } from './options.ts';
import type { PixParts } from './pix/parts.ts';
import { createReportFile } from './pix/report-file.ts';
import { createJobs } from './pix/report-jobs.ts';
import { pixRoutes } from './pix/routes.ts';
import { createPixServer } from './pix/server.ts';
import { createRequests } from './requests.ts';
import type { Deliveries } from './types.ts';
import { createClock } from './world/clock.ts';
import { createLedger } from './world/ledger.ts';
import { createLife } from './world/life.ts';
import { createWorld } from './world/world.ts';

export type Sandbox = {
  ready: {
    pix: { baseUrl: string; accessToken: string };
    sandboxPix: { url: string; token: string };
    controlUrl: string;
  };
  /** What a person should know, such as a journal that is of another seed. */
  notes: string[];
  close(): Promise<void>;
};

type Origin = { seed: number; transactions: number; days: number; anchor: number };

function tokenOf(seed: number, use: string): string {
  return createHash('sha256').update(`sandbox ${use} ${seed}`).digest('base64url');
}

/** The journal's own world wins over the options: its changes belong to that one. */
function originOf(options: SandboxOptions, journal: JournalFile, notes: string[]): Origin {
  const asked: Origin = {
    seed: options.seed,
    transactions: options.transactions,
    days: options.days,
    anchor: Date.now(),
  };
  let saved: Origin | null = null;
  journal.replay('origin', (origin: Origin) => {
    saved ??= origin;
  });
  const origin: Origin = saved ?? asked;
  if (!saved) journal.append('origin', asked);
  const differs = (['seed', 'transactions', 'days'] as const).filter((name) => origin[name] !== asked[name]);
  if (differs.length > 0) {
    const kept = differs.map((name) => `${name} ${origin[name]} instead of ${asked[name]}`).join(', ');
    notes.push(`The data folder already holds a world: keeping its ${kept}.`);
  }
  return origin;
}

function createParts(options: SandboxOptions, notes: string[]) {
  const journal = options.data === null ? memoryJournal() : openJournal(options.data);
  const origin = originOf(options, journal, notes);
  const clockFile = createClockFile(options.data);
  const clock = createClock(clockFile.resume(origin.anchor), options.speed);
  const log = createLog();
  const place = { baseUrl: '' };
  const world = createWorld({ ...origin, place, now: clock.now, journal });
  let deliveries: Deliveries | null = null;
  const life = createLife({
    world,
    clock,
    journal,
    log: log.write,
    notify: (change) => deliveries?.notify(change),
  });
  const ledger = createLedger(world, life.disputes);
  const account = createAccount(journal, options.dialect, ledger.usualDailyLimit);
  const engine = createDeliveries({
    clock,
    journal,
    seed: origin.seed,
    world,
    log: log.write,
    allowPrivate: true,
  });
  deliveries = engine;
  const token = options.token ?? tokenOf(origin.seed, 'pix');
  const pix: PixParts = {
    world,
    life,
    ledger,
    account,
    clock,
    log: log.write,
    place,
    token,
    journal,
    deliveries: () => engine,
  };
  return {
    journal,
    origin,
    clock,
    clockFile,
    log,
    engine,
    pix,
    faults: createFaults(),
    requests: createRequests(),
  };
}

type Parts = ReturnType<typeof createParts>;

function createHandler(parts: Parts, sandboxToken: string): (incoming: Incoming) => Promise<Answer | null> {
  const { pix, faults, requests, clock, engine, log } = parts;
  const common = { account: pix.account, faults, clock, log: log.write, requests };
  const jobs = createJobs(pix.journal, pix.world.now, pix.token);
  const reportFile = createReportFile(pix, jobs);
  const routes = pixRoutes(pix, jobs);
  const production = createPixServer({ ...common, routes: [...routes, ...engine.routes], token: pix.token });
  const ownership = createPixServer({
    ...common,
    routes: [...engine.ownershipRoutes, ...routes],
    token: sandboxToken,
  });
  const control = createControl({
    ...{ world: pix.world, life: pix.life, account: pix.account, deliveries: pix.deliveries },
    ...{ clock, faults, requests, log },
    saveClock: () => parts.clockFile.save(clock.now(), clock.speed()),
    reset() {
      parts.journal.reset();
      parts.journal.append('origin', parts.origin);
      pix.world.overlay.clear();
      pix.life.disputes.clear();
      pix.account.reset();
      log.clear();
      requests.clear();
      pix.life.start();
    },
  });
  return async (incoming) => {
    const { path } = incoming;
    if (path.startsWith('/v1/')) return production(incoming, [path.slice(3)]);
    if (path.startsWith('/sandbox-pix/v1/')) return ownership(incoming, [path.slice(15)]);
    if (path.startsWith('/sandbox-pix/')) return ownership(incoming, [path.slice(12)]);
    if (path.startsWith('/control')) return control(incoming);
    return reportFile(incoming);
  };
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}

/** Starts one simulator; throws where the port or the data folder cannot be had. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const notes: string[] = [];
  const parts = createParts(options, notes);
  const sandboxToken = `sbx_${tokenOf(parts.origin.seed, 'sandbox')}`;
  const server = createHttpServer(createHandler(parts, sandboxToken));
  const port = await listen(server, options.port, options.host);
  const shown = options.host.includes(':') ? `[${options.host}]` : options.host;
  const root = `http://${shown}:${port}`;
  parts.pix.place.baseUrl = `${root}/v1`;
  parts.pix.life.start();
  parts.clockFile.save(parts.clock.now(), parts.clock.speed());
  const heartbeat = setInterval(() => parts.clockFile.save(parts.clock.now(), parts.clock.speed()), 10_000);
  return {
    notes,
    ready: {
      pix: { baseUrl: `${root}/v1`, accessToken: parts.pix.token },
      sandboxPix: { url: `${root}/sandbox-pix`, token: sandboxToken },
      controlUrl: `${root}/control`,
    },
    async close() {
      clearInterval(heartbeat);
      parts.clockFile.save(parts.clock.now(), parts.clock.speed());
      parts.clock.stop();
      parts.engine.close();
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      parts.journal.close();
    },
  };
}
