'use client';

import { useState } from 'react';
import { IconButton } from '#components/ui/button.tsx';

type Props = { label: string; onRefresh: () => Promise<unknown> };

/** Reads again. Shown as busy only after a press, not during automatic refreshes. */
export function RefreshButton({ label, onRefresh }: Props) {
  const [busy, setBusy] = useState(false);
  const press = async () => {
    setBusy(true);
    await onRefresh().finally(() => setBusy(false));
  };
  return (
    <IconButton
      icon="refresh"
      size="md"
      label={label}
      aria-busy={busy || undefined}
      disabled={busy}
      onClick={() => void press()}
    />
  );
}
