'use client';

import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { ReadError } from '#components/list/read-error.tsx';
import { SelectField } from '#components/ui/plain-field.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { keyOf, type Receiver, useReceivers } from '../use-receivers.ts';
import type { FieldsProps } from './choose-step.tsx';
import { PeriodFields } from './period-fields.tsx';

/** Chooses the receiver of the open failures, and since when; at first the one with most of them. */
export function FailureFields({ choice, onChange }: FieldsProps) {
  const t = useTranslations('resends.chooseStep');
  const { receivers, reading, error, refetch } = useReceivers();
  const [first] = receivers;
  const unchosen = choice.webhookId === null && choice.host === null;
  const worst = unchosen && !reading && first !== undefined && first.open > 0 ? first : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the receivers are known
  useEffect(() => {
    if (worst !== null) onChange({ ...choice, ...aimOf(worst) });
  }, [worst?.key]);
  if (reading && unchosen)
    return (
      <section aria-busy="true">
        <Skeleton width="70%" />
      </section>
    );
  const unread = error !== null && <ReadError error={error} onRetry={() => void refetch()} />;
  if (unread && unchosen) return <section>{unread}</section>;
  if (receivers.length === 0 && unchosen)
    return (
      <section>
        <p>{t('noFailures')}</p>
      </section>
    );
  const chosen = unchosen ? '' : keyOf(choice);
  const known = receivers.some(({ key }) => key === chosen);
  return (
    <>
      <section className="grid gap-3">
        {unread}
        <p>{t('failuresWords')}</p>
        <SelectField
          label={t('failuresField')}
          required
          value={chosen}
          onChange={(key) => {
            const next = receivers.find((one) => one.key === key);
            if (next !== undefined) onChange({ ...choice, ...aimOf(next) });
          }}
        >
          {unchosen && <option value="">{t('failuresChoose')}</option>}
          {!unchosen && !known && <option value={chosen}>{choice.webhookId ?? choice.host}</option>}
          {receivers.map(({ key, name, open }) => (
            <option key={key} value={key}>
              {t('receiver', { name, count: open })}
            </option>
          ))}
        </SelectField>
      </section>
      <PeriodFields choice={choice} onChange={onChange} />
    </>
  );
}

const aimOf = ({ webhookId, host }: Receiver) => ({ webhookId, host: webhookId === null ? host : null });
