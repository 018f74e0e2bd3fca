'use client';

import { type DehydratedState, hydrate, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

type Props = { state: DehydratedState; children: ReactNode };

/**
 * What the server read becomes the browser's data once, when the page comes up. A later refresh of the server's
 * part (another language or density) must not put a table that was scrolled far back to its first page.
 */
export function HydrateAtMount({ state, children }: Props) {
  const client = useQueryClient();
  useState(() => hydrate(client, state));
  return children;
}
