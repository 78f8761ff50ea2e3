import {
  Area,
  AreaChart,
  Bar,
  BarChart,
  CartesianGrid,
  Cell,
  Legend,
  Line,
  LineChart,
  Pie,
  PieChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import type { ReactElement } from 'react'
import type { z } from 'zod'
import { useMedia } from '../data-grid/use-media.ts'
import { add, valueAt, type ChartData, type ChartPoint } from './chart-data.ts'
import { ChartHint } from './chart-hint.tsx'
import type { ChartWords } from './chart-words.ts'
import type { chart } from './chart.definition.ts'
import styles from './chart.module.css'

interface ChartDrawingProps {
  kind: z.output<(typeof chart)['props']>['kind']
  data: ChartData
  words: ChartWords
  height: number
  onOpen: ((point: ChartPoint) => void) | null
}

const colour = (at: number, own?: string): string => own ?? `var(--chart-${(at % 8) + 1})`
const drawnAt = (value: string | null): number | null => (value === null ? null : Number(value))
const isWhole = ({ points }: ChartData): boolean =>
  points.every(({ values }) => Object.values(values).every((value) => Number.isInteger(Number(value))))
const text = { fill: 'var(--text-faint)', fontSize: 12 }

/** The picture. Screen readers read the table instead. */
export function ChartDrawing({ kind, data, words, height, onOpen }: ChartDrawingProps) {
  const still = useMedia('(prefers-reduced-motion: reduce)')
  const motion = { isAnimationActive: !still, animationDuration: 180 }
  // A float draws; every number that is read comes from the exact text.
  const lines = data.points.map((point) => ({
    name: words.point(point),
    point,
    ...Object.fromEntries(data.series.map(({ name }, at) => [`s${at}`, drawnAt(valueAt(data, point, name))])),
  }))
  const hint = (
    <Tooltip
      cursor={{ fill: 'var(--hover)' }}
      isAnimationActive={false}
      content={<ChartHint lines={lines} data={data} words={words} />}
    />
  )
  const axes = [
    <CartesianGrid key="grid" vertical={false} stroke="var(--hairline)" />,
    <XAxis
      key="x"
      dataKey="name"
      tick={text}
      tickLine={false}
      axisLine={{ stroke: 'var(--hairline-strong)' }}
      interval="equidistantPreserveStart"
      minTickGap={8}
    />,
    <YAxis
      key="y"
      tick={text}
      tickLine={false}
      axisLine={false}
      width="auto"
      tickFormatter={words.tick}
      // Half an estimate is none: what is counted has whole marks.
      allowDecimals={!isWhole(data)}
    />,
  ]
  const legend =
    data.series.length > 1 ? (
      <Legend iconType="square" iconSize={8} wrapperStyle={{ fontSize: 12, color: 'var(--text-quiet)' }} />
    ) : null
  const open = (at: number | string | null | undefined): void => {
    const point = at === null || at === undefined ? undefined : data.points[Number(at)]
    if (point) onOpen?.(point)
  }
  const shared = {
    data: lines,
    // The picture is hidden from screen readers (the table beside it is not), so nothing in it takes the focus.
    accessibilityLayer: false,
    margin: { top: 8, right: 8, bottom: 0, left: 0 },
    ...(onOpen && {
      onClick: (state: { activeTooltipIndex?: number | string | null }) => open(state.activeTooltipIndex),
      style: { cursor: 'pointer' },
    }),
  }

  const drawing = (): ReactElement => {
    switch (kind) {
      case 'bar':
        return (
          <BarChart {...shared}>
            {axes}
            {hint}
            {legend}
            {data.series.map((one, at) => (
              <Bar
                key={one.name}
                dataKey={`s${at}`}
                name={words.series(one)}
                fill={colour(at, one.colour)}
                radius={[3, 3, 0, 0]}
                maxBarSize={48}
                {...motion}
                {...(data.series.length > 3 && { stackId: 'all' })}
              >
                {data.series.length === 1 &&
                  lines.map(({ name, point }) => <Cell key={name} fill={colour(at, point.colour)} />)}
              </Bar>
            ))}
          </BarChart>
        )
      case 'line':
        return (
          <LineChart {...shared}>
            {axes}
            {hint}
            {legend}
            {data.series.map((one, at) => (
              <Line
                key={one.name}
                dataKey={`s${at}`}
                name={words.series(one)}
                stroke={colour(at, one.colour)}
                strokeWidth={2}
                dot={lines.length < 30}
                type="monotone"
                {...motion}
              />
            ))}
          </LineChart>
        )
      case 'area':
        return (
          <AreaChart {...shared}>
            {axes}
            {hint}
            {legend}
            {data.series.map((one, at) => (
              <Area
                key={one.name}
                dataKey={`s${at}`}
                name={words.series(one)}
                stroke={colour(at, one.colour)}
                fill={colour(at, one.colour)}
                fillOpacity={0.14}
                strokeWidth={2}
                stackId="all"
                type="monotone"
                {...motion}
              />
            ))}
          </AreaChart>
        )
      case 'donut':
        return (
          <PieChart accessibilityLayer={false}>
            {hint}
            <Pie
              data={lines}
              dataKey="s0"
              nameKey="name"
              rootTabIndex={-1}
              innerRadius="62%"
              outerRadius="94%"
              paddingAngle={1}
              stroke="var(--paper)"
              {...motion}
              onClick={(_sector, at) => open(at)}
            >
              {lines.map((line, at) => (
                <Cell key={line.name} fill={colour(at, line.point.colour)} />
              ))}
            </Pie>
          </PieChart>
        )
    }
  }

  const picture = (
    <div aria-hidden className={styles.picture}>
      <ResponsiveContainer width="100%" height={height}>
        {drawing()}
      </ResponsiveContainer>
    </div>
  )
  if (kind !== 'donut') return picture
  return (
    <div className={styles.ring}>
      <div className={styles.ringPicture}>
        {picture}
        <span className={styles.ringTotal}>
          {words.value(add(data.points.map((point) => Object.values(point.values)[0] ?? '0')))}
        </span>
      </div>
      <ul aria-hidden className={styles.legend}>
        {lines.map((line, at) => (
          <li key={line.name}>
            <span className={styles.swatch} style={{ background: colour(at, line.point.colour) }} />
            <span className={styles.legendName}>{line.name}</span>
            <span className={styles.legendValue}>
              {words.value(Object.values(line.point.values)[0] ?? '0')}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
