'use client';

import { lazy, type ReactNode, Suspense } from 'react';
import { LazySheet } from '#components/resends/lazy-sheet.tsx';
import { checking } from '#lib/resends/start.ts';
import type { Open } from '#lib/webhooks/open.ts';
import type { OpenState, Webhooks } from './use-webhooks.ts';

type Props = { open: Open; webhooks: Webhooks; state: OpenState };

/** Each task's code is fetched when it is opened. */
const EndpointDrawer = lazy(async () => ({
  default: (await import('./endpoint-drawer.tsx')).EndpointDrawer,
}));
const NewSheet = lazy(async () => ({ default: (await import('./register/new-sheet.tsx')).NewSheet }));
const ExistingSheet = lazy(async () => ({
  default: (await import('./register/existing-sheet.tsx')).ExistingSheet,
}));
const StartedSheet = lazy(async () => ({
  default: (await import('./register/started-sheet.tsx')).StartedSheet,
}));
const EditSheet = lazy(async () => ({ default: (await import('./register/edit-sheet.tsx')).EditSheet }));
const RotateSheet = lazy(async () => ({ default: (await import('./rotate/rotate-sheet.tsx')).RotateSheet }));
const CallbackSheet = lazy(async () => ({
  default: (await import('./rotate/callback-sheet.tsx')).CallbackSheet,
}));
const MissingSheet = lazy(async () => ({ default: (await import('./missing-sheet.tsx')).MissingSheet }));
const SignatureSheet = lazy(async () => ({
  default: (await import('./signature/signature-sheet.tsx')).SignatureSheet,
}));

/** One record, or one task in steps, beside the list. */
export function OpenDrawer(props: Props) {
  return <Suspense fallback={<aside className="drawer" aria-busy="true" />}>{beside(props)}</Suspense>;
}

function beside({ open, webhooks, state }: Props): ReactNode {
  switch (open.what) {
    case 'endpoint':
      return <EndpointDrawer key={open.id} id={open.id} webhooks={webhooks} state={state} />;
    case 'new':
      return <NewSheet webhooks={webhooks} state={state} />;
    case 'existing':
      return <ExistingSheet state={state} />;
    case 'started':
      return <StartedSheet key={open.id} id={open.id} webhooks={webhooks} state={state} />;
    case 'edit':
      return <EditSheet key={open.id} id={open.id} webhooks={webhooks} state={state} />;
    case 'rotate':
    case 'prove':
      return <RotateSheet key={open.id} id={open.id} proving={open.what === 'prove'} state={state} />;
    case 'resend':
      return (
        <LazySheet
          key={open.id}
          start={checking({ what: 'failures', webhookId: open.id })}
          onClose={state.close}
        />
      );
    case 'callback':
      return <CallbackSheet webhooks={webhooks} state={state} />;
    case 'missing':
      return <MissingSheet webhooks={webhooks} state={state} />;
    case 'signature':
      return <SignatureSheet webhooks={webhooks} state={state} />;
  }
}
