'use client';

import { useQuery } from '@tanstack/react-query';
import { parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useSession } from '#components/app-shell/session.tsx';
import { type Health, healthOptions } from '#lib/deliveries/queries.ts';
import { HEALTH_SPANS, type HealthSpan } from '#lib/deliveries/rules.ts';
import { parseAsDayOrInstant } from '#lib/list/parsers.ts';

/** `unknown`: wholly from before what Guichê has read. */
export type Bar = { at: string; delivered: number; failed: number; ms: number | null; unknown: boolean };

const PARSERS = { span: parseAsStringLiteral(HEALTH_SPANS).withDefault('hours'), at: parseAsDayOrInstant };
const NONE = { delivered: 0, failed: 0, ms: null };
const HOUR_MS = 3_600_000;

/** How the endpoints fared in the span of the address, and the hour or day that is looked at. */
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
    /** While another span is read, what is drawn is still the one before. */
    hourly: (data?.at.length ?? 24) === 24,
    chosen,
    choose: (next: string | null) => void write({ at: next }),
    since: data?.since ?? null,
    reading: isLoading,
    error,
    readAgain: () => void refetch(),
    /** The chosen bar from its beginning to the next one's. */
    moment: chosen === null || data === undefined ? null : { from: chosen, to: endOf(data, chosen) },
    /** 95% of the span's answers came within so many ms; null: there were none. */
    slowestOf: (id: string): number | null => data?.webhooks?.find((one) => one.id === id)?.slowest ?? null,
    barsOf: (id: string): Bar[] | null => barsOf(data, id),
  };
}
export type HealthState = ReturnType<typeof useHealth>;

/** The running one ends an hour or a day later; no day of São Paulo has another length today. */
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
