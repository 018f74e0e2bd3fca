'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useSession } from '#components/app-shell/session.tsx';
import { LinkTools, RecordBody, StepTools } from '#components/list/record-body.tsx';
import { OperationAttempts } from '#components/operations/money-facts.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button, LinkButton } from '#components/ui/button.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Drawer } from '#components/ui/drawer.tsx';
import { DetailPart, Facts } from '#components/ui/facts.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { EmptyState } from '#components/ui/panel.tsx';
import { type AuditFilters, auditList } from '#lib/audit-log/audit.list.ts';
import { type AuditPage, type EntryDetail, entryOptions } from '#lib/audit-log/queries.ts';
import { entryJson, fieldChanges, hrefOf, verifiedUntil } from '#lib/audit-log/rules.ts';
import { formatBrl } from '#lib/core/money.ts';
import { agentName } from '#lib/profile/agent-name.ts';
import { Result, useActionLabels, useWho } from './audit-cell.tsx';

type Props = {
  id: string;
  at: number;
  rowAt: (index: number) => { id: string } | undefined;
  people: AuditPage['people'];
  onOpen: (id: string) => void;
  onClose: () => void;
  onFilter: (change: Partial<AuditFilters>) => void;
};

/** One entry with all stored details. The focus stays in the table, so that the keys j and k still work. */
export function AuditDrawer({ id, people, onOpen, onClose, onFilter, ...steps }: Props) {
  const t = useTranslations('audit.drawer');
  const read = useQuery(entryOptions(id));
  const label = t('label', { number: Number(id) || 0 });
  return (
    <Drawer
      label={label}
      title={label}
      onClose={onClose}
      tools={
        <>
          <StepTools of="audit.drawer" {...steps} onOpen={onOpen} />
          <LinkTools of="audit.drawer" />
        </>
      }
      footer={read.data && <Foot entry={read.data.entry} onFilter={onFilter} />}
    >
      <RecordBody read={read} loading={t('loading')} absent={<EmptyState title={t('notFound')} />}>
        {(detail) => <Body {...detail} people={people} onFilter={onFilter} />}
      </RecordBody>
    </Drawer>
  );
}

type Entry = EntryDetail['entry'];

type BodyProps = EntryDetail & Pick<Props, 'people' | 'onFilter'>;

function Body({ entry, calls, proof, verdict, people, onFilter }: BodyProps) {
  const who = useWho()(entry);
  const what = useActionLabels()(entry.action);
  return (
    <>
      <section>
        <div className="flex items-start gap-3">
          <p className="flex-1">
            <b>{who}</b> · {what}
            {entry.amount !== null && <b> · {formatBrl(entry.amount)}</b>}
          </p>
          <Result result={entry.result} />
        </div>
        <p className="mt-1 text-xs text-ink-3">
          <Instant at={entry.at} variant="long" />
        </p>
      </section>
      <ChangeTable before={entry.before} after={entry.after} people={people} />
      <Thing entry={entry} />
      {calls !== null && <OperationAttempts attempts={calls} />}
      <From entry={entry} proof={proof} onFilter={onFilter} />
      <InChain entry={entry} verdict={verdict} />
    </>
  );
}

function Thing({ entry }: { entry: Entry }) {
  const t = useTranslations('audit');
  const { action, target, targetName, account, operation, providerRequestId } = entry;
  // For a call refused before it found its subject, the target is the call itself.
  const isCall = target !== null && /^[A-Z]+ \//.test(target);
  return (
    <DetailPart title={t('drawer.thing')}>
      <Facts
        of={[
          { label: t('drawer.name'), value: targetName },
          isCall ? { label: t('drawer.call'), code: target } : { label: t('drawer.id'), id: target },
          { label: t('drawer.account'), value: account?.name ?? t('allAccounts') },
          { label: t('drawer.operation'), id: operation },
          { label: t('drawer.request'), id: providerRequestId },
          { label: t('drawer.action'), value: <span className="mono">{action}</span> },
        ]}
      />
    </DetailPart>
  );
}

function From({ entry, proof, onFilter }: Pick<BodyProps, 'entry' | 'proof' | 'onFilter'>) {
  const t = useTranslations('audit.drawer');
  const { session, address, userAgent } = entry;
  const unknown = session === null && address === null && userAgent === null;
  return (
    <DetailPart
      title={t('where')}
      action={
        session !== null && (
          <Button size="sm" onClick={() => onFilter(only({ session }))}>
            {t('bySession')}
          </Button>
        )
      }
    >
      {unknown ? (
        <p className="text-ink-3">{t('none')}</p>
      ) : (
        <Facts
          of={[
            { label: t('session'), value: session !== null && <span className="mono">{session}…</span> },
            { label: t('address'), value: address !== null && <span className="mono">{address}</span> },
            { label: t('agent'), value: userAgent !== null && <Agent of={userAgent} /> },
            { label: t('proof'), value: proof !== null && <Proof of={proof} at={entry.at} /> },
          ]}
        />
      )}
    </DetailPart>
  );
}

/** The browser's readable name, and the raw user agent when it differs. */
function Agent({ of }: { of: string }) {
  const name = agentName(of);
  return (
    <>
      {name}
      {name !== of && <small className="block text-xs text-ink-3">{of}</small>}
    </>
  );
}

