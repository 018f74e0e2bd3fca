'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { saveBlob } from '#components/ui/save-blob.ts';
import { ShownOnce } from '#components/ui/shown-once.tsx';
import { codeWell } from '../code-well.ts';

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
  const save = () =>
    saveBlob(new Blob([`${line(text)}\n`], { type: 'text/plain' }), `${env.toLowerCase()}.env`);
  const actions = (
    <>
      <CopySecret text={text} quiet={quiet} />
      <Button icon="download" onClick={save}>
        {t('download')}
      </Button>
      <Button variant="quiet" icon="eye" aria-pressed={shown} onClick={() => setShown(!shown)}>
        {t(shown ? 'hide' : 'show')}
      </Button>
    </>
  );
  return (
    <>
      <ShownOnce label={t(label, { count: text.length })} badge={t('once')} actions={actions}>
        <output data-hidden={!shown || undefined} aria-label={shown ? undefined : t('hidden')}>
          {shown ? text : covered}
        </output>
      </ShownOnce>
      <pre className={codeWell({ lines: 'wrap' })}>{line(shown ? text : covered)}</pre>
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
