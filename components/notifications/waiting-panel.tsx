'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useLocale, useTranslations } from 'next-intl';
import { limitsOf, PendingRule, RuleActions } from '#components/accounts/pending-rule.tsx';
import { useDecisions, type WaitingOperation } from '#components/app-shell/bell.tsx';
import { PageHead, SettingsTabs } from '#components/app-shell/page-head.tsx';
import { SessionProvider, useSession } from '#components/app-shell/session.tsx';
import { ApprovalActions } from '#components/operations/approval.tsx';
import { useKindLabels } from '#components/operations/operation-labels.ts';
import { LeftUntil, TimeLeft } from '#components/operations/operation-state.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { LinkButton } from '#components/ui/button.tsx';
import { CopyId } from '#components/ui/copy-button.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Money } from '#components/ui/money.tsx';
import { Page, PageFrame } from '#components/ui/page.tsx';
import { EmptyState, Panel, PanelSkeleton } from '#components/ui/panel.tsx';
import { changesOptions, connectionsOptions, type RuleChange } from '#lib/connections/queries.ts';
import { formatInstant, type Locale } from '#lib/core/dates.ts';
import { formatDocument } from '#lib/core/pix/documents.ts';
import { formatKey } from '#lib/core/pix/pix-key.ts';

// On a narrow page the amount and the remaining time share a line; the rest has its own lines.
const LINE =
  'grid grid-cols-[minmax(0,1fr)_max-content] items-center gap-x-4 gap-y-1.5 border-line-control border-t border-dashed px-3 py-2.5 @min-[46rem]/room:col-span-full @min-[46rem]/room:grid-cols-subgrid [:where(&>*)]:col-span-full @min-[46rem]/room:[&>*]:[grid-area:auto] [:where(&_small)]:block [:where(&_small)]:wrap-anywhere [:where(&_small)]:text-ink-3';
const LEFT = 'flex items-center gap-1 whitespace-nowrap';
const WHO = 'wrap-anywhere text-ink text-md/4.5 font-[700]';
const SUM = 'justify-self-end [grid-area:1/2]';

/** Decisions that wait for the operator, the earliest deadline first. A failed read is not taken for none. */
export function WaitingPanel() {
  const t = useTranslations('inbox.waiting');
  const { decisions, failed } = useDecisions();
  if (decisions.length === 0 && failed.length === 0) return null;
  return (
    <Panel
      title={t('title')}
      note={failed.length === 0 ? String(decisions.length) : t('unread')}
      action={t('note')}
      padded={false}
      local
    >
      {failed.map(({ name, error, refetch }) => (
        <ErrorCard key={name} error={error} onRetry={() => void refetch()} />
      ))}
      <ul className="@min-[46rem]/room:grid @min-[46rem]/room:grid-cols-[max-content_minmax(0,1fr)_minmax(0,1.2fr)_max-content_max-content] @min-[46rem]/room:gap-x-4">
        {decisions.map((one, place) =>
          'rule' in one ? (
            <Rule key={one.id} rule={one.rule} />
          ) : (
            <Approval key={one.id} {...one.waiting} first={place === 0} />
          ),
        )}
      </ul>
    </Panel>
  );
}

