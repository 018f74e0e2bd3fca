'use client';

import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { useShortcut } from '#components/app-shell/command-context.tsx';
import { PageHead } from '#components/app-shell/page-head.tsx';
import { useSession } from '#components/app-shell/session.tsx';
import { useOperation } from '#components/forms/use-operation.ts';
import { QueryBody } from '#components/list/query-body.tsx';
import { Button, ButtonGroup, IconButton, LinkButton } from '#components/ui/button.tsx';
import { Callout } from '#components/ui/callout.tsx';
import { useToday } from '#components/ui/clock.tsx';
import { DrawerLayout } from '#components/ui/drawer.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { HeadActions, Page, PageFrame } from '#components/ui/page.tsx';
import { EmptyState, PanelSkeleton } from '#components/ui/panel.tsx';
import { useToast } from '#components/ui/toast.tsx';
import { CallError } from '#lib/api/client.ts';
import { allClosings, type DayDetail, dayOptions } from '#lib/closings/queries.ts';
import { DIFFERENCE_STATES, type DifferenceState } from '#lib/closings/rules.ts';
import { addDays, type Day, isDay } from '#lib/core/dates.ts';
import { parseAsText } from '#lib/list/parsers.ts';
import { ClosePanel } from './close-panel.tsx';
import { DayStatus, useDayLabel } from './closing-labels.tsx';
import { DIFFERENCES_ID, Differences } from './differences.tsx';
import { Equation, type Figures, Mismatch } from './equation.tsx';
import { OrdersPanel } from './orders-panel.tsx';
import { PartLines } from './part-lines.tsx';
import { ChangedPanel, SealedPanel } from './version-panels.tsx';

/** One São Paulo day: its equation, its differences, its orders, and its closing. */
export function DayView({ day }: { day: string }) {
  const account = useSession().account.slug;
  const today = useToday();
  const isReal = isDay(day) && day <= today;
  const query = useQuery({ ...dayOptions(account, day), enabled: isReal });
  const [partId, setPart] = useQueryState('part', parseAsText(200));
  const { data, error } = query;
  if (!isReal || (data === undefined && isAbsent(error))) return <AbsentDay />;
  const part = data?.figures?.parts.find(({ id }) => id === partId);
  const toPart = (id: string | null) => void setPart(id, { history: id === null ? 'replace' : 'push' });
  return (
    <PageFrame>
      <DrawerLayout
        drawer={part && <PartLines key={part.id} day={day} part={part} onClose={() => toPart(null)} />}
      >
        <DayHead day={day} detail={data} />
        <Page layout="stack">
          <QueryBody query={query} asOf={data?.asOf} skeleton={<DaySkeleton />}>
            {(detail) => <DayBody detail={detail} part={part?.id ?? null} onPart={toPart} />}
          </QueryBody>
        </Page>
      </DrawerLayout>
    </PageFrame>
  );
}

const isAbsent = (error: unknown) =>
  error instanceof CallError && ['not_found', 'invalid_request'].includes(error.problem.code);

function AbsentDay() {
  const t = useTranslations('closings');
  const { slug } = useSession().account;
  return (
    <PageFrame>
      <PageHead title={t('title')} />
      <Page>
        <EmptyState
          framed
          title={t('absent.title')}
          action={<LinkButton href={`/${slug}/closings`}>{t('back')}</LinkButton>}
        >
          {t('absent.hint')}
        </EmptyState>
      </Page>
    </PageFrame>
  );
}

/** Reads the day again; the page shows when it is done. */
function useReadDay(day: Day) {
  const t = useTranslations('closings.read');
  const toast = useToast();
  const account = useSession().account.slug;
  const { busy, submit } = useOperation('POST /closings/{day}/read', {
    params: { day },
    proof: 'none',
    stale: [allClosings(account)],
    onRefused: (error) => toast(error instanceof Error ? error.message : t('failed'), 'octagon'),
  });
  return { busy, read: () => void submit(undefined) };
}

