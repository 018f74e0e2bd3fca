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
  /** Uses the plain dialect's names, whatever the caller sent. */
  query: Query;
  body: unknown;
  headers: IncomingHttpHeaders;
  caller: Caller;
};

export type HubReply = { status: number; json?: unknown; body?: Buffer; contentType?: string };

export type HubRoute = {
  method: string;
  /** Path below /api/v1, for example '/transactions/payment/:paymentId'. */
  path: string;
  /** Absent: no scope is needed. */
  scope?: Scope;
  /** Parameter names in the plain dialect; any other name is rejected. */
  query?: readonly string[];
  /** Name of the operation in ACCOUNT_BLOCKED's blockedOperations. */
  operation?: string;
  handle(request: HubRequest): HubReply | Promise<HubReply>;
};

/** What the routes of document 2 need. */
export type HubParts = {
  world: HubWorld;
  core: Core;
  book: Book;
  account: Account;
  rates: Rates;
  log: SandboxLog;
  now(): number;
};
