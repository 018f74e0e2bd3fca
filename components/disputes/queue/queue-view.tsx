'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type FormEvent, useId, useMemo, useRef, useState } from 'react';
import {
  type PaletteAction,
  usePaletteActions,
  useSearchKey,
} from '#components/app-shell/command-context.tsx';
import { PageHead } from '#components/app-shell/page-head.tsx';
import { useCan, useSession } from '#components/app-shell/session.tsx';
import type { FilterState } from '#components/list/filters/use-list-filters.ts';
import { ListBar } from '#components/list/list-panel.tsx';
import { QueryBody } from '#components/list/query-body.tsx';
import { useRowOpens } from '#components/list/use-drawer-route.ts';
import { useNow } from '#components/ui/clock.tsx';
import { DataTable } from '#components/ui/data-table/data-table.tsx';
import { Input } from '#components/ui/field.tsx';
import { Page } from '#components/ui/page.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { RefreshButton } from '#components/ui/refresh-button.tsx';
import { FigureTable } from '#components/ui/table.tsx';
import { normalizeDocument } from '#lib/core/pix/documents.ts';
import type { DisputeList } from '#lib/disputes/contract.ts';
import { ME, recentColumns } from '#lib/disputes/disputes.list.ts';
import { recentOptions } from '#lib/disputes/queries.ts';
import { disputePath } from '#lib/disputes/rules.ts';
import { readDocument } from '#lib/transactions/paste.ts';
import { useReasonLabels } from '../use-labels.ts';
import { QueueNow, useDisputeTable } from './dispute-cells.tsx';
import { QueueAxis } from './queue-axis.tsx';
import {
  QUEUE_BAR,
  QUEUE_PAGE,
  type Queue,
  QueueFacets,
  QueuePanel,
  useQueue,
  useQueuePanel,
} from './queue-panel.tsx';

const EVERY_MS = 15_000;

type Searched = { code: string } | { document: string } | { name: string };

/** Interprets the search text: an id has digits and no blank; a CPF or CNPJ is valid; all else is a name. */
export function searchOf(typed: string): Searched | null {
  const text = typed.trim();
  if (text === '') return null;
  if (readDocument(text)?.ok === true) return { document: normalizeDocument(text) };
  return /\d/.test(text) && /^[\w.:-]+$/.test(text) ? { code: text } : { name: text };
}

/** Searches the queue by payer, E2E or protocol; names and documents never enter the address. */
export function QueueSearch({ state }: { state: FilterState }) {
  const t = useTranslations('disputes.search');
  const keys = useTranslations('list.keys');
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [searchError, setSearchError] = useState<'masked' | 'short' | null>(null);
  const reveal = useCan('reveal');
  useSearchKey(field, keys('search'));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const search = searchOf(text);
    if (search === null) return;
    if ('code' in search) state.set({ code: search.code, f: null });
    else if (!reveal) return setSearchError('masked');
    else if ('name' in search && search.name.length < 2) return setSearchError('short');
    else {
      const person = { document: null, name: null, ...search };
      // The list shows a failure (`storeError`).
      await state.store(person, { code: null }).catch(() => undefined);
    }
    setText('');
  };
  return (
    <form className="relative w-52" onSubmit={(event) => void submit(event)}>
      <Input
        ref={field}
        type="search"
        icon="search"
        value={text}
        placeholder={t(reveal ? 'placeholder' : 'placeholderMasked')}
        aria-label={t(reveal ? 'label' : 'labelMasked')}
        aria-invalid={searchError !== null}
        aria-describedby={searchError === null ? undefined : id}
        autoComplete="off"
        spellCheck={false}
        maxLength={120}
        after={<kbd className="max-wide:hidden">/</kbd>}
        onChange={(event) => {
          setText(event.target.value);
          setSearchError(null);
        }}
      />
      {searchError !== null && (
        <p id={id} className="text-xs text-danger-ink" role="alert">
          {t(searchError)}
        </p>
      )}
    </form>
  );
}

const FILLS = {
  kept: 'bg-ok-line',
  returned: 'bg-flow-line',
  withdrawn: 'bg-idle-line',
  other: 'bg-line-strong',
};
const ENDS = ['kept', 'returned', 'withdrawn', 'other'] as const;

type Outcomes = DisputeList['outcomes'];

const sizeOf = (outcome: Outcomes[number]) => ENDS.reduce((sum, end) => sum + outcome[end], 0);