function DayHead({ day, detail }: { day: Day; detail: DayDetail | undefined }) {
  const t = useTranslations('closings');
  const router = useRouter();
  const dayLabel = useDayLabel();
  const today = useToday();
  const { slug } = useSession().account;
  const { busy, read } = useReadDay(day);
  const working = busy || detail?.reading === true;
  const days = { previous: addDays(day, -1), next: addDays(day, 1) };
  const hasNext = days.next <= today;
  const go = (to: Day) => router.push(`/${slug}/closings/${to}`);
  useShortcut('k', () => go(days.previous), { label: t('head.previous') });
  useShortcut('j', () => go(days.next), { label: t('head.next'), enabled: hasNext });
  return (
    <PageHead
      title={t.rich('head.title', {
        day: dayLabel(day),
        kind: (text) => <span className="max-wide:sr-only">{text}</span>,
      })}
      back={{ href: `/${slug}/closings?month=${day.slice(0, 7)}`, label: t('back') }}
      note={
        detail && (
          <>
            <DayStatus of={detail} heading />
            {detail.readAt !== null && (
              <span className="max-wide:hidden">
                {t.rich('head.readAt', { at: () => <Instant at={detail.readAt} variant="minute" /> })}
              </span>
            )}
          </>
        )
      }
    >
      <HeadActions>
        {(detail?.figures != null || working) && (
          <Button icon="refresh" aria-busy={working} disabled={working} onClick={read}>
            <span className="max-wide:sr-only">{t(working ? 'read.working' : 'read.again')}</span>
          </Button>
        )}
        <ButtonGroup>
          <IconButton
            icon="left"
            variant="plain"
            size="md"
            label={t('head.previousDay', { day: dayLabel(days.previous) })}
            shortcut="k"
            onClick={() => go(days.previous)}
          />
          <IconButton
            icon="right"
            variant="plain"
            size="md"
            label={t('head.nextDay', { day: dayLabel(days.next) })}
            shortcut="j"
            disabled={!hasNext}
            onClick={() => go(days.next)}
          />
        </ButtonGroup>
      </HeadActions>
    </PageHead>
  );
}

type BodyProps = { detail: DayDetail; part: string | null; onPart: (id: string | null) => void };

function DayBody({ detail, part, onPart }: BodyProps) {
  const t = useTranslations('closings');
  const { figures, problem, reading } = detail;
  return (
    <>
      <p role="status" className="sr-only">
        {reading && t('read.working')}
      </p>
      {problem !== null && (
        <Callout tone="danger" title={t('failed.title')}>
          {t.rich(figures === null ? 'failed.nothing' : 'failed.before', {
            reason: problem.message,
            at: () => <Instant at={problem.at} variant="minute" />,
          })}
        </Callout>
      )}
      {figures === null ? (
        <Unread detail={detail} />
      ) : (
        <Read detail={detail} figures={figures} part={part} onPart={onPart} />
      )}
    </>
  );
}

/** A day that was never read whole. */
function Unread({ detail: { day, reading, state } }: { detail: DayDetail }) {
  const t = useTranslations('closings.unread');
  const { busy, read } = useReadDay(day);
  if (reading)
    return (
      <EmptyState framed title={t('reading')}>
        {t('readingHint')}
      </EmptyState>
    );
  return (
    <EmptyState
      framed
      title={t('title')}
      action={
        <Button variant="main" icon="refresh" aria-busy={busy} onClick={read}>
          {t('read')}
        </Button>
      }
    >
      {t(state === 'running' ? 'running' : 'hint')}
    </EmptyState>
  );
}

function Read({ detail, figures, part, onPart }: BodyProps & { figures: Figures }) {
  const [show, setShow] = useQueryState('show', parseAsStringLiteral(DIFFERENCE_STATES));
  const showState = (state: DifferenceState | null) => void setShow(state, { history: 'replace' });
  const { state, versions } = detail;
  return (
    <>
      <ChangedPanel detail={detail} />
      <Mismatch figures={figures} />
      <Equation detail={detail} figures={figures} open={part} onOpen={onPart} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 @min-[62rem]/room:grid-cols-[minmax(0,1fr)_27rem]">
        <Differences detail={detail} show={show} onShow={showState} />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <OrdersPanel detail={detail} />
          {state !== 'closed' && (
            <ClosePanel
              detail={detail}
              figures={figures}
              onShow={(next) => {
                showState(next);
                document.getElementById(DIFFERENCES_ID)?.scrollIntoView({ block: 'nearest' });
              }}
            />
          )}
          {versions.length > 0 && <SealedPanel detail={detail} />}
        </div>
      </div>
    </>
  );
}

function DaySkeleton() {
  const t = useTranslations('closings');
  return (
    <>
      <PanelSkeleton title={t('equation.title')} />
      <PanelSkeleton title={t('differences.title')} />
    </>
  );
}
