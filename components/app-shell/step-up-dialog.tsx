'use client';

import { useTranslations } from 'next-intl';
import { useId, useRef } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { ErrorCard } from '#components/ui/error-card.tsx';
import { ProofField } from './proof-field.tsx';
import { useProven } from './use-proven.ts';

type Props = { onProved: () => void; onClose: () => void };

/** Asks for the password and nothing else; what waits for it goes on afterwards. */
export function StepUpDialog({ onProved, onClose }: Props) {
  const t = useTranslations('shell.stepUp');
  const back = useTranslations('common')('back');
  const id = useId();
  const proof = useProven('always');
  const proved = useRef(false);
  const close = () => proved.current || onClose();
  const submit = () =>
    proof.run(async () => {
      proved.current = true;
      onProved();
    });
  const footer = (
    <>
      <Button onClick={close}>{back}</Button>
      <Button
        type="submit"
        form={id}
        variant="main"
        aria-disabled={proof.held || undefined}
        aria-busy={proof.busy || undefined}
      >
        {t('confirm')}
      </Button>
    </>
  );
  return (
    <Dialog open onClose={close} title={t('title')} footer={footer}>
      <form
        id={id}
        className="grid min-w-0 grid-cols-1 gap-3"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <ProofField form={proof} />
        {Boolean(proof.error) && <ErrorCard error={proof.error} />}
      </form>
    </Dialog>
  );
}
