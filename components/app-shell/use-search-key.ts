'use client';

import type { RefObject } from 'react';
import { useShortcut } from './command-context.tsx';

/** `/` leads to the page's search field; `label` stands in the key help. */
export function useSearchKey(field: RefObject<HTMLInputElement | null>, label: string): void {
  const toField = (event: KeyboardEvent) => {
    event.preventDefault();
    field.current?.focus();
  };
  useShortcut('/', toField, { label });
}
