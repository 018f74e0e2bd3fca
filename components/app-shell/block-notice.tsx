'use client';

import { useQuery } from '@tanstack/react-query';
import { useFormatter, useLocale, useTranslations } from 'next-intl';
import { Callout } from '#components/ui/callout.tsx';
import { blocksForm, type BlockedForm as Form, REFUSES_CHANGES } from '#lib/accounts/rules.ts';
import { formatInstant, type Locale } from '#lib/core/dates.ts';
import { blockQuery, healthQuery } from '#lib/overview/queries.ts';
import { useSession } from './session.tsx';

/** The account's last reported block; null: none known. */
export function useBlock(account: string) {
  return useQuery(blockQuery(account)).data?.block ?? null;
}

/** Texts for a block: the refused operations, with labels where known, and its start. */
export function useBlockLabels() {
  const t = useTranslations('shell.block');
  const locale = useLocale() as Locale;
  const format = useFormatter();
  return {
    since: (changedAt: string) => t('since', { when: formatInstant(locale, changedAt, 'minute') }),
    refused: (operations: readonly string[]) =>
      operations.length === 0
        ? t('all')
        : t('some', {
            operations: format.list(
              operations.map((word) => (t.has(`operations.${word}`) ? t(`operations.${word}`) : word)),
            ),
          }),
  };
}

/** The banner on every page of the account while the bank refuses its operations: which, since when, what to do. */
export function BlockNotice({ account }: { account: string }) {
  const t = useTranslations('shell.block');
  const labels = useBlockLabels();
  const block = useBlock(account);
  if (block === null) return null;
  return (
    <Callout tone="danger" icon="lock" variant="banner" role="alert" title={t('title')}>
      {labels.refused(block.operations)} {labels.since(block.changedAt)} {t('hint')}
    </Callout>
  );
}

/** Shown before anything is filled in: the provider or a block would refuse this form's request. */
export function BlockedForm({ form }: { form: Form }) {
  const t = useTranslations('shell.block');
  const labels = useBlockLabels();
  const { slug } = useSession().account;
  const block = useBlock(slug);
  const { data: health } = useQuery({ ...healthQuery(slug), refetchInterval: false });
  const refused = health?.blockedBy ?? null;
  if (refused !== null && REFUSES_CHANGES.includes(refused))
    return (
      <Callout tone="danger" icon="lock" title={t('refusedTitle')}>
        {t(`refusedBy.${refused as 'PZA203'}`)} <span className="mono">{refused}</span>
      </Callout>
    );
  if (block === null || !blocksForm({ blocked: true, ...block }, form)) return null;
  return (
    <Callout tone="danger" icon="lock" title={t('form')}>
      {labels.since(block.changedAt)} {t('formDescription')}
    </Callout>
  );
}
