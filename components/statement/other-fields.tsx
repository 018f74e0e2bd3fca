'use client';

import { useTranslations } from 'next-intl';
import { Fragment } from 'react';

/** Fields that the product does not know, as they came: never dropped. */
export function OtherFields({ other }: { other: Record<string, unknown> }) {
  const t = useTranslations('statement.detail');
  const entries = Object.entries(other);
  if (entries.length === 0) return null;
  return (
    <section>
      <div className="mb-2 flex items-center gap-2">
        <h3 className="flex-1">{t('other')}</h3>
        <span className="cap">{t('otherNote')}</span>
      </div>
      <dl className="facts">
        {entries.map(([name, value]) => (
          <Fragment key={name}>
            <dt className="mono">{name}</dt>
            <dd className="mono break-all whitespace-pre-wrap">{written(value)}</dd>
          </Fragment>
        ))}
      </dl>
    </section>
  );
}

const written = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value, null, 1));
