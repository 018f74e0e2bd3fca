'use client';

import { useQuery } from '@tanstack/react-query';
import { useFormatter, useLocale, useTranslations } from 'next-intl';
import { Callout } from '#components/ui/callout.tsx';
import { REFUSES_CHANGES } from '#lib/accounts/access-rules.ts';
import { blocksForm, type BlockedForm as Form } from '#lib/accounts/rules.ts';
import { formatInstant, type Locale } from '#lib/core/dates.ts';
import { blockQuery, healthQuery } from '#lib/overview/queries.ts';
import { useSession } from './session.tsx';

/** A notice above a form whose request the bank would refuse, shown before anything is filled in. */
export function BlockedForm({ form }: { form: Form }) {
  const { slug } = useSession().account;
  const block = useBlock(slug);
  const { data: health } = useQuery({ ...healthQuery(slug), refetchInterval: false });
  const refused = health?.blockedBy ?? null;
  return block === null && refused === null ? null : (
    <FormBlockCallout form={form} block={block} refused={refused} />
  );
}

/** The account's last reported block; null: none known. */
export function useBlock(account: string) {
  return useQuery(blockQuery(account)).data?.block ?? null;
}

/** The banner on every page of the account while the bank refuses its operations. */
export function BlockNotice({ account }: { account: string }) {
  const block = useBlock(account);
  return block === null ? null : <BlockCallout block={block} />;
}

type Block = { operations: readonly string[]; changedAt: string };

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

/** The banner of a block: refused operations, start, and what to do. */
function BlockCallout({ block }: { block: Block }) {
  const t = useTranslations('shell.block');
  const words = useBlockLabels();
  return (
    <Callout tone="danger" icon="lock" variant="banner" role="alert" title={t('title')}>
      {words.refused(block.operations)} {words.since(block.changedAt)} {t('hint')}
    </Callout>
  );
}

type FormProps = {
  form: Form;
  block: Block | null;
  /** The error code with which the provider refuses every call of the account. */
  refused: string | null;
};

/** The same for one form; nothing where the form's own request is not refused. */
function FormBlockCallout({ form, block, refused }: FormProps) {
  const t = useTranslations('shell.block');
  const words = useBlockLabels();
  if (refused !== null && REFUSES_CHANGES.includes(refused))
    return (
      <Callout tone="danger" icon="lock" title={t('refusedTitle')}>
        {t(`refusedBy.${refused as 'PZA203'}`)} <span className="mono">{refused}</span>
      </Callout>
    );
  if (block === null || !blocksForm({ blocked: true, ...block }, form)) return null;
  return (
    <Callout tone="danger" icon="lock" title={t('form')}>
      {words.since(block.changedAt)} {t('formWords')}
    </Callout>
  );
}
