import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { EditSheet } from '#components/accounts/edit-sheet.tsx';
import { QueryBody } from '#components/list/query-body.tsx';
import { Button } from '#components/ui/button.tsx';
import { Facts } from '#components/ui/facts.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Meter } from '#components/ui/meter.tsx';
import { Panel } from '#components/ui/panel.tsx';
import type { Connection, Connections } from '#lib/connections/queries.ts';
import { formatBrl } from '#lib/core/money.ts';
import { type LimitsToday, limitsTodayOptions } from '#lib/policies/queries.ts';

/** Policies as lines: name, present value, change button. */
export function PolicyLines({ children }: { children: ReactNode }) {
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)_max-content] max-[481px]:grid-cols-[minmax(0,1fr)_max-content]">
      {children}
    </ul>
  );
}

/** On a narrow screen the present value is below the rest. */
export function PolicyLine({ children }: { children: ReactNode }) {
  return (
    <li className="col-span-full grid grid-cols-subgrid items-start gap-x-3 gap-y-1 border-line border-b px-panel py-2 last:border-b-0 max-[481px]:[&>:nth-child(2)]:col-span-full max-[481px]:[&>:nth-child(2)]:row-start-2">
      {children}
    </li>
  );
}

/** By account: the amounts above which a second person approves, and today's use of the daily limit. */
export function ApprovalLimits({ accounts }: { accounts: Connections['items'] }) {
  const t = useTranslations('policies.approval');
  const [changing, setChanging] = useState<Connection | null>(null);
  const query = useQuery(limitsTodayOptions());
  const today = query.data;
  return (
    <Panel
      title={t('title')}
      note={t('note')}
      padded={false}
      footer={<span className="text-xs text-ink-3">{t('description')}</span>}
    >
      <QueryBody query={query} />
      <PolicyLines>
        {accounts.map((account) => {
          const { id, slug, name, settings } = account;
          const usage = today?.items.find(({ account }) => account === slug);
          return (
            <PolicyLine key={id}>
              <b className="font-semibold">{name}</b>
              <dl className="grid grid-cols-2 gap-x-3">
                <dt className="text-(length:--text-xs) text-ink-3">{t('each')}</dt>
                <Limit cents={settings.approvalAbove} />
                <dt className="text-(length:--text-xs) text-ink-3">{t('daily')}</dt>
                <Limit cents={settings.approvalAboveDaily} />
              </dl>
              <Button size="sm" aria-label={t('changeFor', { name })} onClick={() => setChanging(account)}>
                {t('change')}
              </Button>
              {today && usage && <LimitToday of={usage} asOf={today.asOf} />}
            </PolicyLine>
          );
        })}
      </PolicyLines>
      <Facts
        className="border-t border-line px-panel py-2"
        of={[
          { label: t('barred'), value: t('barredDescription') },
          { label: t('term'), value: t('termDescription') },
        ]}
      />
      {changing && <EditSheet account={changing} only="approval" onClose={() => setChanging(null)} />}
    </Panel>
  );
}

/** Large type: the two limits are the main content of the page. */
const LIMIT =
  'row-start-2 text-md leading-(--text-lg--line-height) whitespace-nowrap max-drawer:text-(length:--text-sm)';

function Limit({ cents }: { cents: unknown }) {
  const t = useTranslations('policies.approval');
  if (typeof cents !== 'number') return <dd className={`${LIMIT} text-ink-3`}>{t('never')}</dd>;
  return (
    <dd className={`${LIMIT} font-semibold text-ink`}>
      {formatBrl(cents)}
      {cents === 0 && (
        <small className="block text-xs font-normal whitespace-normal text-ink-3">{t('always')}</small>
      )}
    </dd>
  );
}

type LimitOfToday = LimitsToday['items'][number];

/** Each person's share of the account's daily limit today: confirmed is grey, open is dashed. */
function LimitToday({ of: { limit, people }, asOf }: { of: LimitOfToday; asOf: string }) {
  const t = useTranslations('policies.today');
  const time = () => <Instant at={asOf} variant="time-minute" />;
  if (people.length === 0)
    return <p className="col-span-full text-xs text-ink-3">{t.rich('none', { time })}</p>;
  return (
    <div className="col-span-full text-xs text-ink-3">
      <p className="flex flex-wrap justify-between gap-x-3">
        <span>{t.rich('title', { time })}</span>
        <span>{t('legend')}</span>
      </p>
      <ul>
        {people.map((person) => (
          <Person key={person.id} of={person} limit={limit} />
        ))}
      </ul>
    </div>
  );
}

type PersonProps = { of: LimitOfToday['people'][number]; limit: number };

function Person({ of: { name, confirmed, open }, limit }: PersonProps) {
  const t = useTranslations('policies.today');
  const paid = shareOf(confirmed, limit);
  const waits = Math.min(shareOf(open, limit), 100 - paid);
  const all = confirmed + open;
  const amounts = { confirmed: formatBrl(confirmed), open: formatBrl(open), limit: formatBrl(limit) };
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)_minmax(0,max-content)] items-center gap-x-3 gap-y-0.5 pt-1 tabular-nums max-[481px]:grid-cols-[minmax(0,1fr)_max-content]">
      <span className="break-words text-ink-2">{name || t('nobody')}</span>
      <Meter
        className="max-[481px]:col-span-full max-[481px]:row-start-2"
        role="img"
        aria-label={t('bar', amounts)}
      >
        {paid > 0 && <i className="bg-line-control" style={{ width: `${paid}%` }} />}
        {waits > 0 && (
          <i className="border border-line-control border-dashed bg-surface" style={{ width: `${waits}%` }} />
        )}
      </Meter>
      <span className={`text-right ${all > limit ? 'text-warn-ink' : ''}`}>
        {t.rich('of', { all: () => <b>{formatBrl(all)}</b>, limit: amounts.limit })}
      </span>
    </li>
  );
}

/** Percentage of the limit (cents), at most 100. With a limit of zero any amount is 100. */
const shareOf = (cents: number, limit: number) =>
  cents <= 0 ? 0 : Math.min(100, limit === 0 ? 100 : (cents / limit) * 100);
