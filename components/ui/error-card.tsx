'use client';

import { useLocale, useTranslations } from 'next-intl';
import {
  type ComponentProps,
  type ComponentType,
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useState,
} from 'react';
import { additionsLeft, ipRulesFor, MOST_ADDITIONS, MOST_ADDRESSES } from '#lib/accounts/rules.ts';
import { CallError } from '#lib/api/client.ts';
import { serverNow } from '#lib/core/clock.ts';
import { formatInstant, type Locale } from '#lib/core/dates.ts';
import type { Problem } from '#lib/core/errors.ts';
import { Button } from './button.tsx';
import { CountdownRing, useCountdown, useNow } from './clock.tsx';
import { cn } from './cn.ts';
import { CopyButton, CopyId } from './copy-button.tsx';
import { Icon } from './icon.tsx';
import { Instant } from './instant.tsx';
import { panelVariants } from './panel.tsx';
import { tryStorage } from './storage.ts';

/** Renders a link from an error to the account's settings; null: the page belongs to no account. */
export const AccountTroubleContext = createContext<ComponentType<{ credential: boolean }> | null>(null);

type Props = {
  /** The thrown value; anything but a CallError is shown as a defect of this page. */
  error: unknown;
  /** Reads again; called by the button, and automatically where waiting is enough. */
  onRetry?: () => void;
  /** ISO instant of the data still on screen: "os dados são das 14:02:41". */
  asOf?: string | null | undefined;
  /** One more action, as a quiet link or button. */
  action?: ReactNode;
  className?: string;
};

/** Shows: the error · the remedy and who can apply it · the value needed · actions · the codes. */
export function ErrorCard({ error, onRetry, asOf, action, className }: Props) {
  const t = useTranslations('common.error');
  const locale = useLocale() as Locale;
  const Trouble = useContext(AccountTroubleContext);
  const { problem, at, texts } = useErrorTexts(error);
  const { code, help, provider, retryAfterSeconds: seconds } = problem;
  const retriesItself = texts.retry === 'self';
  const total = retriesItself && onRetry ? (seconds ?? 0) : 0;
  const { running, left, stop } = useCountdown(total, error, onRetry);
  const canRetry = onRetry !== undefined && texts.retry !== 'never';
  const time = asOf && formatInstant(locale, asOf, 'time');
  const hint = (
    <p>
      {texts.hint} {time && <span>{t.rich('stale', { time, b: (bold) => <b>{bold}</b> })}</span>}
    </p>
  );
  return (
    <ErrorFrame className={className} role={retriesItself ? 'status' : 'alert'}>
      {running ? (
        <div className="flex items-center gap-3">
          <CountdownRing left={left} total={total} />
          <div className="min-w-0 flex-1">
            {/* Screen readers announce the total once, not every second. */}
            <h2>
              <span aria-hidden="true">{t('retryIn', { title: texts.title, seconds: left })}</span>
              <span className="sr-only">{t('retryIn', { title: texts.title, seconds: total })}</span>
            </h2>
            {hint}
          </div>
          <Button size="sm" onClick={stop}>
            {t('stop')}
          </Button>
        </div>
      ) : (
        <>
          <ErrorHead soft={retriesItself}>
            <h2>{texts.title}</h2>
          </ErrorHead>
          {hint}
          {texts.responsible && <p className="text-xs text-ink-3">{texts.responsible}</p>}
        </>
      )}
      {help?.unknown && provider?.message && (
        <p lang="pt-BR">
          <q>{provider.message}</q>
        </p>
      )}
      {code === 'rate_limited' && seconds !== undefined && !running && (
        <p>{t('waitRequested', { seconds })}</p>
      )}
      {Trouble && ACCOUNT_CODES.includes(code) && <Trouble credential={code === 'provider_credential'} />}
      {provider?.sourceIp && (
        // The IP address that the provider must have registered, and its rules for registering one.
        <>
          <div className="flex w-max max-w-full items-center gap-2 rounded-2 border border-line-strong px-2.5 py-1.5">
            <span className="mono text-md text-ink">{provider.sourceIp}</span>
            <CopyButton value={provider.sourceIp}>{t('copyIp')}</CopyButton>
          </div>
          <IpRules code={provider.code ?? null} />
        </>
      )}
      {!running && (canRetry || action) && (
        <div className="flex flex-wrap items-center gap-2">
          {canRetry && <Button onClick={onRetry}>{texts.retry === 'ask' ? t('check') : t('tryNow')}</Button>}
          {action}
        </div>
      )}
      <Codes problem={problem} at={at} />
    </ErrorFrame>
  );
}

const ACCOUNT_CODES: readonly string[] = ['provider_unavailable', 'provider_timeout', 'provider_credential'];
const DEFECT: Problem = { type: 'about:blank', title: 'defect', status: 0, code: 'internal' };
/** Codes without a help text that a later attempt can succeed after. */
const RETRYABLE_CODES: readonly string[] = [
  'offline',
  'unavailable',
  'rate_limited',
  'provider_unavailable',
  'provider_timeout',
  'internal',
];

