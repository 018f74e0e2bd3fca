'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { offerSignIn } from '#lib/api/session-end.ts';
import { SignInAgainDialog } from './sign-in-again-dialog.tsx';

type Asked = (signedIn: boolean) => void;

/** Asks for a new sign-in where the session ended under the page. */
export function SignInAgain() {
  const client = useQueryClient();
  const [asked, setAsked] = useState<{ answer: Asked } | null>(null);
  useEffect(
    () =>
      offerSignIn(async () => {
        const signedIn = await new Promise<boolean>((resolve) => setAsked({ answer: resolve }));
        setAsked(null);
        // Queries that were refused meanwhile, and show an error, are read again.
        if (signedIn) void client.invalidateQueries();
        return signedIn;
      }),
    [client],
  );
  return asked && <SignInAgainDialog onEnd={asked.answer} />;
}
