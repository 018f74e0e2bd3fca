'use client';

import { useTranslations } from 'next-intl';
import { Panel } from '#components/ui/panel.tsx';
import type { Connections } from '#lib/connections/queries.ts';
import styles from './accounts.module.css';

/** Calls of the last minute against each account's budget; absent where none has one, as with the simulator. */
export function CallsPanel({ data: { items, calls } }: { data: Pick<Connections, 'items' | 'calls'> }) {
  const t = useTranslations('accounts.calls');
  const rows = items.flatMap(({ id, name }) => {
    const of = calls.find((one) => one.id === id);
    return of === undefined ? [] : { ...of, name };
  });
  if (rows.length === 0) return null;
  return (
    <Panel title={t('title')} note={t('note')}>
      <dl className={styles.calls}>
        {rows.map(({ id, name, taken, limit }) => (
          <div key={id}>
            <dt>{name}</dt>
            <dd>
              <i aria-hidden="true" style={{ '--part': taken / limit } as React.CSSProperties} />
              <span>{t.rich('of', { taken, limit, b: (words) => <b>{words}</b> })}</span>
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
