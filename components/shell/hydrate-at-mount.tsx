'use client';

import { hydrate, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { CallError } from '#lib/api/client.ts';
import type { PageState } from '#lib/api/page-state.ts';
import { tellPageAwake } from './page-awake.ts';

type Props = {
  state: PageState | readonly PageState[];
  /** It is the frame's, and not the page's within it. */
  frame?: true;
  children: ReactNode;
};

/**
 * Puts the server's data into the browser's cache once, at mount. A later refresh of the server's part
 * (another language or density) must not put a table that was scrolled far back to its first page.
 */
export function HydrateAtMount({ state, frame, children }: Props) {
  const client = useQueryClient();
  useState(() => {
    for (const one of [state].flat()) take(client, one);
  });
  useEffect(() => {
    if (!frame) tellPageAwake();
  }, [frame]);
  return children;
}

function take(client: QueryClient, { read, refused }: PageState): void {
  hydrate(client, read);
  for (const { queryKey, problem, at } of refused) {
    const query = client.getQueryCache().build(client, { queryKey });
    // Data already on screen is worth more than a refusal.
    if (query.state.data !== undefined) continue;
    const error = new CallError(problem, new Date(at));
    query.setState({ status: 'error', error, errorUpdatedAt: at, errorUpdateCount: 1 });
  }
}
