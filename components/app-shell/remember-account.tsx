'use client';

import { useEffect } from 'react';
import { useSession } from './session-context.tsx';

/** Pages above all accounts show the side bar of the account one was on last. */
export function RememberAccount() {
  const { slug } = useSession().account;
  useEffect(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is absent on plain http.
    document.cookie = `account=${slug}; path=/; samesite=lax; max-age=31536000`;
  }, [slug]);
  return null;
}