/** The person's last proof of identity before this entry, and how long before. */
function Proof({ of: { method, at }, at: then }: { of: NonNullable<EntryDetail['proof']>; at: string }) {
  const t = useTranslations('audit.proof');
  const seconds = Math.floor((Date.parse(then) - Date.parse(at)) / 1000);
  const minutes = Math.floor(seconds / 60);
  const before = { hours: Math.floor(minutes / 60), minutes: minutes % 60, seconds: seconds % 60 };
  return (
    <>
      {t.has(method) ? t(method as 'password') : method} <Instant at={at} variant="full" />
      {seconds > 0 && <span className="text-ink-3">, {t('before', before)}</span>}
    </>
  );
}

function InChain({ entry, verdict }: Pick<EntryDetail, 'entry' | 'verdict'>) {
  const t = useTranslations('audit.drawer');
  const seq = Number(entry.id);
  const verified = seq <= verifiedUntil(verdict);
  const broken = verdict?.firstBroken === seq;
  const state = broken ? (
    <Badge tone="danger" icon="octagon">
      {t('broken')}
    </Badge>
  ) : verified && verdict !== null ? (
    <Badge tone="ok" icon="chain">
      {t.rich('verified', { when: () => <Instant key="when" at={verdict.at} variant="minute" /> })}
    </Badge>
  ) : (
    <Badge local icon="pending">
      {t('notVerified')}
    </Badge>
  );
  return (
    <DetailPart title={t('chain')} action={state}>
      <Facts
        of={[
          { label: t('previousHash'), id: entry.previousHash },
          { label: t('hash'), id: entry.hash },
          { label: t('until'), value: verdict !== null && t('entry', { number: verifiedUntil(verdict) }) },
        ]}
      />
      <p className="mt-2">
        <CopyButton value={entryJson({ entry, verdict })}>{t('copyJson')}</CopyButton>
      </p>
    </DetailPart>
  );
}

/** Sets one filter and clears the others, so that "all of …" hides nothing. */
const only = (change: Partial<AuditFilters>) => ({ ...auditList.none, ...change });

function Foot({ entry, onFilter }: { entry: Entry } & Pick<Props, 'onFilter'>) {
  const t = useTranslations('audit.drawer');
  const { session } = useSession();
  const { target, operator, account } = entry;
  const known = account === null || session.accounts.some(({ slug }) => slug === account.slug);
  const href = known ? hrefOf(entry) : null;
  return (
    <>
      {href !== null && <LinkButton href={href}>{t('openThing')}</LinkButton>}
      {target !== null && <Button onClick={() => onFilter(only({ target }))}>{t('everything')}</Button>}
      {operator !== null && (
        <Button onClick={() => onFilter(only({ operator: operator.id }))}>{t('byPerson')}</Button>
      )}
    </>
  );
}

type ChangeProps = { before: unknown; after: unknown; people: AuditPage['people'] };

const table = [
  'w-full table-fixed border border-line [&_thead_th]:bg-sunken [&_thead_th]:text-(length:--text-xs) [&_thead_th]:text-ink-2',
  '[&_:is(th,td)]:border-line [&_:is(th,td)]:border-b [&_:is(th,td)]:px-2 [&_:is(th,td)]:py-1 [&_:is(th,td)]:text-start',
  '[&_:is(th,td)]:align-top [&_th]:font-normal [&_:is(th,td)]:wrap-anywhere [&_:is(th,td)]:whitespace-normal',
  '[&_tbody_tr:last-child>*]:border-b-0',
].join(' ');

function ChangeTable({ before, after, people }: ChangeProps) {
  const t = useTranslations('audit.drawer');
  const fieldLabels = useTranslations('audit.field');
  // A nested field shows its path, one without a label its name.
  const fieldLabel = (field: string) =>
    (field === '' ? ['list'] : field.split('.'))
      .map((name) => (fieldLabels.has(name) ? fieldLabels(name as 'amount') : name))
      .join(' · ');
  const value = useValueLabels(people);
  const changes = fieldChanges(before, after);
  if (changes.length === 0) return null;
  const both = before !== null;
  return (
    <DetailPart title={t(both ? 'change' : 'written')}>
      <table className={table}>
        <thead>
          <tr>
            <th scope="col">{t('field')}</th>
            {both && <th scope="col">{t('before')}</th>}
            <th scope="col">{t('after')}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map((one) => {
            const same = both && JSON.stringify(one.before) === JSON.stringify(one.after);
            return (
              <tr key={one.field}>
                <th scope="row">{fieldLabel(one.field)}</th>
                {both && (
                  <td className={!same && one.before !== undefined ? 'text-ink-2 line-through' : undefined}>
                    {value(one.field, one.before)}
                  </td>
                )}
                <td className={both && !same ? 'font-semibold' : undefined}>
                  {same ? t('same') : value(one.field, one.after)}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className="mt-1.5 text-xs text-ink-3">{t('masked')}</p>
    </DetailPart>
  );
}

const CENTS = /(?:^|\.)(?:amount|amountBefore|approvalAbove|approvalAboveDaily)$/;

function useValueLabels(people: ChangeProps['people']): (field: string, value: unknown) => string {
  const t = useTranslations('audit.value');
  const valueLabel = (field: string, value: unknown): string => {
    if (value === null || value === undefined || value === '') return t('none');
    if (typeof value === 'boolean') return t(value ? 'true' : 'false');
    if (typeof value === 'number' && CENTS.test(field)) return formatBrl(value);
    if (Array.isArray(value))
      return value.length === 0 ? t('none') : value.map((each) => valueLabel(field, each)).join(', ');
    if (typeof value === 'object') return JSON.stringify(value);
    return people.find(({ id }) => id === value)?.name ?? String(value);
  };
  return valueLabel;
}
