'use client';

import { useLocale, useTranslations } from 'next-intl';
import { type ComponentType, createContext, type ReactNode } from 'react';
import { CallError } from '#lib/api/client.ts';
import { formatInstant, type Locale } from '#lib/dates.ts';
import type { Problem } from '#lib/errors.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import type { Countdown } from './use-countdown.ts';

export type ErrorCardProps = {
  /** Whatever was thrown; anything but a CallError is worded as a defect of this page. */
  error: unknown;
  /** Reads again; called by the button, and by itself where waiting is enough. */
  onRetry?: () => void;
  /** ISO instant of the data still on screen: "os dados são das 14:02:41". */
  asOf?: string | null | undefined;
  /** One more way out, as a quiet link or button. */
  action?: ReactNode;
  className?: string;
};

export type DetailProps = { fault: Fault; countdown: Countdown } & Omit<
  ErrorCardProps,
  'className' | 'error'
>;

/** Component that links a fault to the account's address or credential; null: the page is of no account. */
export const AccountTroubleContext = createContext<ComponentType<{ credential: boolean }> | null>(null);
const DEFECT: Problem = { type: 'about:blank', title: 'defect', status: 0, code: 'internal' };

/** Words for a thrown value; anything but a CallError is a defect of this page. */
export function useFault(error: unknown) {
  const problem = error instanceof CallError ? error.problem : DEFECT;
  return { problem, at: error instanceof CallError ? error.at : null, words: useProblemLabels(problem) };
}
export type Fault = ReturnType<typeof useFault>;

function useProblemLabels(problem: Problem) {
  const t = useTranslations('common.error');
  if (problem.help) return problem.help;
  const known = problem.status === 0 && problem.code === 'unavailable' ? 'offline' : problem.code;
  const retry = [
    'offline',
    'unavailable',
    'rate_limited',
    'provider_unavailable',
    'provider_timeout',
    'internal',
  ];
  const title = t.has(`${known}.title`) ? t(`${known as 'offline'}.title`) : problem.title;
  const todo = t.has(`${known}.todo`) ? t(`${known as 'offline'}.todo`) : '';
  return { title, todo, who: '', retry: retry.includes(known) ? ('self' as const) : ('never' as const) };
}

type SaidProps = { words: Fault['words']; asOf: ErrorCardProps['asOf'] };

export function Said({ words: { title, todo, who, retry }, asOf }: SaidProps) {
  const soft = retry === 'self';
  return (
    <>
      <div className="error-head">
        <Icon name={soft ? 'triangle' : 'octagon'} tone={soft ? 'warn' : 'danger'} />
        <h2>{title}</h2>
      </div>
      <p>
        {todo} {asOf && <StaleWords asOf={asOf} />}
      </p>
      {who && <p className="text-xs text-ink-3">{who}</p>}
    </>
  );
}

export function StaleWords({ asOf }: { asOf: string }) {
  const t = useTranslations('common.error');
  const locale = useLocale() as Locale;
  const time = formatInstant(locale, asOf, 'time');
  return <span>{t.rich('stale', { time, b: (words) => <b>{words}</b> })}</span>;
}

type WaysProps = { words: Fault['words']; onRetry?: () => void; action?: ReactNode };

export function Ways({ words: { retry }, onRetry, action }: WaysProps) {
  const t = useTranslations('common.error');
  const offered = onRetry !== undefined && retry !== 'never';
  if (!offered && !action) return null;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {offered && <Button onClick={onRetry}>{retry === 'ask' ? t('check') : t('tryNow')}</Button>}
      {action}
    </div>
  );
}
