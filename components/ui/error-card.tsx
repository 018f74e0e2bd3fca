'use client';

import { useLocale, useTranslations } from 'next-intl';
import { type ComponentType, createContext, type ReactNode, useContext } from 'react';
import { CallError } from '#lib/api/client.ts';
import { formatInstant, type Locale } from '#lib/dates.ts';
import type { Problem } from '#lib/errors.ts';
import { Button } from './button.tsx';
import { CopyId } from './copy-id.tsx';
import { CountdownRing } from './countdown-ring.tsx';
import { dynamic } from './dynamic.tsx';
import { Icon } from './icon.tsx';
import { Instant } from './instant.tsx';
import { useCountdown } from './use-countdown.ts';

/** Only where the provider refused an address. */
export const NeededAddress = dynamic(async () => (await import('./needed-address.tsx')).NeededAddress, {
  loading: () => null,
});
/** Component that links a fault to the account's address or credential; null: the page is of no account. */
export const AccountTroubleContext = createContext<ComponentType<{ credential: boolean }> | null>(null);
const OF_THE_ACCOUNT: readonly string[] = ['provider_unavailable', 'provider_timeout', 'provider_credential'];

type Props = {
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

const DEFECT: Problem = { type: 'about:blank', title: 'defect', status: 0, code: 'internal' };

/** Fault · the remedy and who can apply it · the value needed · action · line of codes. */
export function ErrorCard({ error, onRetry, asOf, action, className = '' }: Props) {
  const problem = error instanceof CallError ? error.problem : DEFECT;
  const at = error instanceof CallError ? error.at : null;
  const words = useProblemLabels(problem);
  const wait = words.retry === 'self' && onRetry ? (problem.retryAfterSeconds ?? 0) : 0;
  const { left, running, stop } = useCountdown(wait, error, onRetry);
  const sourceIp = problem.provider?.sourceIp;
  const Trouble = useContext(AccountTroubleContext);
  return (
    <div className={`panel error-card ${className}`} role={words.retry === 'self' ? 'status' : 'alert'}>
      {running ? (
        <Waiting title={words.title} left={left} total={wait} stop={stop}>
          {words.todo} {asOf && <StaleWords asOf={asOf} />}
        </Waiting>
      ) : (
        <Said title={words.title} todo={words.todo} who={words.who} soft={words.retry === 'self'}>
          {asOf && <StaleWords asOf={asOf} />}
        </Said>
      )}
      {problem.help?.unknown && problem.provider?.message && (
        <p lang="pt-BR">
          <q>{problem.provider.message}</q>
        </p>
      )}
      {Trouble && OF_THE_ACCOUNT.includes(problem.code) && (
        <Trouble credential={problem.code === 'provider_credential'} />
      )}
      {sourceIp && <NeededAddress address={sourceIp} code={problem.provider?.code ?? null} />}
      {!running && <Ways retry={words.retry} {...(onRetry ? { onRetry } : {})} action={action} />}
      <Codes problem={problem} at={at} />
    </div>
  );
}

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

type SaidProps = { title: string; todo: string; who: string; soft: boolean; children: ReactNode };

function Said({ title, todo, who, soft, children }: SaidProps) {
  return (
    <>
      <div className="error-head">
        <Icon name={soft ? 'triangle' : 'octagon'} tone={soft ? 'warn' : 'danger'} />
        <h2>{title}</h2>
      </div>
      <p>
        {todo} {children}
      </p>
      {who && <p className="text-xs text-ink-3">{who}</p>}
    </>
  );
}

type WaitingProps = { title: string; left: number; total: number; stop: () => void; children: ReactNode };

/** The second that ticks is for the eye; a screen reader hears the wait once. */
function Waiting({ title, left, total, stop, children }: WaitingProps) {
  const t = useTranslations('common.error');
  return (
    <div className="flex items-center gap-3">
      <CountdownRing left={left} total={total} />
      <div className="min-w-0 flex-1">
        <h2>
          <span aria-hidden="true">{t('retryIn', { title, seconds: left })}</span>
          <span className="sr-only">{t('retryIn', { title, seconds: total })}</span>
        </h2>
        <p>{children}</p>
      </div>
      <Button size="sm" onClick={stop}>
        {t('stop')}
      </Button>
    </div>
  );
}

function StaleWords({ asOf }: { asOf: string }) {
  const t = useTranslations('common.error');
  const locale = useLocale() as Locale;
  const time = formatInstant(locale, asOf, 'time');
  return <span>{t.rich('stale', { time, b: (words) => <b>{words}</b> })}</span>;
}

type WaysProps = { retry: 'self' | 'ask' | 'never'; onRetry?: () => void; action: ReactNode };

function Ways({ retry, onRetry, action }: WaysProps) {
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

function Codes({ problem, at }: { problem: Problem; at: Date | null }) {
  const t = useTranslations('common.error');
  const { provider } = problem;
  const status = provider?.status ?? (problem.status || null);
  return (
    <div className="codes">
      <span>
        {t('code')} <span className="mono">{provider?.code ?? problem.code}</span>
      </span>
      {status !== null && <span>HTTP {status}</span>}
      {provider?.requestId && (
        <span className="inline-flex items-center gap-1">
          {t('request')} <CopyId value={provider.requestId} />
        </span>
      )}
      {at && <Instant at={at.toISOString()} variant="time" />}
    </div>
  );
}
