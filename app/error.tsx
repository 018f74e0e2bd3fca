'use client';

import { ErrorPanel, type ErrorPanelProps } from '#components/app-shell/page-fallbacks.tsx';

/** Also catches errors of layouts: an account's own error boundary is below its layout. */
export default function RootError({ error, retry }: ErrorPanelProps) {
  return (
    <main>
      <ErrorPanel error={error} retry={retry} />
    </main>
  );
}
