'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { cva } from 'class-variance-authority';
import Link from 'next/link';
import { useLocale, useTranslations } from 'next-intl';
import { Button, LinkButton } from '#components/ui/button.tsx';
import { useIsHydrated } from '#components/ui/clock.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Icon, type IconName, type Tone } from '#components/ui/icon.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Money } from '#components/ui/money.tsx';
import { Popover } from '#components/ui/popover.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { useToast } from '#components/ui/toast.tsx';
import { changesOptions, type RuleChange } from '#lib/connections/queries.ts';
import { formatInstant, type Locale } from '#lib/core/dates.ts';
import { nonBreakingAmounts } from '#lib/core/money.ts';
import {
  allNotices,
  markRead,
  type NoticeLine,
  newestOptions,
  settingsOptions,
  unreadOptions,
} from '#lib/notifications/queries.ts';
import { type Approvals, approvalsOptions } from '#lib/operations/queries.ts';
import { useSession } from './session.tsx';

const MOST = 99;
const button = cva(
  'inline-grid size-control flex-none place-items-center rounded-2 text-ink-2 hover:bg-hover data-[state=open]:bg-hover',
  {
    variants: {
      place: {
        side: 'relative mr-2 wide:max-drawer:m-0',
        // At the same position on every page, whatever the header contains.
        head: 'absolute top-2 right-gutter wide:hidden',
      },
    },
  },
);

/** The bell, on a phone in the page's header (`head`), with the number of unread notifications. */
export function Bell({ head = false }: { head?: boolean }) {
  const t = useTranslations('shell.bell');
  const { data = 0 } = useQuery(unreadOptions(useSession().account.slug));
  // The header hydrates after the navigation, and the count may have changed by then.
  const unread = useIsHydrated() ? data : 0;
  const label = t('unread', { count: unread });
  const trigger = (
    <button
      type="button"
      className={button({ place: head ? 'head' : 'side' })}
      aria-label={label}
      title={label}
      data-bell=""
    >
      <Icon name="bell" />
      {unread > 0 && (
        // Next to the bell's shape, not over it.
        <b
          className="absolute top-[calc(50%-18px)] right-[calc(50%-20px)] min-w-4 rounded-1 bg-ink px-0.75 text-center text-2xs/4 text-ink-inverse"
          aria-hidden="true"
        >
          {unread > MOST ? `${MOST}+` : unread}
        </b>
      )}
    </button>
  );
  return (
    <Popover
      label={t('name')}
      trigger={trigger}
      padded={false}
      align="start"
      className="w-[min(27rem,calc(100vw-1.5rem))]"
    >
      {(close) => <BellNews onClose={close} />}
    </Popover>
  );
}

const MOST_DECISIONS = 3;
const HEADING = 'px-3 py-1 text-ink-3 text-xs font-normal';
const LINE =
  'group grid grid-cols-[0.5rem_1rem_minmax(0,1fr)_auto] gap-2 px-3 py-1.5 not-first:border-line not-first:border-t data-[unread]:before:col-start-1 data-[unread]:before:row-start-1 data-[unread]:before:mt-[5px] data-[unread]:before:size-2 data-[unread]:before:rounded-1 data-[unread]:before:bg-ink [&>span]:text-ink-2';
const SIGN = 'col-start-2 mt-0.5';
const ENTRY = 'text-ink-2 no-underline [&:any-link:hover_b]:underline';
const TITLE = 'block wrap-anywhere font-normal group-data-[unread]:font-semibold';
const NOTE = 'block wrap-anywhere text-ink-3 text-xs/4.5';

