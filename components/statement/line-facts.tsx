'use client';

import { useTranslations } from 'next-intl';
import { CustomerLink } from '#components/customers/customer-link.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { TextButton } from '#components/ui/button.tsx';
import { DetailPart } from '#components/ui/detail-part.tsx';
import { Facts } from '#components/ui/facts.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { Money } from '#components/ui/money.tsx';
import { OtherFields } from '#components/ui/provider-answer.tsx';
import type { StatementLine } from '#lib/statement/queries.ts';
import { movedAvailable, wayOf } from '#lib/statement/readings.ts';
import { pairOf } from '#lib/statement/rules.ts';
import { lineIcon, useStatusLabels, useTypeLabels } from './line-labels.ts';
import { LineAmount } from './line-row.tsx';

type Props = { line: StatementLine; items: readonly StatementLine[]; onOpen: (id: string) => void };

/** Facts of a line: its kind, effect on the balance and related records, and all else the provider told. */
export function LineFacts({ line, items, onOpen }: Props) {
  const t = useTranslations('statement.detail');
  const table = useTranslations('statement.table');
  const means = useTypeLabels().means(line.type);
  return (
    <>
      <section>
        <div className="mb-2 flex flex-wrap items-center gap-2">
          <span className="flex-1">
            <LineAmount line={line} size="big" />
          </span>
          {line.status !== null && <StatusWords status={line.status} />}
        </div>
        {line.directionDoubt !== undefined && (
          <p className="text-warn-ink">
            {table(line.directionDoubt === 'untold' ? 'directionUntold' : 'directionDisagree')}
          </p>
        )}
        {means !== null && <p>{means}</p>}
        {!movedAvailable(line) && <p>{t('held')}</p>}
        {line.statusReason !== null && <p className="mt-1 text-xs text-ink-3">{line.statusReason}</p>}
      </section>
      <DetailPart title={t('ids')} quiet>
        <Ids line={line} />
      </DetailPart>
      <DetailPart title={t('values')} quiet>
        <Values line={line} />
      </DetailPart>
      <Counterparty line={line} />
      <Pair line={line} items={items} onOpen={onOpen} />
      <OtherFields of={line.other} />
    </>
  );
}

function StatusWords({ status }: { status: string }) {
  return <Badge>{useStatusLabels()(status)}</Badge>;
}

function Ids({ line }: { line: StatementLine }) {
  const t = useTranslations('statement.detail');
  const { createdAt, postedAt } = line;
  return (
    <Facts
      of={[
        { label: t('id'), id: line.id },
        { label: t('type'), value: line.type && <span className="mono">{line.type}</span> },
        { label: t('description'), value: line.description },
        { label: t('payment'), id: line.transactionId },
        { label: t('dispute'), id: line.disputeId },
        { label: t('posted'), at: postedAt },
        { label: t('created'), at: createdAt === postedAt ? null : createdAt },
      ]}
    />
  );
}

/** As answered, never computed from one another. */
function Values({ line: { gross, fee, balanceBefore, balanceAfter } }: { line: StatementLine }) {
  const t = useTranslations('statement.detail');
  return (
    <Facts
      look="right"
      of={[
        { label: t('gross'), cents: gross, direction: 'still' },
        { label: t('fee'), cents: fee, direction: (fee ?? 0) > 0 ? 'out' : 'still' },
        { label: t('before'), cents: balanceBefore, direction: 'still' },
        { label: t('after'), cents: balanceAfter },
      ]}
    />
  );
}

function Counterparty({ line: { counterparty, transactionId } }: { line: StatementLine }) {
  const t = useTranslations('statement.detail');
  const { name, document, pixKey } = counterparty;
  if (name === null && document === null && pixKey === null) return null;
  return (
    <DetailPart title={t('counterparty')}>
      <Facts
        of={[
          {
            label: t('name'),
            value:
              name && transactionId ? (
                <CustomerLink of={{ transactionId }} document={document}>
                  {name}
                </CustomerLink>
              ) : (
                name
              ),
          },
          { label: t('document'), document },
          { label: t('pixKey'), value: pixKey && <span className="break-all">{pixKey}</span> },
        ]}
      />
    </DetailPart>
  );
}

const PAIR_LINE = 'grid grid-cols-[1rem_minmax(0,1fr)_max-content] items-start gap-2';

/** The lines of the same dispute among those read, and what they come to. */
function Pair({ line, items, onOpen }: Props) {
  const t = useTranslations('statement.detail');
  const words = useTypeLabels();
  const pair = pairOf(line, items);
  if (pair === null) return null;
  const { lines, difference } = pair;
  return (
    <section>
      <h3 className="mb-2">{t('pair')}</h3>
      <ul>
        {lines.map((other) => (
          <li key={other.id} className={`${PAIR_LINE} pb-2`}>
            <Icon name={lineIcon(other)} tone="flow" />
            <span className="min-w-0">
              {other.id === line.id ? (
                <b>{words.name(other.type)}</b>
              ) : (
                <TextButton onClick={() => onOpen(other.id)}>{words.name(other.type)}</TextButton>
              )}
              <span className="block text-xs text-ink-3">
                <Instant at={other.postedAt} />
              </span>
            </span>
            <Money cents={other.amount} direction={wayOf(other)} />
          </li>
        ))}
        <li className={`${PAIR_LINE} border-t border-line pt-2`}>
          <Icon name="lines" tone="idle" />
          <b>{t('difference')}</b>
          <Money
            cents={Math.abs(difference)}
            direction={difference === 0 ? 'still' : difference > 0 ? 'in' : 'out'}
          />
        </li>
      </ul>
    </section>
  );
}
