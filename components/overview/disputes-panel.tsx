'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useSession } from '#components/app-shell/session.tsx';
import { STEP_STYLE } from '#components/disputes/clock.ts';
import { useReasonLabels } from '#components/disputes/use-labels.ts';
import { QueryPanel, WaitingChecks } from '#components/overview/query-panel.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { CheckList } from '#components/ui/list-line.tsx';
import { Money } from '#components/ui/money.tsx';
import { useNow } from '#components/ui/use-now.ts';
import { useTimeLabels } from '#components/ui/use-time-labels.ts';
import type { Dispute } from '#lib/disputes/contract.ts';
import { firstDueOptions } from '#lib/disputes/queries.ts';
import { disputeName, disputePath, stepOf } from '#lib/disputes/rules.ts';

const LINES = ['first', 'second'];

/** The disputes due first, each with a link. */
export function DisputesPanel({ account }: { account: string }) {
  const t = useTranslations('due');
  const query = useQuery(firstDueOptions(account));
  const count = query.data?.sums.open.count ?? 0;
  return (
    <QueryPanel
      query={query}
      title={t('overview.title')}
      action={count > 0 && <Link href={`/${account}/disputes`}>{t('overview.all', { count })}</Link>}
      skeleton={<WaitingChecks lines={LINES} />}
    >
      {(data) =>
        data.items.length === 0 ? (
          <p className="text-ink-3">{t(data.completeAt === null ? 'partial' : 'overview.none')}</p>
        ) : (
          <CheckList>
            {data.items.map((item) => (
              <Line key={item.id} item={item} account={account} />
            ))}
          </CheckList>
        )
      }
    </QueryPanel>
  );
}

const INK = { calm: '', warn: 'text-warn-ink', danger: 'text-danger-ink' };

/** The assignee and the draft's version. */
function useWhoAnswers({ assignee, draft }: Dispute): string {
  const t = useTranslations('due.overview');
  const { id } = useSession().session.operator;
  const who = assignee === null ? t('nobody') : assignee.id === id ? t('you') : assignee.name;
  return draft === null ? who : t('drafted', { who, version: draft.version });
}

function Line({ item, account }: { item: Dispute; account: string }) {
  const t = useTranslations('due');
  const words = useTimeLabels();
  const reason = useReasonLabels();
  const now = useNow(30_000);
  const ms = item.deadline === null ? null : Date.parse(item.deadline) - now;
  const { icon, tone, urgency } = STEP_STYLE[ms === null ? 'calm' : stepOf(ms)];
  const left = ms === null ? t('left.none') : ms <= 0 ? t('left.over') : words.left(ms);
  const who = useWhoAnswers(item);
  return (
    <li>
      <Icon name={icon} tone={tone} />
      <span className="what">
        <b className={INK[urgency]}>{left}</b>{' '}
        <Link
          className="whitespace-nowrap"
          href={disputePath(account, item.id)}
          aria-label={t('overview.open', { name: disputeName(item), left })}
        >
          {disputeName(item)}
        </Link>
      </span>
      <span className="aside">
        <Money cents={item.amount} />
      </span>
      <div className="note">
        {[reason(item), who, item.deadline !== null && words.when(item.deadline, now)]
          .filter(Boolean)
          .join(' · ')}
      </div>
    </li>
  );
}
