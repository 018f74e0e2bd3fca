'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, useMemo, useState } from 'react';
import { useSession } from '#components/app-shell/session.tsx';
import { useRemaining } from '#components/operations/operation-state.tsx';
import { Button, buttonVariants } from '#components/ui/button.tsx';
import { cn } from '#components/ui/cn.ts';
import { COPY_WELL } from '#components/ui/copy-button.tsx';
import { FIELD_RULE, fieldAnswer, fieldLabel, fieldVariants } from '#components/ui/field.tsx';
import { usePaper } from '#components/ui/files.ts';
import { Icon } from '#components/ui/icon.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Money } from '#components/ui/money.tsx';
import { QR_FRAME, QrImage, qrDrawing } from '#components/ui/qr-image.tsx';
import { urlOf } from '#lib/api/client.ts';
import type { Payment } from '#lib/payments/queries.ts';
import { chargeExpiry } from '#lib/payments/rules.ts';

type Props = {
  charge: Payment;
  /** The requested expiry in seconds, where the provider does not return the expiry. */
  requestedSeconds?: number | null;
  narrow?: boolean;
  onCopied?: () => void;
  children?: ReactNode;
};

/** Formats a duration (ms) in its two largest units: '59 min 3 s'. */
export function useSpanLabels(): (ms: number) => string {
  const t = useTranslations('payments.left');
  return (ms) => {
    const seconds = Math.max(0, Math.ceil(ms / 1000));
    const minutes = Math.floor(seconds / 60);
    const hours = Math.floor(minutes / 60);
    if (hours >= 24) return t('days', { days: Math.floor(hours / 24), hours: hours % 24 });
    if (hours >= 1) return t('hours', { hours, minutes: minutes % 60 });
    return minutes >= 1 ? t('minutes', { minutes, seconds: seconds % 60 }) : t('seconds', { seconds });
  };
}

/** The data to pay a charge: amount, remaining time, QR code, and the text to paste. */
export function PayCode({ charge, requestedSeconds = null, narrow = false, onCopied, children }: Props) {
  const t = useTranslations('payments.code');
  const expiry = chargeExpiry(charge, requestedSeconds);
  const left = useRemaining(expiry, 1000);
  const spanLabel = useSpanLabels();
  const { paper, onPrint } = usePaper();
  const alone = narrow && !paper;
  return (
    <div
      className={`grid gap-4 max-wide:grid-cols-[minmax(0,1fr)] ${alone ? 'grid-cols-[minmax(0,1fr)]' : 'grid-cols-[15.5rem_minmax(0,1fr)]'}`}
      data-paper={paper || undefined}
    >
      <ChargeImage charge={charge} alone={alone} onPrint={onPrint} />
      <div className="grid content-start gap-3">
        {paper && (
          <div>
            <span className="cap">{t('charge')}</span>
            <div className="mono break-all">{charge.clientReference ?? charge.id}</div>
          </div>
        )}
        <div className="flex flex-wrap items-end justify-between gap-2">
          {(!narrow || paper) && (
            <div>
              <span className="cap">{t('toReceive')}</span>
              <div>
                <Money cents={charge.amount} size="big" exact={charge.amountExact} />
              </div>
            </div>
          )}
          {expiry !== null && (
            <div className="text-right max-wide:text-left">
              <span className="cap">{t(paper ? 'expires' : 'expiresIn')}</span>
              <div className="text-xl font-semibold tracking-[-0.01em] text-ink">
                <span aria-hidden="true" data-screen="">
                  {left !== null && (left <= 0 ? t('over') : spanLabel(left))}
                </span>{' '}
                <small className="text-xs font-normal text-ink-3">
                  <Instant at={expiry} variant="minute" />
                </small>
              </div>
            </div>
          )}
        </div>
        {charge.qrCodeText !== null && <PasteCode text={charge.qrCodeText} onCopied={onCopied} />}
        <div data-screen="">{children}</div>
      </div>
    </div>
  );
}

/** The QR code, drawn from the code's text; without the text, the provider's image. */
function ChargeImage({ charge, alone, onPrint }: { charge: Payment; alone: boolean; onPrint: () => void }) {
  const t = useTranslations('payments.code');
  const { account } = useSession();
  const [broken, setBroken] = useState(false);
  const drawn = useMemo(() => qrDrawing(charge.qrCodeText), [charge.qrCodeText]);
  const url = urlOf('GET /charges/{id}/qr-code', account.slug, { id: charge.id });
  const name = charge.clientReference ?? charge.id;
  if (broken && drawn === null)
    return <p className="text-xs text-ink-3">{t(charge.qrCodeText === null ? 'noCode' : 'noImage')}</p>;
  return (
    <div className={`grid w-full gap-2 ${alone ? 'mx-auto max-w-62' : 'max-wide:mx-auto max-wide:max-w-64'}`}>
      {drawn === null ? (
        // biome-ignore lint/performance/noImgElement: an image of one fixed size from the provider, shown once
        <img
          className={QR_FRAME}
          src={url}
          width={248}
          height={248}
          alt={t('image', { name })}
          onError={() => setBroken(true)}
        />
      ) : (
        <QrImage drawn={drawn} label={t('image', { name })} />
      )}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(6rem,1fr))] gap-2">
        <a className={buttonVariants()} href={url} download={`${name.replace(/[^\w.-]+/g, '-')}.png`}>
          <Icon name="download" />
          {t('png')}
        </a>
        <Button icon="file" onClick={onPrint}>
          {t('print')}
        </Button>
      </div>
    </div>
  );
}

/** The copy-and-paste code; two lines are shown, all of it is copied. */
function PasteCode({ text, onCopied }: { text: string; onCopied?: (() => void) | undefined }) {
  const t = useTranslations('payments.code');
  const [copied, setCopied] = useState<'yes' | 'no' | null>(null);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => {
        setCopied('yes');
        onCopied?.();
      },
      () => setCopied('no'),
    );
  return (
    <div className={fieldVariants()}>
      <div className={fieldLabel()}>
        <span>{t('paste')}</span>
        <span className={FIELD_RULE}>{t('length', { count: text.length })}</span>
      </div>
      <div className={cn(COPY_WELL, 'max-wide:grid-cols-[minmax(0,1fr)]')}>
        <span
          className="line-clamp-2 font-mono text-xs/[1.0625rem] wrap-anywhere select-all"
          title={text}
          data-code=""
        >
          {text}
        </span>
        <Button icon={copied === 'yes' ? 'tick' : 'copy'} onClick={() => void copy()}>
          {t('copy')}
        </Button>
      </div>
      <span role="status" className={copied === 'no' ? fieldAnswer({ error: true }) : 'sr-only'}>
        {copied === 'yes' && t('copied')}
        {copied === 'no' && t('notCopied')}
      </span>
    </div>
  );
}
