'use client';

import { parseAsString, useQueryState } from 'nuqs';
import { useState } from 'react';

/** What an address may ask a record's page to begin. */
export type Asked = 'refund' | 'resend' | 'defend';

/** Whether a dialog is open: by its button, or because the address asks for it (`?do=refund`) until it is closed. */
export function useAsked(what: Asked): [boolean, (open: boolean) => void] {
  const [asked, write] = useQueryState('do', parseAsString);
  const [pressed, press] = useState(false);
  const set = (open: boolean) => {
    press(open);
    if (!open && asked === what) void write(null, { history: 'replace' });
  };
  return [pressed || asked === what, set];
}
