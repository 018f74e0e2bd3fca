'use client';

import { useTranslations } from 'next-intl';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { useDefenseDraft } from './defense-draft.tsx';

type Props = { template: { id: string }; onClose: () => void; onConfirm: () => void };

/** Written text is replaced only where that is meant. */
export function TemplateDialog({ template, onClose, onConfirm }: Props) {
  const t = useTranslations('disputes');
  const { count } = useDefenseDraft();
  const name = t(`templateNames.${template.id}`);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('editor.templateAsk', { name })}
      footer={
        <>
          <Button onClick={onClose} data-autofocus>
            {t('editor.templateBack')}
          </Button>
          <Button variant="main" onClick={onConfirm}>
            {t('editor.templateConfirm', { name })}
          </Button>
        </>
      }
    >
      <p>{t('editor.templateWhat', { count })}</p>
    </Dialog>
  );
}
