'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'next-intl';
import { useQueryStates } from 'nuqs';
import { type ReactNode, useEffect, useMemo } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { PeriodChip } from '#components/list/filters/period-chip.tsx';
import { ReadError } from '#components/list/read-error.tsx';
import { usePaymentFilters } from '#components/payments/payments-page.tsx';
import { Button } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { Chip, ChipButton, ChipRemove } from '#components/ui/chip.tsx';
import { useToday } from '#components/ui/clock.tsx';
import { Facts } from '#components/ui/facts.tsx';
import { Menu } from '#components/ui/menu.tsx';
import { BarLine } from '#components/ui/meter.tsx';
import { EmptyState, Panel, PanelSkeleton } from '#components/ui/panel.tsx';
import { ReadingNote } from '#components/ui/reading-note.tsx';
import { type Period, presetSpan } from '#lib/core/dates.ts';
import { formatBrl } from '#lib/core/money.ts';
import { changedValues } from '#lib/list/parsers.ts';
import {
  allOf,
  type ChargeFunnel,
  type FunnelChoices,
  type FunnelNarrowing,
  type FunnelPart,
  joinedChoices,
  joinedFunnel,
  lateMoney,
  lossyTerm,
} from '#lib/payments/funnel.ts';
import { funnelParsers } from '#lib/payments/payments.list.ts';
import { chargeFunnelOptions } from '#lib/payments/queries.ts';
import { FunnelHours, FunnelSteps, SPEED_FILLS, sumOf, useShare } from './funnel-panels.tsx';

/** Pages loaded automatically (40,000 charges); after that the operator continues by hand. */
const AUTOMATIC_PAGES = 40;

/** Loads the period page by page and shows what is loaded; `progress` states how much while incomplete. */
function useFunnel({ from, to }: Period, { virtualAccount, term }: FunnelNarrowing) {
  const t = useTranslations('payments.funnel');
  const account = useSession().account.slug;
  const today = useToday();
  const period = from === null && to === null ? presetSpan('days7', today) : { from, to };
  const query = useInfiniteQuery(chargeFunnelOptions(account, { ...period, virtualAccount, term }));
  const { data, error, hasNextPage, isFetching, fetchNextPage } = query;
  const pages = data?.pages;
  const many = (pages?.length ?? 0) >= AUTOMATIC_PAGES;
  useEffect(() => {
    if (hasNextPage && !isFetching && error === null && !many) void fetchNextPage();
  }, [hasNextPage, isFetching, error, many, fetchNextPage]);
  const funnel = useMemo(() => pages && joinedFunnel(pages.map((page) => page.funnel)), [pages]) ?? null;
  const choices = useMemo(() => pages && joinedChoices(pages.map((page) => page.choices)), [pages]) ?? null;
  const read = pages?.reduce((sum, page) => sum + page.read, 0) ?? 0;
  const total = pages?.[0]?.total ?? null;
  return {
    funnel,
    choices,
    pages,
    /** Null when everything is loaded. */
    progress: !hasNextPage ? null : total === null ? t('soFar', { read }) : t('soFarOf', { read, total }),
    error,
    refetch: () => void (pages === undefined ? query.refetch() : fetchNextPage()),
    readOn: hasNextPage && many && !isFetching ? () => void fetchNextPage() : null,
  };
}

const NAMES = ['minute', 'five', 'thirty', 'more'] as const;

