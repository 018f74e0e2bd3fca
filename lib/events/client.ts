import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { sleep } from '#lib/core/sleep.ts';
import type { ClosedReason } from '#lib/events/contract.ts';

/** Query keys, or their first parts, whose data changed. `missed`: events may have been missed. */
export type LiveChange = { keys: string[][] } | { missed: true };

type Options = {
  /** The account's slug. */
  account: string;
  /** Id of the signed-in operator. Tabs of another operator do not share the stream. */
  operator: string;
  onChange: (change: LiveChange) => void;
  /** Called when the stream breaks: the server may be down. */
  onBreak?: () => void;
};
type End = ClosedReason | 'refused' | 'lost' | 'stopped';

/** The server sends a beat every 20 s. After a longer silence the connection is dead. */
const SILENCE_MS = 50_000;
const WAIT_MS = 3_000;
const REFUSED_WAIT_MS = 30_000;
const MOST_WAIT_MS = 300_000;
/** A page has just read its data: when the stream opens within this time, the data is not read again. */
const FRESH_MS = 10_000;

/**
 * Follows changes on an account: one tab reads the stream and forwards to the others. When that tab closes,
 * the next takes over. Without Web Locks or BroadcastChannel only the pages' polling remains. Returns its
 * stop.
 */
export function follow({ account, operator, onChange, onBreak }: Options): () => void {
  if (!('locks' in navigator) || !('BroadcastChannel' in globalThis)) return () => undefined;
  const name = `guiche-events:${operator}:${account}`;
  const stopping = new AbortController();
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }) => onChange(data as LiveChange);
  const began = Date.now();
  const opened = () => {
    channel.postMessage({ missed: true } satisfies LiveChange);
    if (Date.now() - began > FRESH_MS) onChange({ missed: true });
  };
  const changed = (keys: string[][]) => {
    channel.postMessage({ keys } satisfies LiveChange);
    onChange({ keys });
  };
  const url = `/api/accounts/${encodeURIComponent(account)}/events`;
  void lead(name, stopping.signal, () => read(url, { opened, changed, onBreak }, stopping.signal));
  return () => {
    stopping.abort();
    channel.close();
  };
}

/** Reads under the lock, and queues again after an interruption: a failing tab blocks no other. */
async function lead(name: string, signal: AbortSignal, readOnce: () => Promise<End>): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    const began = Date.now();
    const end = await navigator.locks.request(name, { signal }, readOnce).catch((): End => 'stopped');
    if (end === 'stopped' || end === 'session' || end === 'account') return;
    failures = Date.now() - began > SILENCE_MS ? 0 : failures + 1;
    const least = end === 'refused' ? REFUSED_WAIT_MS : WAIT_MS;
    const wait = Math.min(least * 2 ** Math.max(0, failures - 1), MOST_WAIT_MS);
    // Random delay, so that clients that were cut off together do not all reconnect at once.
    await sleep(wait * (1 + Math.random() / 2), signal);
  }
}

type StreamHandlers = {
  opened: () => void;
  changed: (keys: string[][]) => void;
  onBreak: (() => void) | undefined;
};

/** Reads one connection until it ends for any reason. */
function read(url: string, { opened, changed, onBreak }: StreamHandlers, signal: AbortSignal): Promise<End> {
  return new Promise((resolve) => {
    const source = new EventSource(url);
    let silence: ReturnType<typeof setTimeout> | undefined;
    const end = (how: End) => {
      clearTimeout(silence);
      source.close();
      signal.removeEventListener('abort', stopped);
      resolve(how);
    };
    const stopped = () => end('stopped');
    const restartSilence = () => {
      clearTimeout(silence);
      silence = setTimeout(() => end('lost'), SILENCE_MS);
    };
    signal.addEventListener('abort', stopped);
    restartSilence();
    source.addEventListener('open', opened);
    source.addEventListener('beat', restartSilence);
    source.addEventListener('changed', ({ data }) => {
      restartSilence();
      changed((JSON.parse(data) as { keys: string[][] }).keys);
    });
    source.addEventListener('closed', ({ data }) =>
      end((JSON.parse(data) as { reason: ClosedReason }).reason),
    );
    source.addEventListener('error', () => {
      const refused = source.readyState === EventSource.CLOSED;
      if (!refused) onBreak?.();
      end(refused ? 'refused' : 'lost');
    });
  });
}

/** Data that changes many times a second is read at most once a second. */
const EVERY_MS = 1_000;

/**
 * Refetches the account's queries whose key begins with a changed key, except those with `meta: { live: false
 * }`. A hidden tab waits until it is visible. A running fetch completes and then repeats, so that frequent
 * changes cannot prevent it from finishing.
 */
export function liveQueries(client: QueryClient, account: string) {
  let pending: QueryKey[] = [];
  let everything = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const concerns = (key: QueryKey) =>
    key[1] === account &&
    (everything || pending.some((changed) => changed.every((part, at) => part === key[at])));
  const flush = () => {
    timer = undefined;
    if (document.hidden || (!everything && pending.length === 0)) return;
    const queries = client
      .getQueryCache()
      .findAll({ predicate: ({ queryKey, meta }) => meta?.live !== false && concerns(queryKey) });
    const busy = queries.filter(({ state }) => state.fetchStatus === 'fetching');
    const chosen = new Set(queries);
    everything = false;
    pending = busy.map(({ queryKey }) => queryKey);
    void client.invalidateQueries({ predicate: (query) => chosen.has(query) }, { cancelRefetch: false });
    if (pending.length > 0) soon();
  };
  const soon = () => {
    timer ??= setTimeout(flush, EVERY_MS);
  };
  const onVisible = () => {
    if (!document.hidden && timer === undefined) flush();
  };
  document.addEventListener('visibilitychange', onVisible);
  return {
    apply(change: LiveChange) {
      if ('missed' in change) everything = true;
      else pending.push(...change.keys);
      soon();
    },
    stop() {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisible);
    },
  };
}
