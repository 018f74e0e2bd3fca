'use client';

import { AxisBottom, AxisRight } from '@visx/axis';
import { scaleBand, scaleLinear } from '@visx/scale';
import { Bar, Line, LinePath } from '@visx/shape';
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { lookupTable } from '#lib/core/lookup-table.ts';

export type Series = {
  shape: 'bar' | 'line' | 'steps' | 'mark';
  /** One value for each key, in the keys' order; null draws nothing and breaks a line. */
  values: readonly (number | null)[];
  /** Converts a value to drawing units. */
  y: (value: number) => number;
  /** The value each bar starts at; absent: 0. */
  from?: readonly number[];
  /** Minimum height in drawing units of a bar whose value is not 0. */
  least?: number;
  className: string;
  /** Classes of the last value while its day or hour is still running. */
  openClassName?: string;
  /** Tooltips of the bars. */
  titles?: readonly string[];
};

const BANDS = { weekend: 'fill-hover', unknown: 'fill-sunken', pointed: 'fill-selected' };

type Props = {
  /** Unique keys of the days or hours, from left to right. */
  keys: readonly string[];
  /** Drawing units of the whole chart; the space right of `plotWidth` is for the axis labels. */
  width: number;
  height: number;
  plotWidth?: number;
  /** Top and bottom of the tinted bands, in drawing units. */
  top?: number;
  bottom?: number;
  /** Drawing units between two bars. */
  gap?: number;
  /** The drawing stretches to its box; labels are drawn outside it so that they keep their size. */
  stretch?: boolean;
  className?: string;
  svgClassName?: string;
  series: readonly Series[];
  /** The last value is not final. */
  open?: boolean;
  bands?: readonly ('weekend' | 'unknown' | null)[];
  yScale?: ReturnType<typeof scaleLinear<number>>;
  yTicks?: readonly number[];
  yFormat?: (value: number, index: number) => string;
  /** Horizontal line, in drawing units from the top. */
  baseline?: number;
  ruleClassName?: string;
  /** Labels under some of the keys. */
  labels?: readonly { key: string; text: string }[];
  /** With `onPoint` the chart is a slider: arrow keys and the pointer move over its values. */
  sliderLabel?: string;
  valueText?: (index: number) => string;
  pointed?: number | null;
  onPoint?: (index: number | null) => void;
  /** Opens what stands behind a value: a press on it, or Enter on the slider. */
  onOpen?: (index: number) => void;
  /** Caption of the table for screen readers. */
  caption?: string;
  columns?: readonly string[];
  /** The first entry is the row's name, which must be unique. */
  rows?: readonly (readonly [string, ...(string | number)[]])[];
  children?: ReactNode;
};

const LABEL = 'fill-ink-3 font-sans text-2xs tabular-nums';
const LABEL_OUTSIDE = 'absolute whitespace-nowrap text-2xs text-ink-3 tabular-nums';

