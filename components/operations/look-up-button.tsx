'use client';

import type { QueryKey } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { Button, type ButtonLook } from '#components/ui/button.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import type { Operation } from '#lib/operations/queries.ts';
import { isOpen } from '#lib/operations/rules.ts';
import { useLookUp } from './use-followed.ts';

type Props = Pick<ButtonLook, 'size'> & {
  operation: Pick<Operation, 'id'>;
  /** Queries besides the account's operations that are read again. */
  stale?: readonly QueryKey[];
};

/** "Look up now", and what came of it. */
export function LookUpButton({ operation, stale, ...look }: Props) {
  const t = useTranslations('operations.do');
  const lookUp = useLookUp(operation.id, stale);
  const still = lookUp.answer !== null && isOpen(lookUp.answer.operation.state);
  return (
    <>
      <Button {...look} aria-busy={lookUp.busy || undefined} onClick={() => void lookUp.submit(undefined)}>
        {t('lookUp')}
      </Button>
      {still && !lookUp.busy && (
        <span className="text-xs text-ink-3" role="status">
          {t('still')}
        </span>
      )}
      {Boolean(lookUp.error) && <ErrorCard error={lookUp.error} className="basis-full" />}
    </>
  );
}