function Approval({ account, operation, receiver, first }: WaitingOperation & { first: boolean }) {
  const t = useTranslations('inbox.waiting');
  const restored = useTranslations('operations.restored');
  const { session } = useSession();
  const locale = useLocale() as Locale;
  const kind = useKindLabels()(operation.kind);
  const { actor, createdAt, amount, approval } = operation;
  const facts = [receiver?.document && formatDocument(receiver.document), receiver?.institution];
  const { key = null, keyType = null, account: toAccount = null } = receiver ?? {};
  const target = key ?? toAccount;
  const when = formatInstant(locale, createdAt, 'minute');
  return (
    <li className={LINE}>
      <span className="col-[1]">
        <b className={LEFT}>
          <Icon name="clock" /> <TimeLeft operation={operation} />
        </b>
        <small>
          <Instant at={approval.until} variant="minute" />
        </small>
      </span>
      <div>
        <Link className={WHO} href={`/${account.slug}/operations/${operation.id}`}>
          {receiver?.name ?? t('noReceiver')}
        </Link>
        <small>{facts.filter(Boolean).join(' · ')}</small>
      </div>
      <div>
        {target !== null && (
          <span className="wrap-anywhere [&_span]:wrap-anywhere [&_span]:whitespace-normal">
            <CopyId value={target} shown={formatKey(target, key && keyType)} whole />
          </span>
        )}
        <small>{t('kindBy', { kind, name: actor.name, when, account: account.name })}</small>
        {operation.restoredAt != null && <small className="text-warn-ink">{restored('short')}</small>}
      </div>
      <span className={SUM}>
        <Money cents={amount} />
      </span>
      {/* The approval dialogs call under the operation's own account. */}
      <SessionProvider session={session} account={account.slug}>
        <ApprovalActions operation={operation} place={first ? 'first' : 'line'} />
      </SessionProvider>
    </li>
  );
}

function Rule({ rule }: { rule: RuleChange }) {
  const t = useTranslations('inbox.waiting');
  const rules = useTranslations('accounts.ruleChange');
  const locale = useLocale() as Locale;
  const { data: connections } = useQuery(connectionsOptions());
  const { requestedBy, requestedAt, effectiveAt } = rule;
  const account = connections?.items.find(({ id }) => id === rule.accountId)?.name ?? '–';
  const when = formatInstant(locale, requestedAt, 'minute');
  return (
    <li className={LINE}>
      <span className="col-[1]">
        <b className={LEFT}>
          <Icon name="clock" /> <LeftUntil since={requestedAt} until={effectiveAt} />
        </b>
        <small>
          <Instant at={effectiveAt} variant="minute" />
        </small>
      </span>
      <div>
        {limitsOf(rule).map(({ rule: of, before, after }) => (
          <div key={of}>
            <b className={WHO}>
              {rules(of)} {after ?? rules('none')}
            </b>
            <small>{t('ruleNow', { limit: before ?? rules('none'), account })}</small>
          </div>
        ))}
      </div>
      <div>
        {t('rule')}
        <small>
          {t('ruleBy', { name: requestedBy.name, when })}{' '}
          <Link href="/settings/policies">{t('openRule')}</Link>
        </small>
      </div>
      <span className={SUM}>
        <Badge tone="idle">{t('badge')}</Badge>
      </span>
      <RuleActions account={{ name: account }} change={rule} />
    </li>
  );
}

/** Waiting decisions of all accounts: the operator's own, then weaker rules that others decide. */
export function ApprovalsView() {
  const t = useTranslations('inbox.approvals');
  const manages = useSession().session.permissions.includes('manage');
  const { decisions, failed, reading } = useDecisions();
  const none = decisions.length === 0 && failed.length === 0;
  return (
    <PageFrame>
      <PageHead title={t('title')} />
      <SettingsTabs />
      <Page layout="stack">
        {none && reading ? (
          <PanelSkeleton title={t('waiting')} />
        ) : none ? (
          <EmptyState
            framed
            title={t('none')}
            action={manages && <LinkButton href="/settings/policies">{t('rules')}</LinkButton>}
          >
            {t('noneDescription')}
          </EmptyState>
        ) : (
          <WaitingPanel />
        )}
        {manages && <RulesOfOthers />}
      </Page>
    </PageFrame>
  );
}

/** Rule changes the operator may not approve. Those the operator may approve are in the waiting panel. */
function RulesOfOthers() {
  const { data: changes } = useQuery(changesOptions());
  const { data: connections } = useQuery(connectionsOptions());
  const elsewhere = new Set(
    changes?.items.filter(({ may }) => !may.approve).map(({ accountId }) => accountId),
  );
  const accounts = connections?.items.filter(({ id }) => elsewhere.has(id)) ?? [];
  return accounts.map((account) => <PendingRule key={account.id} account={account} />);
}