/** Results of closed disputes by reason; each bar is as long as its count. */
function OutcomesPanel({ outcomes }: { outcomes: Outcomes }) {
  const t = useTranslations('disputes.ended');
  const reason = useReasonLabels();
  const most = Math.max(1, ...outcomes.map(sizeOf));
  const total = outcomes.reduce((sum, outcome) => sum + sizeOf(outcome), 0);
  if (total === 0)
    return (
      <Panel title={t('title')}>
        <p className="text-ink-3">{t('none')}</p>
      </Panel>
    );
  const rows = outcomes.map((outcome) => {
    const { situation, type, kept, returned, withdrawn, other } = outcome;
    const count = sizeOf(outcome);
    return (
      <tr key={`${situation} ${type}`}>
        <th scope="row">{reason(outcome)}</th>
        <td>
          <span
            className="flex h-2.5 gap-px overflow-hidden rounded-1"
            role="img"
            aria-label={t('bar', { kept, returned, withdrawn, other })}
            style={{ width: `${(count / most) * 100}%` }}
          >
            {ENDS.filter((end) => outcome[end] > 0).map((end) => (
              <i
                key={end}
                className={`block forced-color-adjust-none ${FILLS[end]}`}
                style={{ width: `${(outcome[end] / count) * 100}%` }}
              />
            ))}
          </span>
        </td>
        <td className="num">{t.rich('of', { kept, count, b: (chunks) => <b>{chunks}</b> })}</td>
      </tr>
    );
  });
  return (
    <Panel title={t('title')} note={t('note', { count: total })}>
      <FigureTable variant="bars">
        <tbody>{rows}</tbody>
      </FigureTable>
      <div className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1 text-[0.75rem] text-ink-3" aria-hidden="true">
        {ENDS.filter((end) => end !== 'other' || outcomes.some(({ other }) => other > 0)).map((end) => (
          <span key={end} className="inline-flex items-center gap-1.5">
            <i className={`size-2 rounded-[1px] forced-color-adjust-none ${FILLS[end]}`} />
            {t(end)}
          </span>
        ))}
      </div>
    </Panel>
  );
}

/** The work queue: open disputes by deadline, their assignees, and the defenses sent. */
export function QueueView() {
  const t = useTranslations('disputes');
  const defends = useSession().account.capabilities.includes('defenses');
  const queue = useQueue();
  const { head, items, filter, filters, choose, query, readAgain } = queue;
  const now = useNow(EVERY_MS);
  const shown = useQueuePanel(queue);
  useRowOpens();
  useQueueActions(queue);
  const open = head !== undefined && filter.state === 'open' ? head : null;
  return (
    <QueueNow value={now}>
      <PageHead
        title={t('title')}
        // An empty queue means nothing until every page of the provider was read.
        note={head?.completeAt === null && <span className="text-warn-ink">{t('reading')}</span>}
        asOf={head?.completeAt == null ? null : (head.asOf ?? head.completeAt)}
        live={!query.isError}
      >
        <RefreshButton label={t('refresh')} onRefresh={readAgain} />
        {shown.panel.tools}
      </PageHead>
      <Page className={QUEUE_PAGE}>
        <div className={QUEUE_BAR}>
          <ListBar panel={shown.panel} state={shown.narrowing} before={<QueueSearch state={filters} />} />
        </div>
        <QueueFacets sums={head?.sums} filter={filter} onChoose={choose} />
        {open && <QueueAxis items={items} now={now} />}
        <QueuePanel queue={queue} shown={shown} />
        {open && (
          <div className="grid grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)] items-start gap-4 max-drawer:grid-cols-[minmax(0,1fr)]">
            {defends && <AnsweredPanel count={open.sums.answered.count} />}
            <OutcomesPanel outcomes={open.outcomes} />
          </div>
        )}
      </Page>
    </QueueNow>
  );
}

/** The latest defenses: who sent them, and the provider's current status. */
function AnsweredPanel({ count }: { count: number }) {
  const t = useTranslations('disputes.recent');
  const { slug } = useSession().account;
  const query = useQuery(recentOptions(slug));
  const rows = query.data?.items;
  const length = rows?.length ?? count;
  const unread = rows === undefined && query.error !== null;
  const table = useDisputeTable({ columns: recentColumns, state: 'answered', label: t('title') });
  return (
    <Panel
      title={t('title')}
      padded={false}
      className="overflow-hidden"
      action={count > length && <Link href={`/${slug}/disputes?state=answered`}>{t('all', { count })}</Link>}
    >
      <QueryBody query={query} />
      {!unread && length === 0 && <p className="p-panel text-ink-3">{t('none')}</p>}
      {!unread && length > 0 && <DataTable {...table} rows={rows} />}
    </Panel>
  );
}

/** Palette actions: open the dispute due first, or filter to one's own disputes. */
function useQueueActions({ account, filter, items, filters: { set } }: Queue): void {
  const t = useTranslations('disputes.palette');
  const router = useRouter();
  const first = filter.sort === null && filter.order === null ? items[0]?.id : undefined;
  const actions = useMemo(() => {
    const own: PaletteAction[] = [
      { id: 'disputes-mine', label: t('mine'), icon: 'user', run: () => set({ assignee: ME }) },
    ];
    if (first === undefined) return own;
    const run = () => router.push(disputePath(account, first));
    return [{ id: 'disputes-first', label: t('first'), icon: 'disputes' as const, run }, ...own];
  }, [t, set, first, account, router]);
  usePaletteActions('disputes', actions);
}
