'use client';

import { useTranslations } from 'next-intl';
import { RevealButton, Revealed } from '#components/shell/reveal-button.tsx';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { DetailPart } from '#components/ui/detail-part.tsx';
import type { DeliveryFacts } from '#lib/deliveries/queries.ts';
import styles from '../deliveries.module.css';
import type { DeliveryState } from './use-delivery.ts';

type Props = { facts: DeliveryFacts; reveal: DeliveryState['reveal'] };

/** Request and answer of a delivery, masked until the operator asks for them in clear. */
export function DeliveryPayload({ facts, reveal }: Props) {
  const t = useTranslations('deliveries.detail');
  return (
    <>
      <DetailPart title={t('body')} action={<RevealButton reveal={reveal} />}>
        <Revealed reveal={reveal} />
        <Code value={facts.body} label={t('body')} none={t('bodyNone')} />
      </DetailPart>
      <DetailPart title={t('answer')}>
        <Code value={facts.responseBody} label={t('answer')} none={t('answerNone')} />
        {!isEmpty(facts.responseHeaders) && (
          <div className="mt-2 grid gap-1">
            <h4 className="cap">{t('answerHeaders')}</h4>
            <Code value={facts.responseHeaders} label={t('answerHeaders')} none="" />
          </div>
        )}
      </DetailPart>
    </>
  );
}

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

/** JSON written out; a text as it is. Never read as HTML. */
export function Code({ value, label, none }: { value: unknown; label: string; none: string }) {
  const t = useTranslations('deliveries.detail');
  if (isEmpty(value)) return <p className="text-ink-3">{none}</p>;
  const text = typeof value === 'string' ? pretty(value) : JSON.stringify(value, null, 2);
  return (
    <div className="grid justify-items-start gap-1.5">
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={label}
        className={styles.code}
      >
        <pre className="mono whitespace-pre-wrap">{text}</pre>
      </section>
      <CopyButton value={text}>{t('copy')}</CopyButton>
    </div>
  );
}

function pretty(text: string): string {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
