'use client';

import { useTranslations } from 'next-intl';
import { Fragment, type ReactNode } from 'react';
import { CopyId } from '#components/ui/copy-id.tsx';
import { Icon } from '#components/ui/icon.tsx';
import { Instant } from '#components/ui/instant.tsx';
import { type Direction, Money } from '#components/ui/money.tsx';
import { formatDocument } from '#lib/pix/documents.ts';
import type { StatementLine } from '#lib/statement/queries.ts';
import { movedAvailable, wayOf } from '#lib/statement/readings.ts';
import { pairOf } from '#lib/statement/rules.ts';
import { lineIcon, useStatusLabels, useTypeLabels } from './line-labels.ts';
import { LineAmount } from './line-row.tsx';
import { OtherFields } from './other-fields.tsx';
import styles from './statement.module.css';

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
      <section>
        <h3 className="sr-only">{t('ids')}</h3>
        <Ids line={line} />
      </section>
      <section>
        <h3 className="sr-only">{t('values')}</h3>
        <Values line={line} />
      </section>
      <Counterparty line={line} />
      <Pair line={line} items={items} onOpen={onOpen} />
      <OtherFields other={line.other} />
    </>
  );
}

function StatusWords({ status }: { status: string }) {
  return <span className="badge">{useStatusLabels()(status)}</span>;
}

function Ids({ line }: { line: StatementLine }) {
  const t = useTranslations('statement.detail');
  const { createdAt, postedAt } = line;
  const facts: [
    name: 'id' | 'type' | 'payment' | 'dispute' | 'description' | 'posted' | 'created',
    ReactNode,
  ][] = [
    ['id', <CopyId key="id" value={line.id} />],
    ['type', line.type && <span className="mono">{line.type}</span>],
    ['description', line.description],
    ['payment', line.transactionId && <CopyId key="payment" value={line.transactionId} />],
    ['dispute', line.disputeId && <CopyId key="dispute" value={line.disputeId} />],
    ['posted', postedAt && <Instant key="posted" at={postedAt} variant="long" />],
    [
      'created',
      createdAt && createdAt !== postedAt && <Instant key="created" at={createdAt} variant="long" />,
    ],
  ];
  return (
    <dl className="facts">
      {facts.map(
        ([name, value]) =>
          value && (
            <Fragment key={name}>
              <dt>{t(name)}</dt>
              <dd className="break-words whitespace-normal">{value}</dd>
            </Fragment>
          ),
      )}
    </dl>
  );
}

/** As answered, never computed from one another. */
function Values({ line }: { line: StatementLine }) {
  const t = useTranslations('statement.detail');
  const values: ['gross' | 'fee' | 'before' | 'after', number | null, Direction][] = [
    ['gross', line.gross, 'still'],
    ['fee', line.fee, line.fee !== null && line.fee > 0 ? 'out' : 'still'],
    ['before', line.balanceBefore, 'still'],
    ['after', line.balanceAfter, 'value'],
  ];
  return (
    <dl className="facts facts-right">
      {values.map(
        ([name, cents, direction]) =>
          cents !== null && (
            <Fragment key={name}>
              <dt>{t(name)}</dt>
              <dd>
                <Money cents={cents} direction={direction} />
              </dd>
            </Fragment>
          ),
      )}
    </dl>
  );
}

function Counterparty({ line: { counterparty } }: { line: StatementLine }) {
  const t = useTranslations('statement.detail');
  const { name, document, pixKey } = counterparty;
  if (name === null && document === null && pixKey === null) return null;
  return (
    <section>
      <h3 className="mb-2">{t('counterparty')}</h3>
      <dl className="facts">
        {name !== null && (
          <>
            <dt>{t('name')}</dt>
            <dd className="break-words whitespace-normal">{name}</dd>
          </>
        )}
        {document !== null && (
          <>
            <dt>{t('document')}</dt>
            <dd>{formatDocument(document)}</dd>
          </>
        )}
        {pixKey !== null && (
          <>
            <dt>{t('pixKey')}</dt>
            <dd className="break-all whitespace-normal">{pixKey}</dd>
          </>
        )}
      </dl>
    </section>
  );
}

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
      <ul className={styles.pair}>
        {lines.map((other) => (
          <li key={other.id}>
            <Icon name={lineIcon(other)} tone="flow" />
            <span className="min-w-0">
              {other.id === line.id ? (
                <b>{words.name(other.type)}</b>
              ) : (
                <button type="button" className="link-btn" onClick={() => onOpen(other.id)}>
                  {words.name(other.type)}
                </button>
              )}
              <span className="block text-xs text-ink-3">
                <Instant at={other.postedAt} />
              </span>
            </span>
            <Money cents={other.amount} direction={wayOf(other)} />
          </li>
        ))}
        <li>
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