/** Texts for a thrown value; anything but a CallError is a defect of this page. */
function useErrorTexts(error: unknown) {
  const t = useTranslations('common.error');
  const { problem, at } = error instanceof CallError ? error : { problem: DEFECT, at: null };
  if (problem.help) return { problem, at, texts: problem.help };
  const known = problem.status === 0 && problem.code === 'unavailable' ? 'offline' : problem.code;
  const title = t.has(`${known}.title`) ? t(`${known as 'offline'}.title`) : problem.title;
  const hint = t.has(`${known}.hint`) ? t(`${known as 'offline'}.hint`) : '';
  const retry = RETRYABLE_CODES.includes(known) ? ('self' as const) : ('never' as const);
  return { problem, at, texts: { title, hint, responsible: '', retry } };
}

/** The card's frame, for an error with its own texts. */
export function ErrorFrame({ className, ...rest }: ComponentProps<'div'>) {
  return (
    <div
      className={cn(
        panelVariants(),
        'error-card grid grid-cols-1 content-start gap-2 p-panel [&>p]:max-w-176',
        className,
      )}
      {...rest}
    />
  );
}

/** The icon and the heading; `soft`: the error passes without action. */
export function ErrorHead({ soft = false, children }: { soft?: boolean; children: ReactNode }) {
  return (
    <div className="flex items-center gap-2">
      <Icon name={soft ? 'triangle' : 'octagon'} tone={soft ? 'warn' : 'danger'} />
      {children}
    </div>
  );
}

/** The line of codes at the foot of an error. */
export function CodeLine({ className = '', children }: { className?: string; children: ReactNode }) {
  return (
    <div
      className={`flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line pt-2 text-xs text-ink-3 ${className}`}
    >
      {children}
    </div>
  );
}

function Codes({ problem, at }: { problem: Problem; at: Date | null }) {
  const t = useTranslations('common.error');
  const { code, provider, unreached, status: own } = problem;
  // Guichê's own status is not the provider's, so it is hidden where the provider did not answer.
  const status = provider?.status ?? (ACCOUNT_CODES.includes(code) ? null : own || null);
  return (
    <CodeLine>
      <span>
        {t('code')} <span className="mono">{provider?.code ?? code}</span>
      </span>
      {status !== null && <span>HTTP {status}</span>}
      {status === null && unreached !== undefined && <span>{t(`unreached.${unreached}`)}</span>}
      {provider?.requestId && (
        <span className="inline-flex items-center gap-1">
          {t('request')} <CopyId value={provider.requestId} />
        </span>
      )}
      {at && <Instant at={at.toISOString()} variant="time" />}
    </CodeLine>
  );
}

/** The provider's rules for registering an IP address (document 1), for the error code `code`. */
export function IpRules({ code }: { code: string | null }) {
  const t = useTranslations('common.ipRules');
  const rules = ipRulesFor(code);
  if (rules.length === 0) return null;
  return (
    <ul aria-label={t('label')} className="mt-1 list-disc pl-4 text-xs text-ink-2">
      {rules.map((rule) => (
        <li key={rule}>
          {t(rule, { most: MOST_ADDRESSES, ...MOST_ADDITIONS })}
          {rule === 'burst' && <Additions />}
        </li>
      ))}
    </ul>
  );
}

const STORAGE_KEY = 'guiche.ip-additions';

/** Guichê cannot see additions made in the provider's panel: the operator notes each, and this tab counts. */
function Additions() {
  const t = useTranslations('common.ipRules');
  const locale = useLocale() as Locale;
  const [noted, setNoted] = useState<readonly number[]>([]);
  const now = useNow(1000);
  useEffect(() => setNoted(loadNotes()), []);
  // The clock ticks once a second; a new note must count at once.
  const { left, nextAt } = additionsLeft(noted, Math.max(now, noted.at(-1) ?? 0));
  const note = () => {
    const next = [...noted, serverNow()].slice(-MOST_ADDITIONS.count);
    setNoted(next);
    tryStorage(() => sessionStorage.setItem(STORAGE_KEY, JSON.stringify(next)));
  };
  return (
    <span className="my-1 flex flex-wrap items-center gap-2">
      <Button size="sm" onClick={note} disabled={left === 0}>
        {t('noteAddition')}
      </Button>
      <span role="status">
        {nextAt === null
          ? noted.length > 0 && t('additionsLeft', { left })
          : t('nextAddition', { time: formatInstant(locale, new Date(nextAt).toISOString(), 'time') })}
      </span>
    </span>
  );
}

function loadNotes(): readonly number[] {
  const stored = tryStorage(() => JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]') as unknown);
  return Array.isArray(stored) ? stored.filter((at) => typeof at === 'number') : [];
}
