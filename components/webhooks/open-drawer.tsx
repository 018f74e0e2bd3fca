'use client';

import type { ReactNode } from 'react';
import { LazyResendSheet } from '#components/resends/lazy-resend-sheet.tsx';
import { lazySheet } from '#components/ui/lazy-sheet.tsx';
import { checking } from '#lib/resends/start.ts';
import type { Open } from '#lib/webhooks/open.ts';
import type { OpenState, Webhooks } from './use-webhooks.ts';

type Props = { open: Open; webhooks: Webhooks; state: OpenState };

/** Each task's code is fetched when it is opened. */
const EndpointDrawer = lazySheet(async () => (await import('./endpoint-drawer.tsx')).EndpointDrawer);
const NewSheet = lazySheet(async () => (await import('./register/new-sheet.tsx')).NewSheet);
const ExistingSheet = lazySheet(async () => (await import('./register/existing-sheet.tsx')).ExistingSheet);
const StartedSheet = lazySheet(async () => (await import('./register/started-sheet.tsx')).StartedSheet);
const EditSheet = lazySheet(async () => (await import('./register/edit-sheet.tsx')).EditSheet);
const RotateSheet = lazySheet(async () => (await import('./rotate/rotate-sheet.tsx')).RotateSheet);
const CallbackSheet = lazySheet(async () => (await import('./rotate/callback-sheet.tsx')).CallbackSheet);
const TestSheet = lazySheet(async () => (await import('./test-sheet.tsx')).TestSheet);
const MissingSheet = lazySheet(async () => (await import('./missing-sheet.tsx')).MissingSheet);
const SignatureSheet = lazySheet(
  async () => (await import('./signature/signature-sheet.tsx')).SignatureSheet,
);

/** One record, or one task in steps, beside the list. */
export function OpenDrawer({ open, webhooks, state }: Props): ReactNode {
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
    case 'test':
      return <TestSheet key={open.id} id={open.id} state={state} />;
    case 'resend':
      return (
        <LazyResendSheet
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