export function BellNews({ onClose }: { onClose: () => void }) {
  const t = useTranslations('shell.bell');
  const { account } = useSession();
  const { data, error, refetch } = useQuery(newestOptions(account.slug));
  const { decisions, failed } = useDecisions();
  const read = useMarkRead();
  const happened = data?.items.filter((line) => !isDecision(line)) ?? [];
  const waiting = decisions.length;
  return (
    <>
      <header className="flex items-center gap-2 px-3 py-2">
        <h2>{t('name')}</h2>
        <span className="text-ink-3 text-xs/3.5">{t('count', { count: data?.unread ?? 0 })}</span>
        {(data?.unread ?? 0) > 0 && (
          <Button size="sm" variant="quiet" className="ml-auto" onClick={() => void read({ all: true })}>
            {t('read')}
          </Button>
        )}
      </header>
      {failed.map((read) => (
        <ErrorCard key={read.name} error={read.error} onRetry={() => void read.refetch()} />
      ))}
      {waiting > 0 && (
        <section aria-label={t('waiting', { count: waiting })}>
          <h3 className={HEADING}>{t('waiting', { count: waiting })}</h3>
          <ul>
            {decisions.slice(0, MOST_DECISIONS).map((decision) => (
              <DecisionRow key={decision.id} decision={decision} onClose={onClose} />
            ))}
          </ul>
        </section>
      )}
      <section className="border-line-strong [section+&]:border-t" aria-label={t('happened')}>
        <h3 className={HEADING}>{t('happened')}</h3>
        {error !== null && data === undefined && <ErrorCard error={error} onRetry={() => void refetch()} />}
        {data === undefined && error === null && <Skeleton width="80%" />}
        {data !== undefined && happened.length === 0 && <p className={HEADING}>{t('nothing')}</p>}
        <ul>
          {happened.map((line) => (
            <Row
              key={line.id}
              line={line}
              onOpen={() => {
                onClose();
                void read({ ids: [line.id] });
              }}
            />
          ))}
        </ul>
      </section>
      <footer className="flex items-center gap-2 border-line-strong border-t px-3 py-2">
        <LinkButton href="/inbox" variant="main" onClick={onClose}>
          {t('open')}
        </LinkButton>
        <span className="ml-auto" />
        <QuietHours short onClick={onClose} />
        <LinkButton
          href="/settings/channels"
          icon="gear"
          variant="quiet"
          iconOnly={t('choose')}
          onClick={onClose}
        />
      </footer>
    </>
  );
}

/** An operation or a rule change that waits for this operator, and the instant it expires. */
function DecisionRow({ decision, onClose }: { decision: Decision; onClose: () => void }) {
  const t = useTranslations('shell.bell');
  const locale = useLocale() as Locale;
  const expiry =
    decision.until !== '' && t('left', { when: formatInstant(locale, decision.until, 'minute') });
  if ('rule' in decision)
    return (
      <li className={LINE}>
        <Icon name="clock" className={SIGN} />
        <Link className={ENTRY} href="/settings/policies" onClick={onClose}>
          <b className={TITLE}>{t('rule')}</b>
          <small className={NOTE}>
            {decision.rule.requestedBy.name} · {expiry}
          </small>
        </Link>
      </li>
    );
  const { account, operation, receiver } = decision.waiting;
  return (
    <li className={LINE}>
      <Icon name="clock" className={SIGN} />
      <Link
        className={ENTRY}
        href={`/${account.slug}/operations/${encodeURIComponent(operation.id)}`}
        onClick={onClose}
      >
        <b className={TITLE}>{receiver?.name ?? receiver?.key ?? receiver?.account ?? account.name}</b>
        <small className={NOTE}>
          {operation.actor.name} · {account.name} · {expiry}
        </small>
      </Link>
      <Money cents={operation.amount} direction="still" />
    </li>
  );
}

function Row({ line, onOpen }: { line: NoticeLine; onOpen: () => void }) {
  const t = useTranslations('shell.bell');
  const { icon, tone } = notificationStyle(line);
  const content = (
    <>
      <b className={TITLE}>{nonBreakingAmounts(line.title)}</b>
      <small className={NOTE}>
        {line.quote === null ? (
          [line.account?.name, nonBreakingAmounts(line.detail)].filter(Boolean).join(' · ')
        ) : (
          <q>{line.quote}</q>
        )}
      </small>
    </>
  );
  return (
    <li className={LINE} data-unread={line.readAt === null || undefined}>
      <Icon name={icon} tone={tone} className={SIGN} />
      {line.link === null ? (
        <span className={ENTRY}>{content}</span>
      ) : (
        <Link className={ENTRY} href={line.link.path} onClick={onOpen}>
          {line.readAt === null && <span className="sr-only">{t('isUnread')}: </span>}
          {content}
        </Link>
      )}
      <Instant at={line.at} variant="time-minute" className="text-ink-3 text-xs/4.5" />
    </li>
  );
}

type NotificationStyle = { icon: IconName; tone?: Tone };

