'use client';

import Link from 'next/link';
import { useLocale, useTranslations } from 'next-intl';
import { Callout } from '#components/ui/callout.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { formatInstant, type Locale } from '#lib/dates.ts';
import { formatBrl } from '#lib/money.ts';
import type { Operation } from '#lib/operations/queries.ts';
import { AcknowledgeButton } from './acknowledge-button.tsx';
import { useAcknowledge } from './use-acknowledge.ts';

/** One operation that happened although it was given up: what is known of it, and the button to say that one knows. */
export function LateConfirmation({ account, operation }: { account: string; operation: Operation }) {
  const t = useTranslations('shell.late');
  const locale = useLocale() as Locale;
  const { id, kind, amount, otherAmount, actor, createdAt, lateAt, may } = operation;
  const acknowledge = useAcknowledge(account, id);
  const when = (at: string | null) => (at === null ? '' : formatInstant(locale, at, 'minute'));
  const what = kind.split('.')[0] ?? kind;
  const asked = amount === null ? 'none' : formatBrl(amount);
  const said = { name: actor.name, asked: when(createdAt), shown: when(lateAt) };
  return (
    <>
      <Callout
        tone="danger"
        variant="banner"
        role="alert"
        title={
          otherAmount === null
            ? t('title', { what, amount: asked })
            : t('otherAmount', { what, amount: asked, paid: formatBrl(otherAmount) })
        }
        action={may.acknowledge && <AcknowledgeButton acknowledge={acknowledge} label={t('acknowledge')} />}
      >
        {t(otherAmount === null ? 'words' : 'otherAmountWords', said)}{' '}
        <Link href={`/${account}/operations?open=${id}`}>{t('see')}</Link>
        {!may.acknowledge && <> {t('notYours')}</>}
      </Callout>
      {acknowledge.error !== null && <ErrorCard error={acknowledge.error} />}
    </>
  );
}
