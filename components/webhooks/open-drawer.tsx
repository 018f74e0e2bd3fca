'use client';

import type { ReactNode } from 'react';
import { ResendSheet } from '#components/resends/sheet/resend-sheet.tsx';
import { checking } from '#lib/resends/start.ts';
import type { Open } from '#lib/webhooks/open.ts';
import { EndpointDrawer } from './endpoint-drawer.tsx';
import { MissingSheet } from './missing-sheet.tsx';
import { EditSheet } from './register/edit-sheet.tsx';
import { ExistingSheet } from './register/existing-sheet.tsx';
import { NewSheet } from './register/new-sheet.tsx';
import { StartedSheet } from './register/started-sheet.tsx';
import { CallbackSheet } from './rotate/callback-sheet.tsx';
import { RotateSheet } from './rotate/rotate-sheet.tsx';
import { SignatureSheet } from './signature/signature-sheet.tsx';
import { TestSheet } from './test-sheet.tsx';
import type { OpenState, Webhooks } from './use-webhooks.ts';

type Props = { open: Open; webhooks: Webhooks; state: OpenState };

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
        <ResendSheet
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
