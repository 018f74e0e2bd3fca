import { useLocale, useTranslations } from 'next-intl';
import { TextButton } from '#components/ui/button.tsx';
import { useNow } from '#components/ui/clock.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Panel } from '#components/ui/panel.tsx';
import { Cell, Head, ROW_OPEN, Table, Row as TableRow } from '#components/ui/table.tsx';
import { type Locale, relativeAge } from '#lib/core/dates.ts';
import type { Person, Team } from '#lib/team/queries.ts';
import { FactorState } from './person-action.tsx';
import { useRolesByAccount } from './team-forms.ts';

type Props = {
  team: Team;
  open: string | null;
  onShow: (id: string) => void;
  /** Sends a new invitation to a person who has not accepted yet. */
  onRenew: (person: Person) => void;
};

/** With more accounts than this, all roles share one column. */
const MOST_COLUMNS = 6;

const WIDE = 'group-data-many/matrix:hidden @max-[50rem]/room:hidden';
const NARROW = 'hidden group-data-many/matrix:table-cell @max-[50rem]/room:table-cell';
const FACTOR = '@max-[30rem]/room:hidden';
/** Lines between columns, none below the last row, and a dashed one below invited people. */
const LINES = [
  '[&_:is(td,tbody_th)]:wrap-anywhere [&_:is(td,tbody_th)]:py-1.5 [&_:is(td,tbody_th)]:whitespace-normal',
  '[&_tr>*+*]:border-l [&_tr>*+*]:border-l-line [&_tbody_tr:last-child>*]:border-b-0',
  '[&_tr[data-waits]>*]:[border-bottom:1px_dashed_var(--line-control)]',
  '[&_tr[data-open]>th]:bg-selected [&_tr[data-open]>th]:shadow-[inset_3px_0_0_var(--accent)]',
].join(' ');

/** Rows of people, columns of accounts. A narrow page puts all roles of a person in one column. */
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
      <Table className={`group/matrix ${LINES}`} data-many={team.accounts.length > MOST_COLUMNS || undefined}>
        <thead>
          <tr>
            <Head>{t('columns.person')}</Head>
            {team.accounts.map(({ slug, name }) => (
              <Head key={slug} className={WIDE}>
                {name}
              </Head>
            ))}
            <Head className={NARROW}>{t('columns.roles')}</Head>
            <Head className={FACTOR}>{t('columns.factor')}</Head>
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
  const locale = useLocale() as Locale;
  const { lastSeenAt } = person;
  const now = useNow(60_000, lastSeenAt);
  const byAccount = useRolesByAccount(accounts)(person);
  const everywhere = byAccount.find(({ account }) => account === '*');
  return (
    <TableRow data-open={open || undefined} data-waits={person.state === 'invited' || undefined}>
      <Cell names>
        <Who person={person} onShow={onShow} onRenew={onRenew} />
      </Cell>
      {everywhere ? (
        <Cell className={WIDE} colSpan={accounts.length}>
          <b>{everywhere.roles}</b> <span className="text-xs text-ink-3">{t('everywhere')}</span>
          {byAccount.slice(1).map(({ account, name, roles }) => (
            <span key={account} className="block text-xs">
              {t('also', { name, roles })}
            </span>
          ))}
        </Cell>
      ) : (
        accounts.map(({ slug }) => (
          <Cell key={slug} className={WIDE}>
            {byAccount.find(({ account }) => account === slug)?.roles ?? <None />}
          </Cell>
        ))
      )}
      <Cell className={NARROW}>
        {byAccount.length === 0 && <None />}
        {byAccount.map(({ account, name, roles }) => (
          <span key={account} className="block">
            <span className="text-xs text-ink-3">{name}</span> {roles}
          </span>
        ))}
      </Cell>
      <Cell className={FACTOR}>
        <FactorState person={person} />
        <span className="block text-xs text-ink-3">
          {lastSeenAt === null ? t('neverSeen') : relativeAge(locale, lastSeenAt, now)}
        </span>
      </Cell>
    </TableRow>
  );
}

function Who({ person, onShow, onRenew }: Pick<RowProps, 'person' | 'onShow' | 'onRenew'>) {
  const t = useTranslations('team');
  const { name, email, state, ready, linkUntil } = person;
  const at = email.lastIndexOf('@');
  return (
    <span className="grid grid-cols-[max-content_minmax(0,1fr)] items-center gap-2 @max-[30rem]/room:grid-cols-1 [&_small]:block [&_small]:wrap-anywhere [&_small]:text-ink-3 [&_small]:text-xs">
      <span
        className="inline-grid size-6.5 place-content-center rounded-2 border border-line-strong bg-sunken text-(length:--text-2xs) font-semibold text-ink-2 data-dashed:border-line-control data-dashed:border-dashed data-dashed:bg-transparent @max-[30rem]/room:hidden"
        aria-hidden="true"
        data-dashed={state === 'invited' || undefined}
      >
        {state === 'invited' ? <Icon name="mail" size="s" /> : initialsOf(name)}
      </span>
      <span className="min-w-0">
        <button type="button" className={ROW_OPEN} onClick={onShow}>
          {name}
        </button>
        <small>
          {/* A long address breaks before its @. */}
          {email.slice(0, at)}
          <wbr />
          {email.slice(at)}
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
          <TextButton className="text-xs" aria-label={t('inviteAgainOf', { name })} onClick={onRenew}>
            {t('inviteAgain')}
          </TextButton>
        )}
        {ready && <small>{t('readyMark')}</small>}
      </span>
    </span>
  );
}

/** No access: a dot on screen, text for screen readers. */
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
  const parts = name.split(/\s+/).filter(Boolean);
  return [parts.at(0), parts.length > 1 ? parts.at(-1) : '']
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('');
}