/** Values by day or hour as bars and lines, with a table of the same data for screen readers. */
export function Chart(props: Props) {
  const { keys, width, height, plotWidth = width, top = 0, bottom = height, gap = 0 } = props;
  const { series, open = false, bands = [], yScale, yTicks = [], yFormat = String } = props;
  const { stretch = false, baseline, ruleClassName = 'stroke-line-control', labels = [], children } = props;
  const { className, svgClassName = 'block size-full', caption, columns = [], rows = [] } = props;
  const { sliderLabel, valueText, pointed = null, onPoint, onOpen } = props;
  const slot = plotWidth / Math.max(1, keys.length);
  const padding = Math.min(gap, slot - 1) / slot;
  const x = scaleBand<string>({
    domain: [...keys],
    range: [0, plotWidth],
    paddingInner: padding,
    paddingOuter: padding / 2,
  });
  const drawing = (
    <>
      <svg
        className={svgClassName}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio={stretch ? 'none' : undefined}
        aria-hidden="true"
        focusable="false"
      >
        {keys.map((key, index) => {
          const tone = index === pointed ? 'pointed' : bands[index];
          if (!tone) return null;
          return (
            <rect
              key={key}
              className={`[shape-rendering:crispEdges] ${BANDS[tone]}`}
              x={index * slot}
              y={top}
              width={slot}
              height={bottom - top}
            />
          );
        })}
        {yScale && (
          <AxisRight
            scale={yScale}
            left={plotWidth}
            tickValues={[...yTicks]}
            tickLength={-plotWidth}
            tickLineProps={{ className: 'stroke-line', vectorEffect: 'non-scaling-stroke' }}
            tickFormat={(value, index) => yFormat(Number(value), index)}
            tickComponent={({ y, formattedValue }) =>
              stretch ? null : (
                <text className={LABEL} x={width - plotWidth} y={y + 4} textAnchor="end">
                  {formattedValue}
                </text>
              )
            }
            hideAxisLine
          />
        )}
        {series.map((one, position) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a chart's series keep their order
          <Shapes key={position} series={one} keys={keys} x={x} slot={slot} open={open} />
        ))}
        {baseline !== undefined && (
          <Line
            from={{ x: 0, y: baseline }}
            to={{ x: plotWidth, y: baseline }}
            className={ruleClassName}
            vectorEffect="non-scaling-stroke"
          />
        )}
        {!stretch && (
          <AxisBottom
            scale={x}
            top={height - 4}
            tickValues={labels.map(({ key }) => key)}
            tickFormat={(_, index) => labels[index]?.text}
            tickComponent={({ x: middle, formattedValue }) => (
              <text className={LABEL} x={middle} textAnchor="middle">
                {formattedValue}
              </text>
            )}
            hideTicks
            hideAxisLine
          />
        )}
      </svg>
      {stretch && (
        <div aria-hidden="true">
          {yScale &&
            yTicks.map((value, index) => (
              <span
                key={value}
                className={`${LABEL_OUTSIDE} left-full -translate-y-1/2 pl-2`}
                style={{ top: `${(100 * yScale(value)) / height}%` }}
              >
                {yFormat(value, index)}
              </span>
            ))}
          {labels.map(({ key, text }) => (
            <span
              key={key}
              className={`${LABEL_OUTSIDE} top-full -translate-x-1/2 pt-1`}
              style={{ left: `${(100 * ((x(key) ?? 0) + x.bandwidth() / 2)) / width}%` }}
            >
              {text}
            </span>
          ))}
        </div>
      )}
      {children}
    </>
  );
  const last = keys.length - 1;
  const at = pointed ?? last;
  const indexUnder = ({ currentTarget, clientX }: MouseEvent<HTMLElement>) => {
    const box = currentTarget.getBoundingClientRect();
    const unit = ((clientX - box.left) / box.width) * width;
    return unit > plotWidth ? null : Math.min(last, Math.max(0, Math.floor(unit / slot)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') onOpen?.(at);
    const step = event.key === 'Home' ? -keys.length : event.key === 'End' ? keys.length : KEYS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onPoint?.(Math.min(last, Math.max(0, at + step)));
  };
  return (
    <>
      {onPoint === undefined ? (
        <div className={className}>{drawing}</div>
      ) : (
        // One tab stop; the arrow keys move from value to value.
        <div
          className={className}
          role="slider"
          tabIndex={0}
          aria-label={sliderLabel}
          aria-valuemin={1}
          aria-valuemax={keys.length}
          aria-valuenow={at + 1}
          aria-valuetext={valueText?.(at)}
          onKeyDown={onKeyDown}
          onFocus={() => pointed === null && onPoint(last)}
          onBlur={() => onPoint(null)}
          onPointerMove={(event) => onPoint(indexUnder(event))}
          onClick={(event) => {
            const pressed = indexUnder(event);
            if (pressed !== null) onOpen?.(pressed);
          }}
          onPointerLeave={() => onPoint(null)}
        >
          {drawing}
        </div>
      )}
      {caption !== undefined && rows.length > 0 && (
        <ChartTable caption={caption} columns={columns} rows={rows} />
      )}
    </>
  );
}

/** Target number of steps on the longer side of 0; d3 makes up to 1.4 steps for each one requested. */
const STEPS = 3;
const STEPS_OF_A_TICK = 1.4;

/** A linear scale that ends at round values, and its ticks: 1, 2 or 5 times a power of ten apart. */
export function roundScale(domain: readonly [number, number], range: readonly [number, number]) {
  const [low, high] = domain;
  const shorter = low < 0 && high > 0 ? Math.min(high, -low) / Math.max(high, -low) : 0;
  const count = (STEPS + Math.ceil(STEPS * shorter)) / STEPS_OF_A_TICK;
  const y = scaleLinear<number>({ domain: [low, high], range: [...range], nice: count });
  return { y, ticks: y.ticks(count) };
}

type ShapesProps = {
  series: Series;
  keys: readonly string[];
  x: ReturnType<typeof scaleBand<string>>;
  slot: number;
  open: boolean;
};

function Shapes({ series, keys, x, slot, open }: ShapesProps) {
  const { shape, values, y, from, least = 0, className, openClassName = className, titles } = series;
  const last = keys.length - 1;
  if (shape === 'line')
    return (
      <LinePath
        className={className}
        data={[...values.entries()]}
        defined={([, value]) => value !== null}
        x={([index]) => (index + 0.5) * slot}
        y={([, value]) => y(value ?? 0)}
      />
    );
  if (shape === 'steps') {
    const ends = values.flatMap((value, index) =>
      value === null
        ? []
        : [
            { x: index * slot, y: y(value) },
            { x: (index + 1) * slot, y: y(value) },
          ],
    );
    return [ends.slice(0, open ? -2 : undefined), open ? ends.slice(-3) : []].map((points, part) => (
      <LinePath
        key={part === 0 ? 'closed' : 'open'}
        className={part === 0 ? className : openClassName}
        vectorEffect="non-scaling-stroke"
        strokeLinecap="butt"
        data={points}
        x={(point) => point.x}
        y={(point) => point.y}
      />
    ));
  }
  return keys.map((key, index) => {
    const value = values[index] ?? null;
    if (value === null) return null;
    const start = y(from?.[index] ?? 0);
    const end = y(value);
    const tall = shape === 'mark' ? 2 : value === 0 ? 0 : Math.max(least, Math.abs(start - end));
    return (
      <Bar
        key={key}
        className={open && index === last ? openClassName : className}
        x={x(key)}
        y={shape === 'mark' ? end : end > start ? start : start - tall}
        width={x.bandwidth()}
        height={tall}
      >
        {titles && <title>{titles[index]}</title>}
      </Bar>
    );
  });
}

const KEYS = lookupTable({
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -7,
  PageUp: 7,
});

/** Wrapped in a hidden box, because a table stays as wide as its text even when it is hidden itself. */
function ChartTable({ caption, columns, rows }: Required<Pick<Props, 'caption' | 'columns' | 'rows'>>) {
  return (
    <div className="sr-only">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...cells]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {cells.map((cell, column) => (
                <td key={columns[column + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
