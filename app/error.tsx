'use client';

import { ErrorPanel, type ErrorPanelProps } from '#components/app-shell/page-fallbacks.tsx';

/** Also for what a layout met: an account's own boundary stands below its layout. */
export default function RootError({ error, retry }: ErrorPanelProps) {
  return (
    <main>
      <ErrorPanel error={error} retry={retry} />
    </main>
  );
}
