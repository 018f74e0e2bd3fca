'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Button } from '#components/ui/button.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Link } from '#components/ui/link.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import { Money } from '#components/ui/money.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { changesOptions } from '#lib/connections/queries.ts';
import { formatInstant, type Locale } from '#lib/dates.ts';
import { inboxKeys, markRead, type NoticeLine, newestOptions } from '#lib/notifications/queries.ts';
import { type Approvals, approvalsOptions } from '#lib/operations/queries.ts';
import { isDecision, noticeLook } from './notice-look.ts';
import { useSession } from './session-context.tsx';

const MOST_DECISIONS = 3;

/** What the bell opens: decisions that wait for this person, then what happened last. */
export function BellNews({ onClose }: { onClose: () => void }) {
  const t = useTranslations('shell.bell');
  const { account } = useSession();
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(newestOptions(account.slug));
  const decisions = useDecisions();
  const read = async (body: Parameters<typeof markRead>[0]) => {
    await markRead(body).catch(() => undefined);
    await client.invalidateQueries({ queryKey: inboxKeys.all(account.slug) });
  };
  const happened = data?.items.filter((line) => !isDecision(line)) ?? [];
  const waiting = decisions.length;
  return (
    <>
      <header>
        <h2>{t('name')}</h2>
        <span className="cap">{t('count', { count: data?.unread ?? 0 })}</span>
        {(data?.unread ?? 0) > 0 && (
          <Button size="sm" variant="quiet" className="ml-auto" onClick={() => void read({ all: true })}>
            {t('read')}
          </Button>
        )}
      </header>
      {waiting > 0 && (
        <section aria-label={t('waiting', { count: waiting })}>
          <h3>{t('waiting', { count: waiting })}</h3>
          <ul>{decisions.slice(0, MOST_DECISIONS).map((one) => one.row(onClose))}</ul>
        </section>
      )}
      <section aria-label={t('happened')}>
        <h3>{t('happened')}</h3>
        {error !== null && data === undefined && <ErrorCard error={error} onRetry={() => void refetch()} />}
        {data === undefined && error === null && <Skeleton width="80%" />}
        {data !== undefined && happened.length === 0 && <p className="cap">{t('nothing')}</p>}
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
      <footer>
        <LinkButton href="/inbox" variant="main" onClick={onClose}>
          {t('open')}
        </LinkButton>
        <LinkButton
          href="/settings/channels"
          icon="gear"
          variant="quiet"
          className="ml-auto"
          iconOnly={t('choose')}
          onClick={onClose}
        />
      </footer>
    </>
  );
}

type Decision = { until: string; row: (onClose: () => void) => ReactNode };

/** Operations and rules that wait for this person, what ends first on top. */
function useDecisions(): Decision[] {
  const { account, session } = useSession();
  const manages = session.permissions.includes('manage');
  const approvals = useQuery(approvalsOptions(account.slug)).data?.items ?? [];
  const { data: changes } = useQuery({ ...changesOptions(), enabled: manages });
  const rules = changes?.items.filter(({ may }) => may.approve) ?? [];
  return [
    ...approvals.map((one) => ({
      until: one.operation.approval.until ?? '',
      row: (onClose: () => void) => <Approval key={one.operation.id} {...one} onClose={onClose} />,
    })),
    ...rules.map(({ id, effectiveAt, requestedBy }) => ({
      until: effectiveAt,
      row: (onClose: () => void) => (
        <Rule key={id} until={effectiveAt} by={requestedBy.name} onClose={onClose} />
      ),
    })),
  ].sort((one, other) => one.until.localeCompare(other.until));
}

type ApprovalProps = Approvals['items'][number] & { onClose: () => void };

function Approval({ account, operation, receiver, onClose }: ApprovalProps) {
  const { approval, actor, amount, id } = operation;
  const name = receiver?.name ?? receiver?.key ?? receiver?.account ?? account.name;
  return (
    <li>
      <Icon name="clock" />
      <Link href={`/${account.slug}/operations/${encodeURIComponent(id)}`} onClick={onClose}>
        <b>{name}</b>
        <small>
          {actor.name} · {account.name} · <Until at={approval.until} />
        </small>
      </Link>
      <Money cents={amount} direction="still" />
    </li>
  );
}

function Rule({ until, by, onClose }: { until: string; by: string; onClose: () => void }) {
  const t = useTranslations('shell.bell');
  return (
    <li>
      <Icon name="clock" />
      <Link href="/settings/policies" onClick={onClose}>
        <b>{t('rule')}</b>
        <small>
          {by} · <Until at={until} />
        </small>
      </Link>
    </li>
  );
}

function Until({ at }: { at: string | null }) {
  const t = useTranslations('shell.bell');
  const locale = useLocale() as Locale;
  return at === null ? null : t('left', { when: formatInstant(locale, at, 'minute') });
}

function Row({ line, onOpen }: { line: NoticeLine; onOpen: () => void }) {
  const t = useTranslations('shell.bell');
  const { icon, tone } = noticeLook(line);
  const words = (
    <>
      <b>{line.title}</b>
      <small>{[line.account?.name, line.detail].filter(Boolean).join(' · ')}</small>
    </>
  );
  return (
    <li data-unread={line.readAt === null || undefined}>
      <Icon name={icon} tone={tone} />
      {line.link === null ? (
        <span>{words}</span>
      ) : (
        <Link href={line.link.path} onClick={onOpen}>
          {line.readAt === null && <span className="sr-only">{t('isUnread')}: </span>}
          {words}
        </Link>
      )}
      <Instant at={line.at} look="time-minute" />
    </li>
  );
}
