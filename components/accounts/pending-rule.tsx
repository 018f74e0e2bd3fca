import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { OperationForm } from '#components/forms/operation-form.tsx';
import { useOperation } from '#components/forms/use-operation.ts';
import { QueryBody } from '#components/list/query-body.tsx';
import { Button } from '#components/ui/button.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { useToast } from '#components/ui/toast.tsx';
import { APPROVAL_RULES } from '#lib/accounts/rules.ts';
import {
  allConnections,
  type Connection,
  changesOptions,
  type RuleChange,
} from '#lib/connections/queries.ts';
import { formatBrl } from '#lib/core/money.ts';
import { agentName } from '#lib/profile/agent-name.ts';

/** Shows that waiting rule changes could not be loaded, so an empty page does not mean "none". */
export const UnreadRules = () => <QueryBody query={useQuery(changesOptions())} />;

/** The account's waiting change to a weaker approval rule. */
export function PendingRule({ account }: { account: Pick<Connection, 'id' | 'name'> }) {
  const t = useTranslations('accounts.ruleChange');
  const { data } = useQuery(changesOptions());
  const change = data?.items.find(({ accountId }) => accountId === account.id);
  if (change === undefined) return null;
  const { may, effectiveAt } = change;
  return (
    <Panel
      title={t('title', { account: account.name })}
      action={
        <span className="text-ink-3">
          {t.rich('alone', { until: () => <Instant at={effectiveAt} variant="minute" /> })}
        </span>
      }
      footer={
        (may.approve || may.decline) && (
          <div className="flex flex-wrap items-center justify-between gap-2">
            <span className="min-w-0 flex-1 basis-56">{t('until')}</span>
            <RuleActions account={account} change={change} />
          </div>
        )
      }
      className="has-[+form]:mb-3"
      local
    >
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,20rem),1fr))] gap-x-5 gap-y-3">
        <Weaker change={change} />
        <RequestedRule change={change} />
      </div>
    </Panel>
  );
}

const SIDES = ['before', 'after'] as const;

/** Compares present (solid) and requested (dashed) limits, and shows which payments the new ones let pass. */
function Weaker({ change }: { change: RuleChange }) {
  const t = useTranslations('accounts.ruleChange');
  const { passing } = change;
  return (
    <div className="grid content-start gap-2">
      {limitsOf(change).map((limits) => (
        <div
          key={limits.rule}
          className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-x-2 gap-y-1.5"
        >
          <p className="col-span-full text-xs">{t(limits.rule)}</p>
          {SIDES.map((side) => (
            <p
              key={side}
              data-side={side}
              className="rounded-2 border border-line-strong bg-surface px-2.5 py-1.5 data-[side=after]:border-line-control data-[side=after]:border-dashed"
            >
              <small className="block text-(length:--text-xs) text-ink-3">{t(side)}</small>
              <b className="block whitespace-nowrap text-lg @max-[44rem]/room:text-(length:--text-md)">
                {limits[side] ?? t('none')}
              </b>
            </p>
          ))}
        </div>
      ))}
      {passing !== null && (
        <p className="text-xs text-warn-ink">
          {t('passing', { count: passing.count, all: passing.all, amount: formatBrl(passing.sum) })}
        </p>
      )}
    </div>
  );
}

function RequestedRule({ change: { requestedBy, requestedAt, from, reason, may } }: { change: RuleChange }) {
  const t = useTranslations('accounts.ruleChange');
  const address = from.address ?? t('noAddress');
  const agent = from.agent === null ? t('noAgent') : agentName(from.agent);
  return (
    <div className="grid content-start gap-2">
      <p>
        <b className="font-semibold text-ink">
          {t.rich('requested', {
            name: requestedBy.name,
            requested: () => <Instant at={requestedAt} variant="minute" />,
          })}
        </b>
        <small className="block break-words text-xs text-ink-3" title={from.agent ?? undefined}>
          {t('from', { address, agent })}
        </small>
      </p>
      {reason !== null && (
        <p className="break-words whitespace-pre-line text-ink">{t('reason', { reason })}</p>
      )}
      <p className="text-xs text-ink-3">{may.approve ? t('who') : t(may.decline ? 'own' : 'lifted')}</p>
    </div>
  );
}

/** The changed limits as text; null: the rule requires no second person. */
export function limitsOf({ before, after }: RuleChange) {
  const written = (cents: number | null | undefined) => (cents == null ? null : formatBrl(cents));
  return APPROVAL_RULES.filter((rule) => after[rule] !== undefined).map((rule) => ({
    rule,
    before: written(before[rule]),
    after: written(after[rule]),
  }));
}

type Decision = 'approve' | 'decline' | 'takeBack';
type ActionsProps = { account: Pick<Connection, 'name'>; change: RuleChange };

export function RuleActions({ account, change }: ActionsProps) {
  const t = useTranslations('accounts.ruleChange');
  const [decision, setDecision] = useState<Decision | null>(null);
  const { may } = change;
  const end = may.approve ? 'decline' : 'takeBack';
  const [only, ...more] = limitsOf(change);
  const limit = more.length === 0 ? only?.after : null;
  return (
    <>
      <span className="flex flex-wrap gap-2">
        {may.decline && (
          <Button variant={may.approve ? 'danger' : 'plain'} onClick={() => setDecision(end)}>
            {t(end)}
          </Button>
        )}
        {may.approve && (
          <Button onClick={() => setDecision('approve')}>
            {limit == null ? t('approve') : t('approveLimit', { limit })}
          </Button>
        )}
      </span>
      {decision !== null && (
        <Decide account={account} change={change} decision={decision} onClose={() => setDecision(null)} />
      )}
    </>
  );
}

type DecideProps = ActionsProps & { decision: Decision; onClose: () => void };

function Decide({ account, change: { id }, decision, onClose }: DecideProps) {
  const t = useTranslations('accounts.ruleChange');
  const toast = useToast();
  const approves = decision === 'approve';
  const form = useOperation(`POST /api/settings/changes/{id}/${approves ? 'approve' : 'decline'}`, {
    params: { id },
    stale: [allConnections],
    onDone() {
      toast(t(approves ? 'approved' : 'declined'));
      onClose();
    },
  });
  return (
    <OperationForm
      form={form}
      onClose={onClose}
      title={t(`${decision}Title`, { account: account.name })}
      confirm={t(decision)}
    >
      <p>{t(approves ? 'approveDescription' : 'declineDescription')}</p>
    </OperationForm>
  );
}
