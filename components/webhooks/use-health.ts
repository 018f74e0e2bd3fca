'use client';

import { useQuery } from '@tanstack/react-query';
import { parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useSession } from '#components/app-shell/session.tsx';
import { type Health, healthOptions } from '#lib/deliveries/queries.ts';
import { HEALTH_SPANS, type HealthSpan } from '#lib/deliveries/rules.ts';
import { parseAsDayOrInstant } from '#lib/list/parsers.ts';

/** Deliveries of one hour or day. `unknown`: the interval is older than Guichê's data. */
export type Bar = { at: string; delivered: number; failed: number; ms: number | null; unknown: boolean };

const PARSERS = { span: parseAsStringLiteral(HEALTH_SPANS).withDefault('hours'), at: parseAsDayOrInstant };
const NONE = { delivered: 0, failed: 0, ms: null };
const HOUR_MS = 3_600_000;

/** Delivery health of the endpoints for the span in the address, and the selected hour or day. */
export function useHealth() {
  const { slug, capabilities } = useSession().account;
  const [{ span, at }, write] = useQueryStates(PARSERS);
  const { data, error, isLoading, refetch } = useQuery({
    ...healthOptions(slug, span),
    enabled: capabilities.includes('deliveries'),
  });
  const chosen = data?.at.find((one) => one === at) ?? null;
  return {
    span,
    setSpan: (next: HealthSpan) => void write({ span: next, at: null }),
    /** Taken from the data: while another span loads, the previous one is still drawn. */
    hourly: (data?.at.length ?? 24) === 24,
    chosen,
    choose: (next: string | null) => void write({ at: next }),
    since: data?.since ?? null,
    reading: isLoading,
    error,
    readAgain: () => void refetch(),
    /** The selected bar's interval, up to the start of the next bar. */
    period: chosen === null || data === undefined ? null : { from: chosen, to: endOf(data, chosen) },
    /** 95% of the span's responses took at most this many ms; null without responses. */
    slowestOf: (id: string): number | null => data?.webhooks?.find((one) => one.id === id)?.slowest ?? null,
    barsOf: (id: string): Bar[] | null => barsOf(data, id),
  };
}
export type HealthState = ReturnType<typeof useHealth>;

/**
 * The last interval ends an hour or a day later; São Paulo has no daylight saving time, so every day has 24
 * h.
 */
function endOf({ at }: Health, begin: string): string {
  const next = at[at.indexOf(begin) + 1];
  const length = at.length === 24 ? HOUR_MS : 24 * HOUR_MS;
  return next ?? new Date(Date.parse(begin) + length).toISOString();
}

function barsOf(health: Health | undefined, id: string): Bar[] | null {
  if (health?.webhooks === undefined) return null;
  const { at, since, webhooks } = health;
  const found = webhooks.find((one) => one.id === id);
  return at.map((begin, place) => ({
    at: begin,
    ...(found?.bars[place] ?? NONE),
    unknown: since !== null && endOf(health, begin) <= since,
  }));
}
