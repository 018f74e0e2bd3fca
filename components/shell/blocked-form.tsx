'use client';

import { useQuery } from '@tanstack/react-query';
import { dynamic } from '#components/ui/dynamic.tsx';
import type { BlockedForm as Form } from '#lib/accounts/block.ts';
import { healthQuery } from '#lib/overview/account-queries.ts';
import { useBlock } from './block-notice.tsx';
import { useSession } from './session-context.tsx';

export const FormBlockWords = dynamic(async () => (await import('./block-words.tsx')).FormBlockWords, {
  loading: () => null,
});

/** At the head of a form whose request the bank refuses: said before anything is filled in. */
export function BlockedForm({ form }: { form: Form }) {
  const { slug } = useSession().account;
  const block = useBlock(slug);
  const { data: health } = useQuery({ ...healthQuery(slug), refetchInterval: false });
  const refused = health?.blockedBy ?? null;
  return block === null && refused === null ? null : <FormBlockWords {...{ form, block, refused }} />;
}
