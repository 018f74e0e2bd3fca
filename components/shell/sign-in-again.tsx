'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLazy } from '#components/ui/use-lazy.ts';
import { offerSignIn } from '#lib/api/session-end.ts';

type Asked = (signedIn: boolean) => void;
const fetchDialog = () => import('./sign-in-again-dialog.tsx');

/** Asks for a new sign-in where the session ended under the page; its dialog is fetched when it is first needed. */
export function SignInAgain() {
  const client = useQueryClient();
  const [asked, setAsked] = useState<{ answer: Asked } | null>(null);
  const [loaded, load] = useLazy(fetchDialog);
  useEffect(
    () =>
      offerSignIn(async () => {
        await load();
        const signedIn = await new Promise<boolean>((resolve) => setAsked({ answer: resolve }));
        setAsked(null);
        // Queries that were refused meanwhile, and show an error, are read again.
        if (signedIn) void client.invalidateQueries();
        return signedIn;
      }),
    [client, load],
  );
  return loaded && asked && <loaded.SignInAgainDialog onEnd={asked.answer} />;
}
