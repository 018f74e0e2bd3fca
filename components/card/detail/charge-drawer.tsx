'use client';

import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { isMissing, RecordBody } from '#components/list/record-body.tsx';
import { AuditLink } from '#components/shell/audit-link.tsx';
import { RevealButton, Revealed } from '#components/shell/reveal-button.tsx';
import { useSession } from '#components/shell/session-context.tsx';
import { useReveal } from '#components/shell/use-reveal.ts';
import { Button } from '#components/ui/button.tsx';
import { CopyId } from '#components/ui/copy-id.tsx';
import { Drawer } from '#components/ui/drawer.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { Fact } from '#components/ui/fact.tsx';
import { Money } from '#components/ui/money.tsx';
import { shortId } from '#components/ui/short-id.ts';
import { type CardCharge, cardChargeOptions, revealedChargeOptions } from '#lib/card/queries.ts';
import { PAID } from '#lib/card/rules.ts';
import { formatDocument } from '#lib/pix/documents.ts';
import { CardStatus } from '../card-status.tsx';
import { ReverseButton } from '../reversal/reverse-button.tsx';
import { ChargeFacts } from './charge-facts.tsx';
import { ChargeMore } from './charge-more.tsx';

type Props = { id: string; onClose: () => void; onRecurrence: (id: string) => void };

/** One charge beside the list, followed while it waits. */
export function ChargeDrawer({ id, onClose, onRecurrence }: Props) {
  const t = useTranslations('card.detail');
  const account = useSession().account.slug;
  const read = useQuery(cardChargeOptions(account, id));
  const charge = read.data?.charge;
  const absent = charge === undefined && isMissing(read.error);
  return (
    <Drawer
      label={t('label', { name: charge?.externalId ?? shortId(id) })}
      title={t('title')}
      onClose={onClose}
      focusOnOpen
      footer={charge && <ReverseButton charge={charge} />}
    >
      <RecordBody
        read={read}
        asOf={read.data?.asOf}
        known={charge !== undefined}
        loading={t('loading')}
        absent={absent && <NoCharge onRecurrence={() => onRecurrence(id)} />}
      >
        {charge && (
          <>
            <Head charge={charge} />
            <ChargeFacts charge={charge} onRecurrence={onRecurrence} />
            <ChargeCustomer charge={charge} />
            <ChargeMore charge={charge} />
          </>
        )}
      </RecordBody>
    </Drawer>
  );
}

function NoCharge({ onRecurrence }: { onRecurrence: () => void }) {
  const t = useTranslations('card.detail');
  return (
    <EmptyState title={t('notFound')} action={<Button onClick={onRecurrence}>{t('asRecurrence')}</Button>}>
      {t('notFoundTodo')}
    </EmptyState>
  );
}

function Head({ charge }: { charge: CardCharge }) {
  const t = useTranslations('card');
  const { id, externalId, amount, statusCode } = charge;
  const key = `statusWords.${statusCode}`;
  return (
    <section>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Money cents={amount} direction={statusCode === PAID ? 'in' : 'still'} size="big" />
        <CardStatus charge={charge} badge />
      </div>
      {/* It may change while it is looked at. */}
      <p className="mt-2 text-xs text-ink-3" aria-live="polite">
        {t.has(key) ? t(key as 'statusWords.2') : t('statusWords.other')}
      </p>
      <dl className="facts mt-2 border-t border-line pt-2">
        <dt>{t('detail.id')}</dt>
        <dd>
          <CopyId value={id} />
        </dd>
        {externalId !== null && (
          <>
            <dt>{t('detail.order')}</dt>
            <dd>
              <CopyId value={externalId} />
            </dd>
          </>
        )}
      </dl>
      <AuditLink of="card-charge" target={id} />
    </section>
  );
}

/** The charged customer, masked; in clear only while it is on screen, and every time is in the audit. */
function ChargeCustomer({ charge }: { charge: CardCharge }) {
  const t = useTranslations('card.detail');
  const { reveal, clear } = useReveal(revealedChargeOptions(useSession().account.slug, charge.id));
  const { name, document, email, phone } = (clear?.charge ?? charge).customer;
  if ([name, document, email, phone].every((value) => value === null)) return null;
  return (
    <section>
      <h3 className="flex items-center gap-2">
        {t('customer')}
        <RevealButton reveal={reveal} />
      </h3>
      <Revealed reveal={reveal} />
      <dl className="facts">
        <Fact wraps name={t('name')}>
          {name}
        </Fact>
        <Fact name={t('document')}>{document && formatDocument(document)}</Fact>
        <Fact wraps name={t('email')}>
          {email}
        </Fact>
        <Fact wraps name={t('phone')}>
          {phone}
        </Fact>
      </dl>
    </section>
  );
}
