'use client';

import { useLocale, useTranslations } from 'next-intl';
import { Fragment, type MouseEvent, type ReactNode, useRef } from 'react';
import { useRowKeys } from '#components/list/use-row-keys.ts';
import { useEventWords } from '#components/resends/use-words.ts';
import { Checkbox } from '#components/ui/checkbox.tsx';
import { ColumnHead } from '#components/ui/data-table.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { IconButton } from '#components/ui/icon-button.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Money } from '#components/ui/money.tsx';
import { shortId } from '#components/ui/short-id.ts';
import { Status } from '#components/ui/status.tsx';
import { dayHeading, type Locale, saoPauloDay } from '#lib/dates.ts';
import type { DeliveryLine } from '#lib/deliveries/queries.ts';
import styles from './deliveries.module.css';
import { hostWords, OUTCOME_KINDS } from './outcome.ts';
import type { DeliveryPages } from './use-deliveries.ts';
import type { Picked } from './use-picked.ts';

type Props = {
  pages: DeliveryPages;
  picked: Picked;
  /** Id of the delivery in the drawer. */
  open: string | null;
  onOpen: (id: string) => void;
  onEscape: () => void;
};

/** One page of the history, newest first, grouped by day. */
export function DeliveriesTable({ pages, picked, open, onOpen, onEscape }: Props) {
  const t = useTranslations('deliveries.table');
  const table = useRef<HTMLTableElement>(null);
  const { items } = pages;
  const keys = useRowKeys({
    table,
    count: items.length,
    onOpen: (index) => items[index] && onOpen(items[index].id),
    onToggle: (index) => items[index] && picked.toggle(items[index]),
    onEscape,
  });
  const onClick = (event: MouseEvent) => {
    const target = event.target as Element;
    const index = Number(target.closest<HTMLElement>('tr[data-row]')?.dataset.row ?? -1);
    const line = items[index];
    if (line === undefined) return;
    keys.place(index);
    if (target.closest('[data-cell="pick"]') !== null) picked.toggle(line);
    else onOpen(line.id);
  };
  return (
    <div className={`panel ${styles.tablePanel}`}>
      <table
        ref={table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose focus moves is a grid
        role="grid"
        className={`table ${styles.table}`}
        aria-label={t('label')}
        aria-description={t('help')}
        aria-multiselectable="true"
        data-stale={pages.isPlaceholderData || undefined}
        onKeyDown={keys.onKeyDown}
        onClick={onClick}
      >
        <DeliveryHeads picked={picked} items={items} />
        <tbody>
          {items.map((line, index) => (
            <Fragment key={line.id}>
              <DayRow line={line} before={items[index - 1]} now={pages.dataUpdatedAt} />
              <DeliveryRow
                line={line}
                index={index}
                focusable={index === keys.active}
                picked={picked.ids.has(line.id)}
                open={line.id === open}
              />
            </Fragment>
          ))}
        </tbody>
      </table>
      <PageFoot pages={pages} />
    </div>
  );
}

type HeadsProps = { picked: Picked | null; items: readonly DeliveryLine[] };

/** Real while rows are awaited; without `picked` nothing can be chosen yet. */
export function DeliveryHeads({ picked, items }: HeadsProps) {
  const t = useTranslations('deliveries.table');
  const chosen = picked === null ? 0 : items.filter(({ id }) => picked.ids.has(id)).length;
  const all = items.length > 0 && chosen === items.length;
  return (
    <thead>
      <tr>
        <th scope="col" style={{ width: '2.125rem' }}>
          <Checkbox
            aria-label={t('selectAll')}
            checked={all}
            some={chosen > 0 && !all}
            disabled={picked === null}
            onChange={() => picked?.setAll(items, !all)}
          />
        </th>
        <ColumnHead width="5.25rem" sort="descending">
          {t('time')}
        </ColumnHead>
        <ColumnHead width="7.5rem">{t('answer')}</ColumnHead>
        <ColumnHead width="6.5rem">{t('event')}</ColumnHead>
        <ColumnHead>{t('reference')}</ColumnHead>
        <th scope="col" data-wide="" className={styles.wide}>
          {t('endpoint')}
        </th>
        <th scope="col" className="num" style={{ width: '3.75rem' }} title={t('attemptTitle')}>
          {t('attempt')}
        </th>
        <th scope="col" data-wide="" className={`num ${styles.took}`}>
          {t('duration')}
        </th>
        <ColumnHead width="7.5rem" num>
          {t('amount')}
        </ColumnHead>
      </tr>
    </thead>
  );
}

function DayRow({
  line,
  before,
  now,
}: {
  line: DeliveryLine;
  before: DeliveryLine | undefined;
  now: number;
}) {
  const locale = useLocale() as Locale;
  const day = line.createdAt === null ? '' : saoPauloDay(line.createdAt);
  const last = before?.createdAt == null ? null : saoPauloDay(before.createdAt);
  if (day === '' || day === last) return null;
  return (
    <tr className="day">
      <td colSpan={9} className="max-w-none">
        {dayHeading(locale, day, now)}
      </td>
    </tr>
  );
}

type RowProps = { line: DeliveryLine; index: number; focusable: boolean; picked: boolean; open: boolean };

function DeliveryRow({ line, index, focusable, picked, open }: RowProps) {
  const t = useTranslations('deliveries');
  const event = useEventWords();
  const name = line.clientReference ?? line.transactionId ?? line.id;
  const status = line.status === null ? t('table.noAnswer') : String(line.status);
  return (
    <tr
      data-row={index}
      data-open={open || undefined}
      data-selected={picked || undefined}
      aria-selected={picked}
      tabIndex={focusable ? 0 : -1}
    >
      <td data-cell="pick">
        <Checkbox
          tabIndex={-1}
          checked={picked}
          readOnly
          aria-label={t('table.select', { name: shortId(name) })}
        />
      </td>
      <td data-cell="time">
        <Instant at={line.createdAt} look="time" />
      </td>
      <td data-cell="answer" title={t(`outcome.${line.outcome}`)}>
        <Status kind={OUTCOME_KINDS[line.outcome]} calm={line.outcome !== 'failed'}>
          {status}
          <span className="sr-only">, {t(`outcome.${line.outcome}`)}</span>
        </Status>
      </td>
      <td data-cell="event" title={line.event ?? undefined}>
        {event(line.event)}
      </td>
      <td data-cell="reference" title={line.transactionId ?? undefined}>
        <span className="mono">{shortId(name)}</span>
        <ByResend line={line} />
      </td>
      <td data-wide="" title={line.url ?? undefined}>
        {hostWords(line.url) ?? '–'}
      </td>
      <td className="num">
        {line.attempt === null ? '–' : t('table.attemptWords', { attempt: line.attempt })}
      </td>
      <td data-wide="" className="num">
        {line.responseTimeMs === null ? '–' : t('table.ms', { ms: Math.round(line.responseTimeMs) })}
      </td>
      <td className="num" data-cell="amount">
        <Money cents={line.amount} />
      </td>
    </tr>
  );
}

function ByResend({ line }: { line: DeliveryLine }): ReactNode {
  const t = useTranslations('deliveries.table');
  if (line.resendId === null) return null;
  return (
    <span className="ml-1.5 text-ink-3" title={t('byResend')}>
      <Icon name="send" size="s" />
      <span className="sr-only">, {t('byResend')}</span>
    </span>
  );
}

function PageFoot({ pages }: { pages: DeliveryPages }) {
  const t = useTranslations('deliveries.table');
  const { before, items, older, newer, data } = pages;
  const total = data?.total ?? before + items.length;
  return (
    <nav className={styles.foot} aria-label={t('pages')}>
      <span className="cap flex-1">
        {t('range', { from: Math.min(before + 1, total), to: before + items.length, total })}
      </span>
      <IconButton icon="left" label={t('newer')} disabled={newer === null} onClick={() => newer?.()} />
      <IconButton icon="right" label={t('older')} disabled={older === null} onClick={() => older?.()} />
    </nav>
  );
}