/** Time to payment, and the average amounts of paid and expired charges. */
function FunnelSpeed({ funnel: { speed, steps }, children }: { funnel: ChargeFunnel; children?: ReactNode }) {
  const t = useTranslations('payments.funnel.speed');
  const format = useFormatter();
  const share = useShare();
  const timed = sumOf(speed);
  const most = Math.max(1, ...speed);
  /** The bar within which half of the charges were paid. */
  const half = NAMES.find((_, place) => sumOf(speed.slice(0, place + 1)) * 2 >= timed) ?? 'more';
  const mean = (label: 'meanPaid' | 'meanExpired', { count, sum }: FunnelPart) => ({
    label: t(label),
    cents: count === 0 ? null : Math.round(sum / count),
  });
  return (
    <Panel title={t('title')} note={timed > 0 && t('note', { count: timed, half: t(half) })}>
      {timed === 0 ? (
        <p className="text-ink-3">{t('none')}</p>
      ) : (
        <ul className="grid gap-2">
          {NAMES.map((name, place) => (
            <li key={name} className="grid grid-cols-[7rem_minmax(0,1fr)_6.5rem] items-center gap-3">
              <span>{t(name)}</span>
              <BarLine
                className="h-3 bg-sunken"
                parts={[{ key: name, value: speed[place] ?? 0, className: SPEED_FILLS[place] ?? '' }]}
                whole={most}
              />
              <span className="num">
                <b>{format.number(speed[place] ?? 0)}</b>{' '}
                <span className="text-ink-3">{share(speed[place] ?? 0, timed)}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
      {children}
      <Facts
        variant="right"
        className="mt-3"
        of={[mean('meanPaid', steps.paid), mean('meanExpired', steps.expired)]}
      />
    </Panel>
  );
}

/** Outcome of a period's charges: how many were paid, how fast, and at which hours. */
export function FunnelView() {
  const t = useTranslations('payments.funnel');
  const { filters, set } = usePaymentFilters('charges');
  const { narrowing, narrow } = useNarrowing();
  const { funnel, choices, pages, progress, error, refetch, readOn } = useFunnel(filters, narrowing);
  const { virtualAccount, term } = narrowing;
  const termLabel = useTermLabels();
  const terms = (choices?.terms ?? []).map(({ minutes }) => minutes).toSorted((a, b) => a - b);
  const late = funnel && lateMoney(funnel);
  const asOf = pages?.[0]?.asOf ?? null;
  const all = funnel === null ? 0 : allOf(funnel).count;
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <PeriodChip
          usual="days7"
          span={{ from: filters.from, to: filters.to }}
          now={asOf}
          onChange={({ from, to }) => set({ from, to })}
        />
        <Choice
          label={t('narrow.account')}
          value={virtualAccount}
          options={(choices?.accounts ?? []).map(({ name }) => name)}
          onChange={(next) => narrow({ ...narrowing, virtualAccount: next })}
        />
        <Choice
          label={t('narrow.term')}
          value={term === undefined ? undefined : String(term)}
          options={terms.map(String)}
          labelOf={(minutes) => termLabel(Number(minutes))}
          onChange={(minutes) =>
            narrow({ ...narrowing, term: minutes === undefined ? undefined : Number(minutes) })
          }
        />
        <span className="cap" role="status">
          {progress ?? t('scope')}
        </span>
        {readOn !== null && (
          <Button size="sm" onClick={readOn}>
            {t('readOn')}
          </Button>
        )}
      </div>
      {error !== null && <ReadError error={error} onRetry={refetch} asOf={asOf} />}
      <ReadingNote pages={pages} />
      {funnel === null && error === null && <PanelSkeleton title={t('reading')} />}
      {funnel !== null && all === 0 && progress === null && (
        <EmptyState framed title={t('nothing')}>
          {t((virtualAccount ?? term) === undefined ? 'nothingHint' : 'nothingNarrow')}
        </EmptyState>
      )}
      {funnel !== null && all > 0 && (
        <>
          <div className="grid grid-cols-[minmax(0,3fr)_minmax(0,2fr)] items-start gap-4 @max-[60rem]/room:grid-cols-[minmax(0,1fr)]">
            <FunnelSteps funnel={funnel} />
            <FunnelSpeed funnel={funnel}>
              {choices !== null && <LossyTerm choices={choices} expired={funnel.steps.expired.count} />}
              {/* Payments received on charges that had already ended. */}
              {late && (
                <Callout
                  tone="warn"
                  title={t('late.title', { count: late.count, amount: formatBrl(late.sum) })}
                >
                  {t('late.description')}
                </Callout>
              )}
            </FunnelSpeed>
          </div>
          <FunnelHours funnel={funnel} />
        </>
      )}
    </>
  );
}

/** Names a term in which clearly more charges expire than in longer ones; hidden if charges have no term. */
function LossyTerm({ choices, expired }: { choices: FunnelChoices; expired: number }) {
  const t = useTranslations('payments.funnel.lossy');
  const termLabel = useTermLabels();
  const share = useShare();
  const found = lossyTerm(choices);
  if (found === null) return null;
  const { longer } = found;
  const term = termLabel(found.minutes);
  return (
    <Callout title={t('title', { term, count: found.expired, all: Math.max(expired, found.expired) })}>
      {t('description', {
        term,
        share: share(found.expired, found.ended),
        ended: found.ended,
        longer: share(longer.expired, longer.ended),
        others: longer.ended,
      })}
    </Callout>
  );
}

/** The funnel's filters, stored in the address. */
function useNarrowing() {
  const [{ account, term }, write] = useQueryStates(funnelParsers, { history: 'push' });
  const narrowing: FunnelNarrowing = { virtualAccount: account ?? undefined, term: term ?? undefined };
  const narrow = (next: FunnelNarrowing) =>
    void write((current) =>
      changedValues(current, { account: next.virtualAccount ?? null, term: next.term ?? null }),
    );
  return { narrowing, narrow };
}

type ChoiceProps = {
  label: string;
  value: string | undefined;
  options: readonly string[];
  labelOf?: (value: string) => string;
  onChange: (value: string | undefined) => void;
};

/** A filter, shown if the charges have more than one value, or one is selected. */
function Choice({ label, value, options, labelOf = String, onChange }: ChoiceProps) {
  const t = useTranslations('list.filters');
  if (value === undefined && options.length < 2) return null;
  const all = new Set([...options, ...(value === undefined ? [] : [value])]);
  return (
    <Chip>
      <Menu
        label={label}
        items={[
          {
            kind: 'choice',
            id: 'one',
            label,
            value: value ?? '',
            onChange: (next: string) => onChange(next === '' ? undefined : next),
            options: [
              { value: '', label: t('any') },
              ...Array.from(all, (one) => ({ value: one, label: labelOf(one) })),
            ],
          },
        ]}
        trigger={
          <ChipButton
            label={label}
            value={value === undefined ? t('any') : labelOf(value)}
            caret={value === undefined}
          />
        }
      />
      {value !== undefined && (
        <ChipRemove label={t('remove', { name: label })} onClick={() => onChange(undefined)} />
      )}
    </Chip>
  );
}

/** Formats a term: '10 min', '1 h', '2 dias'. */
function useTermLabels(): (minutes: number) => string {
  const t = useTranslations('payments.funnel.narrow');
  return (minutes) => {
    if (minutes % 1_440 === 0) return t('days', { count: minutes / 1_440 });
    return minutes % 60 === 0 ? t('hours', { count: minutes / 60 }) : t('minutes', { count: minutes });
  };
}
