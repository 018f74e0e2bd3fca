'use client';

import { useQuery } from '@tanstack/react-query';
import { useFormatter, useLocale, useTranslations } from 'next-intl';
import { Callout } from '#components/ui/callout.tsx';
import { formatInstant, type Locale } from '#lib/dates.ts';
import { blockQuery } from '#lib/overview/shell-queries.ts';

/** The account's block as it was said last; null: none is known. */
export function useBlock(account: string) {
  return useQuery(blockQuery(account)).data?.block ?? null;
}

/** Names of what is refused, in words where there are any; and since when. */
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

/** On every page of the account, while the bank refuses its operations. */
export function BlockNotice({ account }: { account: string }) {
  const t = useTranslations('shell.block');
  const words = useBlockLabels();
  const block = useBlock(account);
  if (block === null) return null;
  return (
    <Callout tone="danger" icon="lock" variant="banner" role="alert" title={t('title')}>
      {words.refused(block.operations)} {words.since(block.changedAt)} {t('todo')}
    </Callout>
  );
}
