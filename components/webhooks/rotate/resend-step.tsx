'use client';

import { useTranslations } from 'next-intl';
import { useSession } from '#components/shell/session-context.tsx';
import { Button } from '#components/ui/button.tsx';
import { LinkButton } from '#components/ui/link-button.tsx';
import type { Since } from '#lib/webhooks/queries.ts';
import { deliveriesPath } from '../use-endpoint-actions.ts';
import { useMay } from '../use-may.ts';
import styles from '../webhooks.module.css';

type Props = { id: string; since: Since | undefined; onResend: () => void };

/** Step 5: hands what failed meanwhile over to the resends, whose preview shows it before anything goes out. */
export function ResendStep({ id, since, onResend }: Props) {
  const t = useTranslations('webhooks.rotate.resend');
  const { slug, capabilities } = useSession().account;
  const may = useMay();
  const failed = since?.failed ?? 0;
  if (failed === 0)
    return (
      <p role="status">
        <b>{t('none')}</b> {t('noneWords')}
      </p>
    );
  return (
    <div className={styles.step}>
      <p>
        <b>{t('some', { count: failed })}</b> {t('words')} {t('recovered')}
      </p>
      <div className="flex flex-wrap items-center gap-2">
        {capabilities.includes('resends') && may.resend && (
          <Button variant="main" onClick={onResend}>
            {t('go')}
          </Button>
        )}
        <LinkButton variant="quiet" href={deliveriesPath(slug, id, '&outcome=failed')}>
          {t('list')}
        </LinkButton>
      </div>
      {!may.resend && <p className="text-xs text-ink-3">{t('noPermission')}</p>}
    </div>
  );
}
