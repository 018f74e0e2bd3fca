import 'server-only';
import { accountById } from '#lib/accounts/server/account.ts';
import type { OperatorCtx } from '#lib/api/context.ts';
import { operatorNames } from '#lib/auth/server/operator-names.ts';
import { formatInstant } from '#lib/dates.ts';
import { databaseNow } from '#lib/db/clock.ts';
import { type DefenseStand, defensesStand } from '#lib/disputes/server/defenses-stand.ts';
import type { BesideOf, ToldStep } from '#lib/notifications/server/beside.ts';
import { noticeWords } from '#lib/notifications/server/word-notice.ts';
import { portFor } from '#lib/providers/registry.ts';

/** Of a dispute's deadline: in whose hands it is, and how far its defense. */
export const besideDeadlines: BesideOf = async (ctx, told) => {
  const these = told.filter(({ event }) => event === 'deadline_far' || event === 'deadline_near');
  const standOf = await defensesStand(these.map(disputeOf));
  const stands = these.map((step) => ({ step, stand: standOf(disputeOf(step)) }));
  const people = stands.flatMap(({ stand }) => [stand?.assigneeId ?? [], stand?.answeredBy ?? []].flat());
  const names = await operatorNames(people);
  const now = databaseNow();
  const beside = stands.map(async ({ step, stand }) => {
    const over = Date.parse(String(step.facts.deadline)) <= now;
    const words = stand === null ? '' : await standWords(ctx, stand, { names, over, of: disputeOf(step) });
    return [step.cause, { facts: over ? { past: 1 } : {}, words }] as const;
  });
  return new Map(await Promise.all(beside));
};

const disputeOf = ({ accountId, facts }: ToldStep) => ({
  accountId: accountId ?? '',
  disputeId: String(facts.id),
});

type Around = {
  names: ReadonlyMap<string, string>;
  over: boolean;
  of: ReturnType<typeof disputeOf>;
};

async function standWords(ctx: OperatorCtx, stand: DefenseStand, { names, over, of }: Around) {
  const t = noticeWords(ctx.locale, 'notices.beside');
  const { state, assigneeId, draft } = stand;
  if (state === 'closed') return t('closed');
  if (state === 'answered') return answeredWords(ctx, stand, names);
  const held =
    assigneeId === null
      ? t('nobody')
      : assigneeId === ctx.operator.id
        ? t('you')
        : t('with', { name: names.get(assigneeId) ?? assigneeId });
  if (draft !== null) {
    const { version, proofs } = draft;
    return `${held}, ${t('draft', { version, ...proofs })}`;
  }
  return over || !(await isDefendedHere(of.accountId)) ? held : `${held}, ${t('noDraft')}`;
}

function answeredWords({ locale }: OperatorCtx, stand: DefenseStand, names: ReadonlyMap<string, string>) {
  const t = noticeWords(locale, 'notices.beside');
  const { answeredAt, answeredBy } = stand;
  if (answeredAt === null) return t('answered');
  const when = formatInstant(locale, answeredAt, 'minute');
  const name = names.get(answeredBy ?? '');
  return name === undefined ? t('answeredAt', { when }) : t('answeredBy', { when, name });
}

/** Where the service takes no defense from here, that there is no draft says nothing. */
async function isDefendedHere(accountId: string): Promise<boolean> {
  const account = await accountById(accountId);
  return account !== null && portFor(account).disputes?.defend !== undefined;
}
