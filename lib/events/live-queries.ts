import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { Told } from '#lib/events/client.ts';

/** Data that changes many times a second is read once a second. */
const EVERY_MS = 1_000;

/**
 * Reads again what the server says has changed on an account: queries whose key begins with a told one, unless they
 * say `meta: { live: false }`. A hidden tab waits until it is looked at; a reading under way is finished, then
 * repeated, so that a stream of changes cannot keep it from ever ending.
 */
export function liveQueries(client: QueryClient, account: string) {
  let pending: QueryKey[] = [];
  let everything = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const concerns = (key: QueryKey) =>
    key[1] === account && (everything || pending.some((told) => told.every((part, at) => part === key[at])));
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
    told(what: Told) {
      if ('missed' in what) everything = true;
      else pending.push(...what.keys);
      soon();
    },
    stop() {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisible);
    },
  };
}
