'use client';

import { useQuery } from '@tanstack/react-query';
import { blockQuery } from '#lib/overview/shell-queries.ts';
import { BlockWords } from './block-words.tsx';

/** The account's block as it was said last; null: none is known. */
export function useBlock(account: string) {
  return useQuery(blockQuery(account)).data?.block ?? null;
}

/** On every page of the account, while the bank refuses its operations. */
export function BlockNotice({ account }: { account: string }) {
  const block = useBlock(account);
  return block === null ? null : <BlockWords block={block} />;
}
