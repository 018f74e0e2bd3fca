'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { PlainField } from '#components/ui/plain-field.tsx';
import { RateRead } from './rate-read.tsx';

const USUAL = ['USD', 'EUR', 'GBP'];

/** Price of one unit of a currency in BRL, read when the operator asks for it; the decimals as they came. */
export function RatesPanel() {
  const t = useTranslations('card');
  const [typed, setTyped] = useState('');
  const [code, setCode] = useState<string | null>(null);
  const [tried, setTried] = useState(false);
  const wanted = typed.trim().toUpperCase();
  const fault =
    wanted === 'BRL' ? 'currency_brl' : /^[A-Z]{3}$/.test(wanted) ? null : ('currency_code' as const);
  const read = (next: string) => {
    setTyped(next);
    setTried(false);
    setCode(next);
  };
  return (
    <Panel title={t('rates.title')} note={t('rates.note')}>
      <form
        className="grid min-w-0 grid-cols-1 gap-3"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (fault === null) read(wanted);
        }}
      >
        <div className="flex flex-wrap items-end gap-2">
          <div className="w-40">
            <PlainField
              label={t('rates.code')}
              rule={t('rates.codeRule')}
              maxLength={3}
              mono
              value={typed}
              onChange={(next) => setTyped(next.toUpperCase())}
              error={tried && fault !== null ? t(`faults.${fault}`) : null}
            />
          </div>
          <Button type="submit">{t('rates.read')}</Button>
          {USUAL.map((one) => (
            <Button key={one} variant="quiet" onClick={() => read(one)}>
              {one}
            </Button>
          ))}
        </div>
      </form>
      {code !== null && <RateRead code={code} />}
    </Panel>
  );
}
