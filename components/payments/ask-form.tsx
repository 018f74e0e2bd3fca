'use client';

import type { ComponentProps, ReactNode } from 'react';
import { BlockedForm } from '#components/app-shell/block-notice.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { FIELD_PAIR } from '#components/ui/field.tsx';
import { focusFirstFault } from '#components/ui/focus-first-fault.ts';
import { Panel } from '#components/ui/panel.tsx';
import { MetadataField } from './fields/metadata-field.tsx';
import { CallbackField, DescriptionField, ReferenceField } from './fields/optional-fields.tsx';

type Props = {
  title: string;
  /** That nothing was asked yet. */
  badge: string;
  action?: ReactNode;
  /** Form whose block is shown above its fields; absent where no block is told of. */
  blocked?: ComponentProps<typeof BlockedForm>['form'];
  /** During the last look it stands still. */
  still?: boolean;
  onSubmit: () => Promise<unknown>;
  children: ReactNode;
};

/** Money as it is being asked for: dashed until the provider has it; what is missing gets the focus. */
export function AskForm({ title, badge, action, blocked, still = false, onSubmit, children }: Props) {
  return (
    <Panel title={title} local note={<Badge local>{badge}</Badge>} action={action}>
      <form
        // A press before React has taken the page over must put nothing that was typed into the address.
        method="post"
        noValidate
        aria-label={title}
        onSubmit={(event) => {
          event.preventDefault();
          const written = event.currentTarget;
          void onSubmit().then(() => focusFirstFault(written));
        }}
      >
        <fieldset className="grid min-w-0 grid-cols-1 gap-3 m-0 min-w-0 border-0 p-0" disabled={still}>
          {blocked && <BlockedForm form={blocked} />}
          {children}
        </fieldset>
      </form>
    </Panel>
  );
}

/** Words and buttons at the end of a form. */
export const ASK_FOOT =
  'flex flex-wrap items-center gap-2 py-1 [&>span:first-child]:flex-[1_1_10rem] max-wide:[&>span:first-child]:basis-full max-wide:[&>button]:flex-1';

/** Note on the next step, and the button that begins it. */
export function AskFoot({ note, busy, children }: { note: string; busy?: boolean; children: ReactNode }) {
  return (
    <div className={`${ASK_FOOT} border-t border-line`}>
      <span className="text-xs text-ink-3">{note}</span>
      <Button type="submit" variant="main" aria-busy={busy || undefined}>
        {children}
      </Button>
    </div>
  );
}

const MOST_DESCRIPTION = 140;
type Field = ComponentProps<typeof ReferenceField>;
type MoreProps = {
  at: (name: 'reference' | 'description' | 'callbackUrl' | 'metadata') => Field;
  metadata: boolean;
};

/** Optional fields of an outgoing payment. */
export function AskMore({ at, metadata }: MoreProps) {
  return (
    <>
      <div className={FIELD_PAIR}>
        <ReferenceField {...at('reference')} />
        <DescriptionField most={MOST_DESCRIPTION} {...at('description')} />
      </div>
      <CallbackField {...at('callbackUrl')} />
      {metadata && <MetadataField {...at('metadata')} />}
    </>
  );
}
