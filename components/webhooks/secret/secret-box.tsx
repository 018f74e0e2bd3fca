'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { Icon } from '#components/ui/icon.tsx';
import styles from '../webhooks.module.css';

type Props = {
  text: string;
  /** Name of the setting in the `.env` line. */
  env: string;
  label: 'box' | 'callbackBox';
  /** The way on is the next thing: copying steps back. */
  quiet: boolean;
};

/** The secret: covered until it is asked for, copied without being shown, saved as a line for the application. */
export function SecretBox({ text, env, label, quiet }: Props) {
  const t = useTranslations('webhooks.keep');
  const [shown, setShown] = useState(false);
  const covered = '•'.repeat(Math.min(text.length, 43));
  const line = (value: string) => `${env}=${value}`;
  return (
    <>
      <div className={styles.secret}>
        <div className="flex flex-wrap items-center gap-2">
          <span className="cap flex-1">{t(label, { count: text.length })}</span>
          <Badge icon="eye">{t('once')}</Badge>
        </div>
        <output data-hidden={!shown || undefined} aria-label={shown ? undefined : t('hidden')}>
          {shown ? text : covered}
        </output>
        <div className="flex flex-wrap items-center gap-2">
          <CopySecret text={text} quiet={quiet} />
          <Button icon="download" onClick={() => saveText(`${env.toLowerCase()}.env`, `${line(text)}\n`)}>
            {t('download')}
          </Button>
          <Button variant="quiet" icon="eye" aria-pressed={shown} onClick={() => setShown(!shown)}>
            {t(shown ? 'hide' : 'show')}
          </Button>
        </div>
      </div>
      <pre className={`${styles.well} ${styles.wrapped}`}>{line(shown ? text : covered)}</pre>
    </>
  );
}

function CopySecret({ text, quiet }: Pick<Props, 'text' | 'quiet'>) {
  const t = useTranslations('webhooks.keep');
  const done = useTranslations('common.copy')('done');
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 1600);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <Button
      variant={quiet ? 'plain' : 'main'}
      onClick={() =>
        void navigator.clipboard.writeText(text).then(
          () => setCopied(true),
          () => setCopied(false),
        )
      }
    >
      <Icon name={copied ? 'tick' : 'copy'} />
      {t('copy')}
      <span className="sr-only" role="status">
        {copied ? done : ''}
      </span>
    </Button>
  );
}

/** Saves a text as a file of the browser's downloads. */
export function saveText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
