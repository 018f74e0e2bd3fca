import { useTranslations } from 'next-intl';
import { Icon } from '#components/ui/icon.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { type Permission, ROLE_PERMISSIONS, ROLES } from '#lib/auth/permissions.ts';
import styles from './team.module.css';

/** Permissions that differ between roles; each stands for those that go with it. */
const COLUMNS = [
  'reveal',
  'dispute',
  'resend',
  'webhook',
  'withdraw',
  'manage',
] as const satisfies Permission[];

export function RoleTable() {
  const t = useTranslations('team.can');
  const roles = useTranslations('shell.roles');
  return (
    <Panel title={t('title')} padded={false}>
      <table className={`table table-auto ${styles.can}`}>
        <thead>
          <tr>
            <th scope="col">{t('role')}</th>
            {COLUMNS.map((permission) => (
              <th key={permission} scope="col">
                <span>{t(permission)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ROLES.map((role) => (
            <tr key={role}>
              <th scope="row">{roles(role)}</th>
              {COLUMNS.map((permission) => {
                const may = ROLE_PERMISSIONS[role].includes(permission);
                return (
                  <td key={permission}>
                    {may ? <Icon name="tick" /> : <span aria-hidden="true">·</span>}
                    <span className="sr-only">{t(may ? 'yes' : 'no')}</span>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}
