'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useCan, useSession } from '#components/shell/session-context.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { rulesOptions } from '#lib/payments/queries.ts';
import { PixKeysPanel } from '../keys/pix-keys-panel.tsx';
import { OpenPanel } from '../list/open-panel.tsx';
import { PaymentsPanel } from '../list/payments-panel.tsx';
import { useBeside } from '../list/use-payment-filters.ts';
import styles from '../payments.module.css';
import { PaymentsFrame } from '../payments-frame.tsx';
import { PaymentsHead } from '../payments-head.tsx';
import { useNewAction } from '../use-new-action.ts';
import { ChargeForm, type Made } from './charge-form.tsx';
import { ChargeResult } from './charge-result.tsx';

/** New charge, the one just made, and all of them. */
export function ChargesView() {
  const t = useTranslations('payments.charges');
  const { account } = useSession();
  const may = useCan('charge');
  const beside = useBeside();
  const [made, setMade] = useState<Made | null>(null);
  useNewAction('charges', may);
  const { error } = useQuery(rulesOptions(account.slug));
  const keys = account.capabilities.includes('pix-keys') && <PixKeysPanel />;
  const lists = (
    <>
      <OpenPanel page="charges" beside={beside} />
      <PaymentsPanel page="charges" beside={beside} mayAsk={may} />
    </>
  );
  return (
    <PaymentsFrame page="charges" beside={beside}>
      <PaymentsHead page="charges" title={t('title')} />
      <div className={`page ${styles.page}`}>
        {error !== null && may && <Callout tone="warn" look="thin" title={t('noRules')} />}
        {may ? (
          <div className={styles.duo} data-made={made !== null || undefined}>
            <div data-new-payment>
              <ChargeForm onMade={setMade} />
              {keys}
            </div>
            <div>
              {made !== null && (
                <ChargeResult
                  key={made.operationId}
                  made={made}
                  onRepeated={(operationId) => setMade({ operationId, payment: null, askedSeconds: null })}
                  onOpen={beside.openPayment}
                  onClose={() => setMade(null)}
                />
              )}
              {lists}
            </div>
          </div>
        ) : (
          <>
            {lists}
            {keys}
          </>
        )}
      </div>
    </PaymentsFrame>
  );
}
