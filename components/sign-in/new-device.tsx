import { useTranslations } from 'next-intl';
import { AuthLayout } from '#components/app-shell/auth-layout.tsx';
import { buttonVariants } from '#components/ui/button.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { agentName } from '#lib/profile/agent-name.ts';

type Props = { agent: string | null; address: string | null; mail: boolean; callbackUrl: string };

/** Shown after a sign-in from a new device: the device, its address, and what to do if it was somebody else. */
export function NewDevice({ agent, address, mail, callbackUrl }: Props) {
  const t = useTranslations('sign-in.newDevice');
  const title = (
    <span className="flex items-center gap-2">
      <Icon name="triangle" tone="warn" />
      {t('title')}
    </span>
  );
  return (
    <AuthLayout title={title}>
      <p>
        {agent === null ? t('unknownAgent') : agentName(agent)}
        {address !== null && (
          <>
            , <span className="mono break-all">{address}</span>
          </>
        )}
        . {t('description', { mail: mail ? 'yes' : 'no' })}
      </p>
      {/* A full page load discards the state of the sign-in pages. */}
      <a className={buttonVariants({ variant: 'main', full: true, size: 'tall' })} href={callbackUrl}>
        {t('go')}
      </a>
    </AuthLayout>
  );
}