const GOOD: NotificationStyle = { icon: 'check', tone: 'ok' };
const BAD: NotificationStyle = { icon: 'octagon', tone: 'danger' };
const CARE: NotificationStyle = { icon: 'triangle', tone: 'warn' };

/** Icon by event, unless the step has its own. */
const EVENTS: Record<NoticeLine['event'], NotificationStyle> = {
  approval_waiting: { icon: 'operator' },
  rule_waiting: { icon: 'operator' },
  request_decided: GOOD,
  closing_open: CARE,
  operation_unknown: { icon: 'unknown' },
  operation_late: GOOD,
  deadline_far: CARE,
  deadline_near: BAD,
  endpoint: BAD,
  credential_refused: BAD,
  credential_ending: CARE,
  account_block: BAD,
  mention: { icon: 'user' },
  work_ended: GOOD,
  sign_in: { icon: 'key' },
};
const STEPS: Partial<Record<string, NotificationStyle>> = {
  recovered: GOOD,
  accepted: GOOD,
  released: GOOD,
  declined: { icon: 'barred' },
  rule_declined: { icon: 'barred' },
  expired: { icon: 'hourglass' },
  rejected: BAD,
  amount_differs: BAD,
  resend_failed: BAD,
  report_failed: BAD,
};

/** The notification awaits a decision; it is listed above the events, and reading does not end it. */
export const isDecision = ({ event, step }: Pick<NoticeLine, 'event' | 'step'>): boolean =>
  step === 'waiting' && (event === 'approval_waiting' || event === 'rule_waiting');

export const notificationStyle = ({ event, step }: Pick<NoticeLine, 'event' | 'step'>): NotificationStyle =>
  STEPS[step] ?? EVENTS[event];

export type WaitingOperation = Approvals['items'][number];
/** `until`: ISO instant; empty where the decision has no deadline. */
type Decision = { id: string; until: string } & ({ waiting: WaitingOperation } | { rule: RuleChange });

/** What awaits this operator's decision, the earliest deadline first; and the failed reads. */
export function useDecisions() {
  const { account, session } = useSession();
  const approvals = useQuery(approvalsOptions(account.slug));
  const manages = session.permissions.includes('manage');
  const changes = useQuery({ ...changesOptions(), enabled: manages });
  const rules = changes.data?.items.filter(({ may }) => may.approve) ?? [];
  const decisions: Decision[] = [
    ...(approvals.data?.items ?? []).map((waiting) => ({
      id: waiting.operation.id,
      until: waiting.operation.approval.until ?? '',
      waiting,
    })),
    ...rules.map((rule) => ({ id: rule.id, until: rule.effectiveAt, rule })),
  ];
  const reads = [
    { name: 'approvals', ...approvals },
    { name: 'rules', ...changes },
  ];
  return {
    decisions: decisions.sort((one, other) => one.until.localeCompare(other.until)),
    /** True until both reads completed. */
    reading: approvals.isPending || (manages && changes.isPending),
    failed: reads.filter(({ error }) => error !== null),
  };
}

/** Marks inbox lines as read and reads the inbox again. A failure shows a toast. */
export function useMarkRead() {
  const t = useTranslations('shell.bell');
  const client = useQueryClient();
  const account = useSession().account.slug;
  const toast = useToast();
  return async (body: Parameters<typeof markRead>[0]) => {
    await markRead(body).catch(() => toast(t('notRead'), 'triangle'));
    await client.invalidateQueries({ queryKey: allNotices(account) });
  };
}

type QuietProps = { short?: boolean; className?: string; onClick?: () => void };

/** The operator's quiet hours, if set; `short` omits which notifications still arrive. */
export function QuietHours({ short = false, className = '', onClick }: QuietProps) {
  const t = useTranslations('shell.quiet');
  const { data } = useQuery(settingsOptions(useSession().account.slug));
  if (data === undefined || !data.quiet.on || data.quiet.from === data.quiet.to) return null;
  const { from, to, days } = data.quiet;
  const hours = t('hours', { from: spoken(from), to: spoken(to), days });
  return (
    <Link
      href="/settings/channels"
      className={`flex items-center gap-1 text-xs ${className}`}
      {...(onClick && { onClick })}
    >
      <Icon name="moon" />
      <span>{short ? hours : t('whole', { hours })}</span>
    </Link>
  );
}

/** Drops the leading zero: `08:00` → `8:00`. */
const spoken = (clock: string) => clock.replace(/^0/, '');
