'use client';

import { useTranslations } from 'next-intl';
import { useSession } from '#components/shell/session-context.tsx';
import { Button } from '#components/ui/button.tsx';
import { ChipButton } from '#components/ui/chip.tsx';
import { Menu, type MenuItem } from '#components/ui/menu.tsx';
import type { QueueFilter } from '#lib/disputes/queries.ts';
import { useTypeWords } from '../use-words.ts';
import styles from './queue.module.css';
import type { Queue } from './use-queue.ts';

type Props = { filter: QueueFilter; set: (change: Partial<QueueFilter>) => void; queue: Queue };
const ALL = '';
const NOBODY = 'none';
const ORDER = { open: 'order', answered: 'orderAnswered', closed: 'orderClosed' } as const;

/** Reason and owner; both stand in the address. */
export function QueueFilters({ filter, set, queue }: Props) {
  const t = useTranslations('disputes.filters');
  return (
    <fieldset className={styles.filters} aria-label={t('label')}>
      <TypeChip filter={filter} set={set} queue={queue} />
      <AssigneeChip filter={filter} set={set} queue={queue} />
      {(filter.type !== null || filter.assignee !== null) && (
        <Button variant="quiet" size="sm" onClick={() => set({ type: null, assignee: null })}>
          {t('clear')}
        </Button>
      )}
      <span className={`cap ${styles.order}`}>{t(ORDER[filter.state])}</span>
    </fieldset>
  );
}

function TypeChip({ filter, set, queue }: Props) {
  const t = useTranslations('disputes.filters');
  const words = useTypeWords();
  const known = [
    ...queue.items.map(({ type }) => type),
    ...(queue.head?.outcomes.map(({ type }) => type) ?? []),
    filter.type,
  ];
  const types = [...new Set(known)].filter((type) => type !== null).sort();
  const choice: MenuItem = {
    kind: 'choice',
    id: 'type',
    label: t('type'),
    value: filter.type ?? ALL,
    onChange: (value) => set({ type: value === ALL ? null : value }),
    options: [{ value: ALL, label: t('all') }, ...types.map((type) => ({ value: type, label: words(type) }))],
  };
  const value = filter.type === null ? t('all') : words(filter.type);
  return <Chip label={t('type')} value={value} items={[choice]} />;
}

function AssigneeChip({ filter, set, queue }: Props) {
  const t = useTranslations('disputes.filters');
  const me = useSession().session.operator.id;
  const people = new Map(
    queue.items.flatMap(({ assignee }) => (assignee === null ? [] : [[assignee.id, assignee.name] as const])),
  );
  people.delete(me);
  const others = [...people].sort((a, b) => a[1].localeCompare(b[1]));
  const choice: MenuItem = {
    kind: 'choice',
    id: 'assignee',
    label: t('assignee'),
    value: filter.assignee ?? ALL,
    onChange: (value) => set({ assignee: value === ALL ? null : value }),
    options: [
      { value: ALL, label: t('all') },
      { value: me, label: t('mine') },
      { value: NOBODY, label: t('nobody') },
      ...others.map(([value, label]) => ({ value, label })),
    ],
  };
  const value = choice.options.find((option) => option.value === choice.value)?.label ?? filter.assignee;
  return <Chip label={t('assignee')} value={value} items={[choice]} />;
}

type ChipProps = { label: string; value: React.ReactNode; items: readonly MenuItem[] };

function Chip({ label, value, items }: ChipProps) {
  return (
    <span className="chip">
      <Menu label={label} trigger={<ChipButton label={label} value={value} caret />} items={items} />
    </span>
  );
}
