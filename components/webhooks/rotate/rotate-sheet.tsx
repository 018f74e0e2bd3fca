'use client';

import { useTranslations } from 'next-intl';
import { SheetAbsent } from '../sheet-absent.tsx';
import { type OpenState, useEndpoint } from '../use-webhooks.ts';
import { ProvingSheet } from './proving-sheet.tsx';
import { RotatingSheet } from './rotating-sheet.tsx';

type Props = { id: string; proving: boolean; state: OpenState };

/** The guided rotation of one endpoint's secret: until it is stored, then the proof and the resend. */
export function RotateSheet({ id, proving, state }: Props) {
  const t = useTranslations('webhooks.rotate');
  const row = useEndpoint(id);
  if (!row) return <SheetAbsent title={t('title')} gone={row === null} onClose={state.close} />;
  if (proving) return <ProvingSheet row={row} state={state} />;
  return <RotatingSheet row={row} state={state} />;
}
