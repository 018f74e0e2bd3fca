'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useMemo, useRef } from 'react';
import type { DisputeDetail, Draft } from '#lib/disputes/contract.ts';
import { characters, letterOf } from '#lib/disputes/letter.ts';
import { guessSituation } from '#lib/disputes/rules.ts';
import { checklist } from '../checklist.ts';
import { DeskContext } from './desk-context.ts';
import { useDraft } from './use-draft.ts';
import { type Files, useFiles } from './use-files.ts';
import { useLetterFields } from './use-letter-fields.ts';

type Props = {
  account: string;
  detail: DisputeDetail;
  /** The stored version that was there when writing began. */
  first: Draft;
  children: (files: Files) => ReactNode;
};

const TAKEN = '.pdf,.png,.jpg,.jpeg,application/pdf,image/png,image/jpeg';

/** One draft for all panels of the page, and the one file chooser. */
export function DeskProvider({ account, detail, first, children }: Props) {
  const t = useTranslations('disputes.files');
  const desk = useDraft(account, detail.dispute.id, first);
  const files = useFiles({ account, detail, desk });
  const chooser = useRef<HTMLInputElement>(null);
  const { written, stored } = desk;
  const { facts, attachments } = stored;
  const count = useMemo(() => characters(letterOf(written.sections, facts)), [written.sections, facts]);
  const situation = written.situation ?? guessSituation(detail.dispute.reason);
  const checks = useMemo(() => checklist(situation, written, attachments), [situation, written, attachments]);
  const fields = useLetterFields();
  const attach = () => chooser.current?.click();
  return (
    <DeskContext value={{ ...desk, account, detail, facts, checks, count, fields, attach }}>
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        accept={TAKEN}
        aria-label={t('choosing')}
        onChange={(event) => {
          const chosen = [...(event.target.files ?? [])];
          event.target.value = '';
          void files.add(chosen);
        }}
      />
      {children(files)}
    </DeskContext>
  );
}
