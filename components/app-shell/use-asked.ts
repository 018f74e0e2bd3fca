'use client';

import { useQueryState } from 'nuqs';
import { useState } from 'react';

/** Dialog that an address may ask a record's page to open. */
export type Asked = 'refund' | 'resend' | 'defend';

/** Tells if a dialog is open: by its button, or by the address (`?do=refund`) until it is closed. */
export function useAsked(what: Asked): [boolean, (open: boolean) => void] {
  const [asked, write] = useQueryState('do');
  const [pressed, press] = useState(false);
  const set = (open: boolean) => {
    press(open);
    if (!open && asked === what) write(null, { history: 'replace' });
  };
  return [pressed || asked === what, set];
}
