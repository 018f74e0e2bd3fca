import type { IncomingHttpHeaders } from 'node:http';
import type { Account } from '../account.ts';
import type { SandboxLog } from '../types.ts';
import type { Book } from './book.ts';
import type { Core } from './core.ts';
import type { Scope } from './model.ts';
import type { Query } from './query.ts';
import type { Rates } from './rates.ts';
import type { HubWorld } from './world.ts';

export type Caller = { clientId: string };

export type HubRequest = {
  params: Record<string, string>;
  /** Under the names of the plain dialect, whatever was sent. */
  query: Query;
  body: unknown;
  headers: IncomingHttpHeaders;
  caller: Caller;
};

export type HubReply = { status: number; json?: unknown; body?: Buffer; contentType?: string };

export type HubRoute = {
  method: string;
  /** Below /api/v1, for example '/transactions/payment/:paymentId'. */
  path: string;
  /** Absent: for anybody. */
  scope?: Scope;
  /** Names in the plain dialect; every other one is refused. */
  query?: readonly string[];
  /** Its name in ACCOUNT_BLOCKED's blockedOperations. */
  operation?: string;
  handle(request: HubRequest): HubReply | Promise<HubReply>;
};

/** Parts of the routes of document 2. */
export type HubParts = {
  world: HubWorld;
  core: Core;
  book: Book;
  account: Account;
  rates: Rates;
  log: SandboxLog;
  now(): number;
};
