'use client';

import { useLocale, useTranslations } from 'next-intl';
import { Icon } from '#components/ui/icon.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { Cell, Head, Table, Row as TableRow } from '#components/ui/table.tsx';
import { useNow } from '#components/ui/use-now.ts';
import { type Locale, relativeAge } from '#lib/dates.ts';
import type { Person, Team } from '#lib/team/queries.ts';
import { FactorState } from './factor-state.tsx';
import styles from './team.module.css';
import { useRolesByAccount } from './use-roles.ts';

type Props = {
  team: Team;
  open: string | null;
  onShow: (id: string) => void;
  /** Another invitation for who has not come yet. */
  onRenew: (person: Person) => void;
};

/** More accounts than this have no column each: their roles stand in one. */
const MOST_COLUMNS = 6;

/** People down, accounts across; where there is no room for the columns, a person's roles stand in one. */
export function Matrix({ team, open, onShow, onRenew }: Props) {
  const t = useTranslations('team');
  const invited = team.items.filter(({ state }) => state === 'invited').length;
  return (
    <Panel
      title={t('heading')}
      note={t('count', { count: team.items.length - invited, invited })}
      action={<span className="cap">{t('legend')}</span>}
      padded={false}
    >
      <Table auto className={styles.matrix} data-many={team.accounts.length > MOST_COLUMNS || undefined}>
        <thead>
          <tr>
            <Head>{t('columns.person')}</Head>
            {team.accounts.map(({ slug, name }) => (
              <Head key={slug} className={styles.wide}>
                {name}
              </Head>
            ))}
            <Head className={styles.narrow}>{t('columns.roles')}</Head>
            <Head className={styles.factor}>{t('columns.factor')}</Head>
          </tr>
        </thead>
        <tbody>
          {team.items.map((person) => (
            <Row
              key={person.id}
              person={person}
              accounts={team.accounts}
              open={person.id === open}
              onShow={() => onShow(person.id)}
              onRenew={() => onRenew(person)}
            />
          ))}
        </tbody>
      </Table>
    </Panel>
  );
}

type RowProps = {
  person: Person;
  accounts: Team['accounts'];
  open: boolean;
  onShow: () => void;
  onRenew: () => void;
};

function Row({ person, accounts, open, onShow, onRenew }: RowProps) {
  const t = useTranslations('team');
  const byAccount = useRolesByAccount(accounts)(person);
  const everywhere = byAccount.find(({ account }) => account === '*');
  return (
    <TableRow data-open={open || undefined} data-waits={person.state === 'invited' || undefined}>
      <Cell names>
        <Who person={person} onShow={onShow} onRenew={onRenew} />
      </Cell>
      {everywhere ? (
        <Cell className={styles.wide} colSpan={accounts.length}>
          <b>{everywhere.roles}</b> <span className="text-xs text-ink-3">{t('everywhere')}</span>
          {byAccount.slice(1).map(({ account, name, roles }) => (
            <span key={account} className="block text-xs">
              {t('also', { name, roles })}
            </span>
          ))}
        </Cell>
      ) : (
        accounts.map(({ slug }) => (
          <Cell key={slug} className={styles.wide}>
            {byAccount.find(({ account }) => account === slug)?.roles ?? <None />}
          </Cell>
        ))
      )}
      <Cell className={styles.narrow}>
        {byAccount.length === 0 && <None />}
        {byAccount.map(({ account, name, roles }) => (
          <span key={account} className="block">
            <span className="text-xs text-ink-3">{name}</span> {roles}
          </span>
        ))}
      </Cell>
      <Cell className={styles.factor}>
        <FactorState person={person} />
        <LastSeen person={person} />
      </Cell>
    </TableRow>
  );
}

function Who({ person, onShow, onRenew }: Pick<RowProps, 'person' | 'onShow' | 'onRenew'>) {
  const t = useTranslations('team');
  const { name, email, state, ready, linkUntil } = person;
  return (
    <span className={styles.who}>
      <span className={styles.mark} aria-hidden="true" data-dashed={state === 'invited' || undefined}>
        {state === 'invited' ? <Icon name="mail" size="s" /> : initialsOf(name)}
      </span>
      <span className="min-w-0">
        <button type="button" className="row-open" onClick={onShow}>
          {name}
        </button>
        <small>
          <Email of={email} />
        </small>
        {state !== 'active' && (
          <small>
            {t(`drawer.states.${state}`)}
            {state === 'invited' &&
              (linkUntil === null ? (
                <>, {t('linkEnded')}</>
              ) : (
                <> {t.rich('linkUntil', { until: () => <Instant at={linkUntil} variant="day" /> })}</>
              ))}
          </small>
        )}
        {state === 'invited' && (
          <button
            type="button"
            className="link-btn text-xs"
            aria-label={t('inviteAgainOf', { name })}
            onClick={onRenew}
          >
            {t('inviteAgain')}
          </button>
        )}
        {ready && <small>{t('readyMark')}</small>}
      </span>
    </span>
  );
}

/** An address that has no room for one line is broken before its @. */
function Email({ of }: { of: string }) {
  const place = of.lastIndexOf('@');
  return (
    <>
      {of.slice(0, place)}
      <wbr />
      {of.slice(place)}
    </>
  );
}

function LastSeen({ person: { lastSeenAt } }: { person: Person }) {
  const t = useTranslations('team');
  const locale = useLocale() as Locale;
  const now = useNow(60_000, lastSeenAt);
  return (
    <span className="block text-xs text-ink-3">
      {lastSeenAt === null ? t('neverSeen') : relativeAge(locale, lastSeenAt, now)}
    </span>
  );
}

/** No access: a dot for the eye, words for who listens. */
function None() {
  const t = useTranslations('team');
  return (
    <>
      <span aria-hidden="true" className="text-ink-3">
        ·
      </span>
      <span className="sr-only">{t('none')}</span>
    </>
  );
}

function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  return [words.at(0), words.length > 1 ? words.at(-1) : '']
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('');
}
