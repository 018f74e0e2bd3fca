'use client';

import { ErrorPanel, type ErrorPanelProps } from '#components/app-shell/page-fallbacks.tsx';

export default function AccountError({ error, retry }: ErrorPanelProps) {
  return <ErrorPanel error={error} retry={retry} />;
}
