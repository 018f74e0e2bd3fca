'use client';

import { ErrorPanel, type ErrorPanelProps } from '#components/app-shell/error-panel.tsx';

export default function AccountError({ error, retry }: ErrorPanelProps) {
  return <ErrorPanel error={error} retry={retry} />;
}
