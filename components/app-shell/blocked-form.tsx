'use client';

import { useQuery } from '@tanstack/react-query';
import type { BlockedForm as Form } from '#lib/accounts/block.ts';
import { healthQuery } from '#lib/overview/account-queries.ts';
import { useBlock } from './block-notice.tsx';
import { FormBlockWords } from './block-words.tsx';
import { useSession } from './session-context.tsx';

/** At the head of a form whose request the bank refuses: said before anything is filled in. */
export function BlockedForm({ form }: { form: Form }) {
  const { slug } = useSession().account;
  const block = useBlock(slug);
  const { data: health } = useQuery({ ...healthQuery(slug), refetchInterval: false });
  const refused = health?.blockedBy ?? null;
  return block === null && refused === null ? null : (
    <FormBlockWords form={form} block={block} refused={refused} />
  );
}
